// Slow: many documents and searches.
import { expect } from 'chai';
import { createClient } from '../../src/client/client.js';
import type { BulkOperation } from '../../src/client/bulk-lines.js';
import { SEARCH_ORDERS, type SearchOrder } from '../../src/domain/result-order.js';
import { compareFound, rankOf, type DocumentWords } from '../../src/domain/words/rank.js';
import { documentWords, type PlainContent } from '../../src/domain/words/searched-text.js';
import { snippetsOf } from '../../src/domain/words/snippets.js';
import { parseSearch } from '../../src/domain/words/word-query.js';
import { atOnce } from '../../src/platform/in-turns.js';
import { issueKey } from '../support/issue-key.js';
import { compareUtf8 } from '../support/oracle/compare-utf8.js';
import { SeededRandom } from '../support/oracle/seeded-random.js';
import { soughtText, textOf, vocabulary } from '../support/oracle/word-texts.js';
import { rounds } from '../support/rounds.js';
import { expectStatus, type Client } from './client.js';
import { unique, type Document, type Found, type FoundPage } from './making.js';
import { describeOwnHttp } from './suite.js';
import { fold } from '../../src/domain/fold.js';

const DOCUMENTS = rounds(600, 10_000);
const SEARCHES = rounds(1_000, 10_000);
const TAGS = ['red', 'green', 'blue', 'ünïque'];

type Known = Found & { tags: readonly string[]; plain: PlainContent; words: DocumentWords; rank: number };

