import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';

const LOGGER = new URL('../../src/observability/logger.js', import.meta.url).href;

const ENOUGH_MS = 10_000;

/** Logs when its standard input ends, and ends at once. */
const SCRIPT = `
  const { createLogger, openOutput } = await import(${JSON.stringify(LOGGER)});
  const logger = createLogger('info', { fields: { pid: 7 }, output: openOutput() });
  for await (const _ of process.stdin);
  for (let i = 0; i < 3; i++) logger.info({ i }, 'line');
  process.exit(0);
`;

describe('the log of a process that ends', () => {
  function start() {
    return spawn(process.execPath, ['--input-type=module', '--eval', SCRIPT], {
      stdio: ['pipe', 'pipe', 'inherit'],
      timeout: ENOUGH_MS,
      killSignal: 'SIGKILL',
    });
  }

  it('is whole', async () => {
    const child = start();
    child.stdin.end();
    const lines = (await text(child.stdout))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines).to.have.length(3);
    for (const [i, line] of lines.entries()) expect(line).to.include({ i, pid: 7, msg: 'line' });
  });

  it('does not keep it from ending when nobody reads it any more', async () => {
    const child = start();
    const ended = once(child, 'exit');
    child.stdout.destroy();
    await once(child.stdout, 'close');
    child.stdin.end();
    expect(await ended).to.deep.equal([0, null]);
  });
});
