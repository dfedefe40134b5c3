import { expect } from 'chai';
import { OverloadedError } from '../../src/domain/errors.js';
import type { Version } from '../../src/domain/version.js';
import type { ReadContent } from '../../src/operations/get-document.js';
import type { PageLine } from '../../src/http/limits/rendering-share.js';
import { ViewerDocuments, type DocumentSource } from '../../src/http/viewer/viewer-documents.js';

const LARGE = 5_000_000;
const SMALL = 5_000;
const NAME = { id: 'x'.repeat(24), url: null };

const reading =
  (bytes: number): ReadContent =>
  async (onSize) => {
    onSize?.(bytes);
    return { version: { title: `${bytes}` } as Version, bytes };
  };

const from = (read: ReadContent, asker = '192.0.2.1', line: PageLine = 'anonymous'): DocumentSource => ({
  line,
  asker,
  read,
});

describe('ViewerDocuments', () => {
  let charged: number;
  let documents: ViewerDocuments;
  let ends: (() => void)[];
  beforeEach(() => {
    [charged, ends] = [0, []];
    documents = new ViewerDocuments('en', (_line, milliseconds) => {
      charged += milliseconds;
    });
  });

  const workWith = (bytes: number, address = '192.0.2.1', line: PageLine = 'anonymous') =>
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

  it('holds one large document at a time, and small ones beside it', async () => {
    const large = [workWith(LARGE), workWith(LARGE)];
    await turn();
    expect(ends).to.have.length(1);
    const small = [workWith(SMALL), workWith(SMALL)];
    await turn();
    expect(ends).to.have.length(3);
    for (const end of ends) end();
    expect(await Promise.all(small)).to.deep.equal(['5000', '5000']);
    await turn();
    ends.at(-1)?.();
    expect(await Promise.all(large)).to.deep.equal(['5000000', '5000000']);
  });

  it('refuses large ones beyond a few, and none when those are done', async () => {
    const outcomes = Array.from({ length: 10 }, (_, n) =>
      workWith(LARGE, `192.0.2.${n % 5}`).catch((error: unknown) => error),
    );
    await turn();
    for (let done = 0; done < 5; done++) {
      ends.shift()?.();
      await turn();
    }
    const refused = (await Promise.all(outcomes)).filter((outcome) => outcome instanceof OverloadedError);
    expect(refused).to.have.length(5);
    const next = workWith(LARGE);
    await turn();
    ends.shift()?.();
    expect(await next).to.equal('5000000');
  });

  it('lets two large ones of an address be under way, and those of others beside them', async () => {
    const own = [1, 2, 3].map(() => workWith(LARGE).catch((error: unknown) => error));
    const other = workWith(LARGE, '192.0.2.2');
    for (let done = 0; done < 3; done++) {
      await turn();
      ends.shift()?.();
    }
    expect((await Promise.all(own)).filter((outcome) => outcome instanceof OverloadedError)).to.have.length(1);
    expect(await other).to.equal('5000000');
  });

  it('has room for large ones of owners beside those of strangers, and their turn after the one under way', async () => {
    const order: string[] = [];
    const strangers = Array.from({ length: 5 }, (_, n) =>
      workWith(LARGE, `192.0.2.${n % 3}`).then(() => order.push('stranger')),
    );
    await turn();
    const owner = workWith(LARGE, 'o', 'owners').then(() => order.push('owner'));
    for (let done = 0; done < 6; done++) {
      await turn();
      ends.shift()?.();
    }
    await Promise.all([...strangers, owner]);
    expect(order.indexOf('owner')).to.equal(1);
  });

  it('tells what reading costs, once', async () => {
    const work = documents.with(NAME, from(reading(LARGE)), async () => 'done');
    expect(await work).to.equal('done');
    expect(charged).to.be.within(20, 200);
  });

  it('passes on what the reading raises', async () => {
    const failing: ReadContent = async () => {
      throw new Error('away');
    };
    const work = documents.with(NAME, from(failing), async () => 'done');
    expect(await work.catch((error: Error) => error.message)).to.equal('away');
  });
});