describeOwnHttp('searches with words, compared with the rules', {}, (api) => {
  const random = new SeededRandom(7);
  const words = vocabulary(random, 150);
  const texts: string[] = [];
  let alice: Client;
  let known: Known[];

  const text = (count: number) => textOf(random, words, count);
  const content = () => {
    const blocks = Array.from({ length: random.below(4) }, () => text(1 + random.below(12)));
    texts.push(...blocks.filter((each) => each !== ''));
    return {
      title: text(1 + random.below(3)).trim() || 'a',
      blocks: blocks.map((each) => ({ type: 'paragraph' as const, content: each })),
      content_type: 'text' as const,
      metadata: { tags: TAGS.filter(() => random.chance(0.4)) },
      visibility: random.pick(['public', 'private'] as const),
    };
  };

  before(async function () {
    this.timeout(60_000 + 30 * DOCUMENTS);
    const owner = unique();
    alice = await api.caller({ owner });
    const client = createClient({ url: api.url, apiKey: await issueKey(api.storage.env, { owner }) });
    const run = async (operations: BulkOperation[]) => {
      const ids: string[] = [];
      for await (const line of client.bulk(operations)) {
        expect(line.status, JSON.stringify(line)).to.be.within(200, 204);
        ids.push((line as { document?: { id: string } }).document?.id ?? '');
      }
      return ids;
    };
    const creates = Array.from({ length: DOCUMENTS }, () => ({ op: 'create' as const, document: content() }));
    await run(creates);
    // Another owner's documents have the same words.
    const bob = createClient({ url: api.url, apiKey: await issueKey(api.storage.env, { owner: unique() }) });
    for await (const { status } of bob.bulk(creates.slice(0, DOCUMENTS / 2))) expect(status).to.equal(201);
    const made = [];
    for await (const { id } of client.listDocuments()) made.push(id);
    const changed = random.shuffled(made);
    await run(changed.slice(0, DOCUMENTS / 4).map((id) => ({ op: 'push' as const, id, document: content() })));
    await run(
      changed
        .slice(0, DOCUMENTS / 10)
        .map((id) => ({ op: 'patch' as const, id, changes: { title: text(2).trim() || 'a' } })),
    );
    await run(changed.slice(-DOCUMENTS / 10).map((id) => ({ op: 'delete' as const, id })));
    known = [];
    for await (const listed of client.listDocuments()) {
      const { title, blocks, metadata } = expectStatus(await alice.get<Document>(`/v1/documents/${listed.id}`), 200);
      const plain = {
        title,
        blocks: blocks.map((block) => ({ id: block.id, text: block.content.replace(/\s+/g, ' ').trim() })),
      };
      const tags = (metadata?.['tags'] ?? []) as string[];
      known.push({ ...listed, tags, plain, words: atOnce(documentWords(plain)), rank: 0 });
    }
  });

  function inOrder(found: Known[], order: SearchOrder): Known[] {
    const field = order.replace('-', '') as 'updated_at';
    const by = (one: Known, other: Known) =>
      order === 'title'
        ? compareUtf8(fold(one.title), fold(other.title)) || compareUtf8(one.id, other.id)
        : (order.startsWith('-') ? -1 : 1) * (compareUtf8(one[field], other[field]) || compareUtf8(one.id, other.id));
    const toFound = ({ id, rank, updated_at: updatedAt }: Known) => ({ id, rank, updatedAt });
    return found.sort(order === 'relevance' ? (one, other) => compareFound(toFound(one), toFound(other)) : by);
  }

  type Asked = { sort?: SearchOrder; tag?: string[]; visibility?: string; updated_from?: string; q?: string };

  function expected(sought: string, asked: Asked): Known[] {
    const query = parseSearch(sought);
    const found = known.flatMap((one) => {
      const rank = rankOf(query, one.words);
      const isMeant =
        (asked.tag ?? []).every((tag) => one.tags.includes(tag)) &&
        (asked.visibility ?? one.visibility) === one.visibility &&
        one.updated_at >= (asked.updated_from ?? '') &&
        fold(one.title).startsWith(fold(asked.q ?? ''));
      return rank === undefined || !isMeant ? [] : [{ ...one, rank }];
    });
    return inOrder(found, asked.sort ?? 'relevance');
  }

  function randomAsked(): Asked {
    return {
      ...(random.chance(0.5) && { sort: random.pick(SEARCH_ORDERS) }),
      ...(random.chance(0.2) && { tag: random.shuffled(TAGS).slice(0, 1 + random.below(2)) }),
      ...(random.chance(0.1) && { visibility: random.pick(['public', 'private']) }),
      ...(random.chance(0.1) && { updated_from: random.pick(known).updated_at }),
      ...(random.chance(0.05) && { q: random.pick(known).title.slice(0, 1) }),
    };
  }

  async function search(
    sought: string,
    asked: Asked,
    more: Record<string, string | number | boolean>,
  ): Promise<FoundPage> {
    const { tag = [], ...others } = asked;
    const given = Object.entries({ ...others, ...more }).map(([name, value]): [string, string] => [name, value]);
    const tags = tag.map((each): [string, string] => ['tag', each]);
    const parameters = new URLSearchParams([['text', sought], ...tags, ...given]);
    return expectStatus(await alice.get<FoundPage>(`/v1/documents/search?${parameters}`), 200);
  }

  it(`find the same, in the same order, page by page, with totals and tags, ${SEARCHES} times`, async function () {
    this.timeout(60_000 + 400 * SEARCHES);
    let results = 0;
    for (let n = 0; n < SEARCHES; n++) {
      const sought = soughtText(random, words, texts);
      if (parseSearch(sought).required.length === 0) continue;
      const asked = randomAsked();
      const wanted = expected(sought, asked);
      results += wanted.length;
      const said = JSON.stringify([sought, asked]);
      const limit = random.pick([1, 5, 20, 50]);
      const isWalked = random.chance(0.3);
      const found: string[] = [];
      for (let cursor: string | null = ''; cursor !== null && (isWalked || cursor === '');) {
        const page: FoundPage = await search(sought, asked, { limit, cursor, snippets: 0 });
        found.push(...page.results.map(({ id }) => id));
        cursor = page.next_cursor;
      }
      const ids = wanted.map(({ id }) => id);
      expect(found, said).to.deep.equal(isWalked ? ids : ids.slice(0, limit));
      if (random.chance(0.2)) {
        const offset = random.below(20);
        const page = await search(sought, asked, { limit, offset, snippets: 0 });
        expect(
          page.results.map(({ id }) => id),
          `${said} from ${offset}`,
        ).to.deep.equal(ids.slice(offset, offset + limit));
      }
      if (random.chance(0.3)) await expectCounts(sought, asked, wanted);
    }
    // Most searches find something.
    expect(results).to.be.above(SEARCHES);
  });

  async function expectCounts(sought: string, asked: Asked, wanted: readonly Known[]): Promise<void> {
    const most = random.pick([1, 2, 20]);
    const page = await search(sought, asked, { limit: 1, total: true, facets: 'tags', facet_limit: most });
    const counts = TAGS.map((value) => ({ value, count: wanted.filter(({ tags }) => tags.includes(value)).length }));
    const tags = counts
      .filter(({ count }) => count > 0)
      .sort((one, other) => other.count - one.count || compareUtf8(one.value, other.value))
      .slice(0, most);
    const { total, total_is_exact, facets, facets_are_exact } = page;
    const counted = { total, total_is_exact, facets, facets_are_exact };
    const right = { total: wanted.length, total_is_exact: true, facets: { tags }, facets_are_exact: true };
    expect(counted, JSON.stringify([sought, asked])).to.deep.equal(right);
  }

  it('show where the words are', async function () {
    this.timeout(60_000);
    for (let n = 0; n < 200; n++) {
      const sought = soughtText(random, words, texts);
      const query = parseSearch(sought);
      if (query.required.length === 0) continue;
      const page = await search(sought, {}, { limit: 5, snippets: 3 });
      for (const { id, snippets } of page.results) {
        const { plain } = known.find((one) => one.id === id) as Known;
        const right = atOnce(snippetsOf(query, plain, 3)).map(({ blockId, segments }) => ({
          block_id: blockId,
          segments,
        }));
        expect(snippets, sought).to.deep.equal(right);
      }
    }
  });
});
