import { expect } from 'chai';
import { OverloadedError } from '../../src/domain/errors.js';
import type { RenderJob } from '../../src/render/worker/render-jobs.js';
import { RenderPool, type Asker } from '../../src/render/worker/render-pool.js';
import { OverrunError } from '../../src/platform/job-thread.js';
import { until } from '../support/until.js';

/** Answers with what it is asked, and hangs, fails or takes all memory where it is asked to. */
const ECHO = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ file }) => {
      if (file === 'hang') for (;;);
      if (file === 'fail') throw new TypeError('broken');
      const all = [];
      if (file === 'fill') for (;;) all.push(new Array(1_000).fill({}));
      parentPort.postMessage({ bytes: new TextEncoder().encode(file), parts: 1 });
    });
  `)}`,
);
const MEMORY = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 };
/** What the echo does is done sooner, also on a machine that is busy. */
const LIMIT_MS = 1_000;

const jobOf = (file: string) => ({ kind: 'file', file, document: { id: 'd' } }) as unknown as RenderJob;

const ANN: Asker = { line: 'owners', asker: 'ann' };
const STRANGER: Asker = { line: 'anonymous', asker: '192.0.2.1' };

describe('the threads that make pages', function () {
  this.timeout(20_000);
  let pool: RenderPool;
  let overruns: unknown[];
  beforeEach(() => {
    overruns = [];
    const onOverrun = (...overrun: unknown[]) => overruns.push(overrun);
    pool = new RenderPool({ module: ECHO, memory: MEMORY, limitMs: LIMIT_MS, onOverrun });
  });
  afterEach(() => pool.close());

  const ask = async (asker: Asker, file: string) => String(Buffer.from((await pool.run(asker, jobOf(file))).bytes));

  it('answer each with its own', async () => {
    const all = await Promise.all(['a', 'b', 'c'].flatMap((file) => [ask(ANN, file), ask(STRANGER, file)]));
    expect(all).to.deep.equal(['a', 'a', 'b', 'b', 'c', 'c']);
  });

  it('end with a job that takes too long, and make the next ones in another', async () => {
    const hung = ask(ANN, 'hang').catch((error: unknown) => error);
    const next = ask(ANN, 'next');
    expect(await hung).to.be.instanceOf(OverrunError);
    expect(await next).to.equal('next');
    expect(overruns).to.deep.equal([['file', 'd']]);
  });

  it('end with a job that takes too much memory, and make the next ones in another', async () => {
    expect(await ask(ANN, 'fill').catch((error: unknown) => error)).to.be.instanceOf(OverrunError);
    expect(await ask(ANN, 'next')).to.equal('next');
  });

  it('raise the error of a job that fails, and make the next ones in another', async () => {
    const error: unknown = await ask(ANN, 'fail').catch((failure: unknown) => failure);
    expect(error).to.be.instanceOf(TypeError).and.not.instanceOf(OverloadedError);
    expect(await ask(ANN, 'next')).to.equal('next');
  });

  it('do not let one line wait for the other', async () => {
    let isOver = false;
    const hung = ask(STRANGER, 'hang').catch(() => {
      isOver = true;
    });
    expect(await ask(ANN, 'a')).to.equal('a');
    expect(isOver).to.equal(false);
    await hung;
  });

  it('take turns with those who ask in a line', async () => {
    const order: string[] = [];
    const asked = [1, 2, 3].map(() => ask(ANN, 'a').then(() => order.push('ann')));
    const other = ask({ ...ANN, asker: 'bob' }, 'b').then(() => order.push('bob'));
    await Promise.all([...asked, other]);
    expect(order.indexOf('bob')).to.be.at.most(2);
  });

  it('refuse those whose turn does not come in time', async () => {
    const hasty = new RenderPool({ module: ECHO, memory: MEMORY, limitMs: LIMIT_MS, waitMs: 1 });
    const hung = hasty.run(ANN, jobOf('hang')).catch((error: unknown) => error);
    const refused: unknown = await hasty.run(ANN, jobOf('a')).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(OverloadedError).and.not.instanceOf(OverrunError);
    await hung;
    await hasty.close();
  });

  it('start again after one that has ended while it had nothing to do', async () => {
    await ask(ANN, 'a');
    await pool.close();
    await until(async () => (await ask(ANN, 'b').catch(() => '')) === 'b');
  });
});
