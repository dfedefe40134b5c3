import { expect } from 'chai';
import { OverloadedError } from '../../src/domain/errors.js';
import type { Version } from '../../src/domain/version.js';
import type { ReadContent } from '../../src/operations/get-document.js';
import type { RenderLine } from '../../src/render/worker/render-pool.js';
import { until } from '../support/until.js';
import { ViewerDocuments, type DocumentSource } from '../../src/http/viewer/viewer-documents.js';

/** The next one is read an eighth of a second later. */
const LARGE = 1_100_000;
const SMALL = 5_000;
const NAME = { id: 'x'.repeat(24), url: null, key: null, base: '' };

const reading =
  (bytes: number): ReadContent =>
  async (onSize) => {
    onSize?.(bytes);
    return { version: { title: `${bytes}`, metadata: null, blocks: [] } as unknown as Version, bytes };
  };

const from = (read: ReadContent, asker = '192.0.2.1', line: RenderLine = 'anonymous'): DocumentSource => ({
  line,
  asker,
  read,
});

describe('ViewerDocuments', () => {
  let documents: ViewerDocuments;
  let ends: (() => void)[];
  beforeEach(() => {
    ends = [];
    documents = new ViewerDocuments('en');
  });

  const workWith = (bytes: number, address = '192.0.2.1', line: RenderLine = 'anonymous') =>
    documents.with(
      NAME,
      from(reading(bytes), address, line),
      ({ title }) =>
        new Promise<string>((resolve) => {
          ends.push(() => resolve(title));
        }),
    );
  const turn = () =>
    new Promise((resolve) => {
      setImmediate(resolve);
    });

  const endNext = async () => {
    await until(async () => ends.length > 0);
    ends.shift()?.();
  };

  it('holds one large document at a time, and small ones beside it', async () => {
    const large = [workWith(LARGE), workWith(LARGE)];
    await turn();
    expect(ends).to.have.length(1);
    const small = [workWith(SMALL), workWith(SMALL)];
    await turn();
    expect(ends).to.have.length(3);
    for (const end of ends.splice(0)) end();
    expect(await Promise.all(small)).to.deep.equal(['5000', '5000']);
    await endNext();
    expect(await Promise.all(large)).to.deep.equal(['1100000', '1100000']);
  });

  it('reads the next large one later, when parsing has left the thread to others', async () => {
    const readAt: number[] = [];
    const read: ReadContent = (onSize) => {
      readAt.push(performance.now());
      return reading(LARGE)(onSize);
    };
    await Promise.all([1, 2].map(() => documents.with(NAME, from(read), async () => 'done')));
    // Each is read once to learn its size.
    expect(readAt).to.have.length(4);
    expect((readAt[3] ?? 0) - (readAt[2] ?? 0)).to.be.above(100);
  });

  it('refuses large ones beyond a few, and none when those are done', async () => {
    const outcomes = Array.from({ length: 10 }, (_, n) =>
      workWith(LARGE, `192.0.2.${n % 5}`).catch((error: unknown) => error),
    );
    for (let done = 0; done < 5; done++) await endNext();
    const refused = (await Promise.all(outcomes)).filter((outcome) => outcome instanceof OverloadedError);
    expect(refused).to.have.length(5);
    const next = workWith(LARGE);
    await endNext();
    expect(await next).to.equal('1100000');
  });

  it('lets two large ones of an address be under way, and those of others beside them', async () => {
    const own = [1, 2, 3].map(() => workWith(LARGE).catch((error: unknown) => error));
    const other = workWith(LARGE, '192.0.2.2');
    for (let done = 0; done < 3; done++) await endNext();
    expect((await Promise.all(own)).filter((outcome) => outcome instanceof OverloadedError)).to.have.length(1);
    expect(await other).to.equal('1100000');
  });

  it('reads large ones for owners beside those for strangers', async () => {
    const strangers = Array.from({ length: 5 }, (_, n) => workWith(LARGE, `192.0.2.${n % 3}`));
    const owner = workWith(LARGE, 'o', 'owners');
    await turn();
    expect(ends).to.have.length(2);
    for (let done = 0; done < 6; done++) await endNext();
    await Promise.all([...strangers, owner]);
  });

  it('passes on what the reading raises', async () => {
    const failing: ReadContent = async () => {
      throw new Error('away');
    };
    const work = documents.with(NAME, from(failing), async () => 'done');
    expect(await work.catch((error: Error) => error.message)).to.equal('away');
  });
});
