import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { fold } from '../../src/domain/fold.js';
import { byBytes } from '../support/index-helpers.js';
import { expectStatus, header, type Client } from './client.js';
import { create, createFolder, push, read, searchFor, unique } from './making.js';
import { describeHttp } from './suite.js';

type Result = Record<string, unknown> & { id: string; title: string; folder_id: string };
type Query = { q?: string; tag?: string; folder_id?: string; limit: number; offset: number };

const QUERIES = 300;
/** Titles and metadata that need escapes in JSON, or more than one byte in UTF-8. */
const ENDS = ['', ' "quoted"', ' \\ back', ' </script>', ' \u2028 line', ' Ünïcode ﬃ', ' 文書', ' 🗂', '\ttab'];

/** The bytes, entity tags and headers of searches. They are stated here without the code that makes them. */
describeHttp('a page of results', (api) => {
  let caller: Client;
  let results: Result[];
  let queries: Query[];

  before(async function () {
    this.timeout(30_000);
    caller = await api.caller();
    const word = unique();
    const folder = await createFolder(caller);
    const made = ENDS.flatMap((end, n) => [0, 1, 2].map((m) => ({ title: `${word}${m}${end}`, n, m })));
    results = await Promise.all(
      made.map(async ({ title, n, m }) => {
        const metadata = m === 0 ? null : { tags: [`t${n % 2}`], z: ENDS[n], a: { '10': 1, b: [true, null, 1.5e300] } };
        const { id } = await create(caller, { title, metadata, ...(m === 2 && { folder_id: folder.id }) });
        if (n % 2 === 1) await push(caller, id, { title, metadata, blocks: [] });
        return resultOf(caller, id, { blocks: n % 2 === 1 ? 0 : 1, version: n % 2 === 1 ? 2 : 1 });
      }),
    );
    queries = Array.from({ length: QUERIES }, (_, n) => ({
      ...(n % 4 !== 3 && { q: word.slice(0, 6 + (n % 8)) + (n % 5 === 0 ? String(n % 3) : '') }),
      ...(n % 4 > 1 && { tag: `t${n % 3}` }),
      ...(n % 7 === 0 && { folder_id: folder.id }),
      limit: 1 + (n % 23),
      offset: n % 6,
    }));
  });

  it('is the same JSON, byte for byte, with the same tag and headers, new and kept', async function () {
    this.timeout(60_000);
    let found = 0;
    for (const query of queries) {
      const page = pageOf(results, query);
      const text = JSON.stringify(page);
      found += page.count;
      for (let again = 0; again < 2; again++) {
        const answer = await caller.get(searchFor(query));
        expectStatus(answer, 200);
        expect(answer.text).to.equal(text);
        expect(header(answer, 'ETag')).to.equal(`"${createHash('sha1').update(text).digest('base64url')}"`);
        expect(header(answer, 'Vary')).to.equal('Accept-Encoding');
        expect(header(answer, 'Content-Type')).to.equal('application/json; charset=utf-8');
        expect(header(answer, 'Content-Length')).to.equal(String(Buffer.byteLength(text)));
      }
    }
    expect(found).to.be.above(QUERIES);
  });
});

/** A document as searches show it, by the answers of other calls. */
async function resultOf(caller: Client, id: string, { blocks, version }: { blocks: number; version: number }) {
  const { url, folder_id, title, content_type, metadata, visibility, created_at, updated_at } = await read(caller, id);
  const folder = await caller.get<{ path: string }>(`/v1/folders/${folder_id}`);
  const path = folder.status === 200 ? folder.body.path : '/';
  const first = { id, url, folder_id, folder_path: path, title, content_type, metadata, visibility, created_at };
  return { ...first, block_count: blocks, current_version: version, updated_at } as Result;
}

function pageOf(results: readonly Result[], { q, tag, folder_id, limit, offset }: Query) {
  const isFound = (result: Result) =>
    (q === undefined || fold(result.title).startsWith(fold(q))) &&
    (tag === undefined || (result['metadata'] as { tags: string[] } | null)?.tags.includes(tag) === true) &&
    (folder_id === undefined || result.folder_id === folder_id);
  const inOrder = (a: Result, b: Result) => byBytes(fold(a.title), fold(b.title)) || byBytes(a.id, b.id);
  const sorted = results.filter(isFound).sort(inOrder);
  const page = sorted.slice(offset, offset + limit);
  const asked = { query: q ?? null, tag: tag ?? null, folder_id: folder_id ?? null };
  const last = page.length < limit ? undefined : page.at(-1);
  const next_cursor = last ? Buffer.from(last.id + fold(last.title)).toString('base64url') : null;
  return { results: page, count: page.length, ...asked, next_cursor };
}
