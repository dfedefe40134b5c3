import { expect } from 'chai';
import { PART_BYTES, PartSizes } from '../../src/adapters/opensearch/documents/part-sizes.js';
import { readPage } from '../../src/adapters/opensearch/documents/read-page.js';
import type { Searcher } from '../../src/adapters/opensearch/transport/searcher.js';
import { LargeAnswerError } from '../../src/adapters/http-exchange.js';
import { Deadline } from '../../src/platform/deadline.js';

const OVERHEAD = 700;

type Body = { size: number; from?: number; search_after?: [number, string] };

/** Answers with documents of these sizes, as far as the caller takes them. `times`: bytes of an answer for one. */
function searcherOf(sizes: readonly number[], asked: number[], times = 1): Searcher {
  const hits = async (_: unknown, body: string, { mostBytes = Infinity }: { mostBytes?: number }) => {
    const { size, from = 0, search_after: after } = JSON.parse(body) as Body;
    const start = after ? after[0] + 1 : from;
    const found = sizes.slice(start, start + size).map((_source, n) => ({ _source, sort: [start + n, 'id'] }));
    const bytes = found.reduce((sum, { _source }) => sum + times * _source + OVERHEAD, 0);
    asked.push(size);
    if (bytes > mostBytes) throw new LargeAnswerError('an answer is too large');
    return found;
  };
  return { hits } as unknown as Searcher;
}

describe('pages read from OpenSearch in parts', () => {
  let asked: number[];
  let partSizes: PartSizes;
  beforeEach(() => {
    asked = [];
    partSizes = new PartSizes();
  });

  const read = (sizes: readonly number[], { size = 200, bytes = Infinity, from = 0, times = 1 } = {}) =>
    readPage<number>(
      searcherOf(sizes, asked, times),
      {
        ...{ scope: { alias: 'i', routing: 'r' }, filter: [], deadline: new Deadline(1_000) },
        sortedBy: { field: 'folded_title' },
        parts: { sizes: partSizes, owner: 'ann', sizeOf: (each) => each, bytes },
      },
      { from, size },
    );

  it('are one part where documents are small', async () => {
    const sizes = Array.from({ length: 300 }, () => 300);
    for (let n = 0; n < 3; n++) expect(await read(sizes)).to.have.length(200);
    expect(asked).to.deep.equal([200, 200, 200]);
  });

  it('have at most 4 MB a part, and the first answer that is larger is given up', async () => {
    const sizes = Array.from({ length: 60 }, (_, n) => 250_000 + n);
    expect(await read(sizes, { size: 50, from: 5 })).to.deep.equal(sizes.slice(5, 55));
    expect(asked[0]).to.equal(50);
    expect(Math.max(...asked.slice(1)) * 251_000).to.be.below(PART_BYTES);
    asked = [];
    expect(await read(sizes)).to.deep.equal(sizes);
    expect(asked).to.deep.equal(new Array(16).fill(4));
  });

  it('are not given up again and again where an answer has three bytes for one of metadata', async () => {
    const sizes = Array.from({ length: 50 }, () => 262_144);
    expect(await read(sizes, { size: 50, times: 3 })).to.deep.equal(sizes);
    // The first two answers may be given up; all others have several documents.
    expect(asked.length).to.be.below(20);
  });

  it('end with the document by which there are enough bytes, and ask for few more', async () => {
    const sizes = Array.from({ length: 100 }, () => 250_000);
    await read(sizes, { size: 8 });
    asked = [];
    expect(await read(sizes, { bytes: 600_000 })).to.have.length(3);
    expect(asked).to.deep.equal([3]);
  });

  it('grow again where documents become small, and go on where one alone is too large', async () => {
    const small = Array.from({ length: 200 }, () => 100);
    const sizes = [PART_BYTES * 2, PART_BYTES * 2, ...small];
    expect(await read(sizes, { size: 202 })).to.deep.equal(sizes);
    expect(asked.length).to.be.below(8);
    asked = [];
    await read(small);
    expect(asked).to.deep.equal([200]);
  });
});
