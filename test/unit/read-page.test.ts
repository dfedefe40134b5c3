import { expect } from 'chai';
import { readPage, RESULT_WINDOW } from '../../src/adapters/opensearch/documents/read-page.js';
import type { Searcher } from '../../src/adapters/opensearch/transport/searcher.js';
import { Deadline } from '../../src/platform/deadline.js';

const NAMES = Array.from({ length: 25_500 }, (_, i) => String(i).padStart(5, '0'));

type Body = {
  from?: number;
  size: number;
  search_after?: [name: string, id: string];
  query: { bool: { must_not?: [{ bool: { filter: [{ term: { name: string } }] } }] } };
};

/** Answers as OpenSearch does, which refuses a page that ends beyond the result window. */
function fakeSearcher(requests: string[]): Searcher {
  const hits = async (_scope: unknown, body: string) => {
    requests.push(body);
    const { from = 0, size, search_after: place, query } = JSON.parse(body) as Body;
    if (from + size > RESULT_WINDOW) throw new Error('beyond the result window');
    if (place && from > 0) throw new Error('from must be 0 with search_after');
    const after = place?.[0] ?? query.bool.must_not?.[0].bool.filter[0].term.name ?? '';
    const found = NAMES.filter((name) => name > after).slice(from, from + size);
    return found.map((name) => ({ _source: name, sort: [name, 'id'] }));
  };
  return { hits } as unknown as Searcher;
}

describe('readPage', () => {
  const scope = { alias: 'quire', routing: '0' };
  let requests: string[];
  beforeEach(() => {
    requests = [];
  });
  const read = (from: number, after?: readonly [string, string]) => {
    const search = { scope, filter: [], sortedBy: { field: 'name' }, deadline: new Deadline(1_000) } as const;
    return readPage<string>(fakeSearcher(requests), search, { from, size: 100, after });
  };

  for (const [from, steps] of [
    [0, 0],
    [RESULT_WINDOW - 100, 0],
    [RESULT_WINDOW - 99, 1],
    [20_000, 2],
    [25_450, 2],
  ] as const) {
    it(`reads the page at ${from} in ${steps} steps and one request more`, async () => {
      expect(await read(from)).to.deep.equal(NAMES.slice(from, from + 100));
      expect(requests).to.have.length(steps + 1);
    });
  }

  it('begins after a place', async () => {
    expect(await read(12_000, ['00999', 'id'])).to.deep.equal(NAMES.slice(13_000, 13_100));
  });

  it('finds nothing past the end, and takes no further step', async () => {
    expect(await read(90_000)).to.deep.equal([]);
    expect(requests).to.have.length(3);
  });
});
