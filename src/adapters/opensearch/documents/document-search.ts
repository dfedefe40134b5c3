import pLimit from 'p-limit';
import { OverloadedError } from '../../../domain/errors.js';
import { routingSlotOf } from '../../../domain/ids.js';
import { metadataBytes, type Head, type LivingHead } from '../../../domain/head.js';
import { positionIn, positionOf } from '../../../domain/result-order.js';
import type {
  Counted,
  CountQuery,
  ListedPage,
  ListQuery,
  SearchQuery,
  WordSearch,
} from '../../../ports/document-index.js';
import { KeyedQueue } from '../../../platform/keyed-queue.js';
import { PartSizes } from './part-sizes.js';
import { readPage, RESULT_WINDOW, type PageSearch, type Parts } from './read-page.js';
import { countBody, listFilters, sortedBy, sortPosition } from './search-body.js';
import type { Searcher } from '../transport/searcher.js';
import { livingHeadOfSource, type HeadSource } from '../model/sources.js';
import { countWords, rankOfScore, relevance, relevancePosition, wordFilters } from './word-search.js';
import { cutFor, listedPage, mergeUnrefreshed } from './merge-unrefreshed.js';

/** Each walk through deep offsets costs seconds of the cluster's CPU. */
const WALKS_AT_ONCE = 2;
/** Concurrent searches of one owner: enough to keep the cluster busy, and far fewer than there are sockets. */
const OWN_AT_ONCE = {
  mostOfOne: 16,
  refusal: () => new OverloadedError('too many searches of one owner are under way'),
};

export class DocumentSearch {
  readonly #searcher: Searcher;
  readonly #alias: string;
  readonly #readHead: (id: string) => Promise<Head | undefined>;
  readonly #walks = pLimit(WALKS_AT_ONCE);
  readonly #turns: KeyedQueue;
  readonly #sizes = new PartSizes();

  /** `readHead`: in real time. */
  constructor(searcher: Searcher, alias: string, readHead: (id: string) => Promise<Head | undefined>) {
    this.#searcher = searcher;
    this.#alias = alias;
    this.#readHead = readHead;
    this.#turns = new KeyedQueue({ ...OWN_AT_ONCE, waitMs: searcher.timeoutMs });
  }

  /** Leaves unrefreshed writes out of the query, reads them by id and merges them in (rule askForUnrefreshed). */
  page(query: SearchQuery): Promise<ListedPage> {
    return this.#turns.run(query.owner, async () => pageOf(await this.#page(query), query));
  }

  /** As `page`, for a list. */
  list(query: ListQuery): Promise<ListedPage> {
    return this.#turns.run(query.owner, () => this.#list(query));
  }

  /** As `page`, in this index of words. */
  words(index: string, query: WordSearch): Promise<ListedPage> {
    return this.#turns.run(query.owner, () => this.#words(index, query));
  }

  /** As `words`: counts what it finds. */
  countWords(index: string, query: CountQuery): Promise<Counted> {
    return this.#turns.run(query.owner, () => countWords(this.#searcher, index, query));
  }

  async #words(index: string, { onSize, ...query }: WordSearch): Promise<ListedPage> {
    const { owner, order, limit, offset, after, words } = query;
    const ranks = new Map<string, number>();
    const search: PageSearch<HeadSource> = {
      scope: { alias: index, routing: routingSlotOf(owner) },
      filter: wordFilters(query),
      sortedBy: order === 'relevance' ? relevance(words) : sortedBy(order),
      deadline: this.#searcher.deadline(),
      parts: this.#partsOf(owner, Infinity),
      onHit: ({ _source, sort: [score] }) => {
        if (order === 'relevance') ranks.set(_source.id, rankOfScore(score as number));
      },
    };
    const place = order === 'relevance' ? relevancePosition(after) : sortPosition(order, after);
    const sources = await readPage(this.#searcher, search, { from: offset, size: limit, after: place });
    const heads = sources.map(livingHeadOfSource);
    onSize?.(bytesOf(heads));
    const last = heads.length < limit ? undefined : heads.at(-1);
    return { heads, next: last && positionOf({ order, ranks }, last), ranks };
  }

  async #list({ onSize, ...query }: ListQuery): Promise<ListedPage> {
    const { owner, order, limit, bytes, unrefreshed } = query;
    const search: PageSearch<HeadSource> = {
      scope: { alias: this.#alias, routing: routingSlotOf(owner) },
      filter: listFilters(query),
      sortedBy: sortedBy(query.order),
      deadline: this.#searcher.deadline(),
      parts: this.#partsOf(owner, bytes),
    };
    const after = sortPosition(order, query.after);
    const [sources, found] = await Promise.all([
      readPage(this.#searcher, search, { from: 0, size: limit, after }),
      Promise.all(unrefreshed.map((id) => this.#readHead(id))),
    ]);
    const page = listedPage(query, sources.map(livingHeadOfSource), found);
    onSize?.(bytesOf(page.heads));
    return page;
  }

  async #page(query: SearchQuery): Promise<LivingHead[]> {
    if (query.unrefreshed.length === 0) {
      const rows = await this.#refreshedPage(query);
      query.onSize?.(bytesOf(rows));
      return rows;
    }
    const [rows, found] = await Promise.all([
      this.#refreshedPage({ ...query, ...cutFor(query, query.unrefreshed.length) }),
      Promise.all(query.unrefreshed.map((id) => this.#readHead(id))),
    ]);
    const heads = found.filter((head) => head !== undefined);
    query.onSize?.(bytesOf([...rows, ...heads]));
    return mergeUnrefreshed(query, rows, heads);
  }

  async #refreshedPage(query: SearchQuery): Promise<LivingHead[]> {
    const search: PageSearch<HeadSource> = {
      scope: { alias: this.#alias, routing: routingSlotOf(query.owner) },
      filter: listFilters(query),
      sortedBy: sortedBy(query.order),
      deadline: this.#searcher.deadline(),
      parts: this.#partsOf(query.owner, Infinity),
    };
    const isDeep = query.offset + query.limit > RESULT_WINDOW;
    return isDeep ? this.#deepPage(search, query) : this.#read(search, query);
  }

  /** A count shows at once that the offset is past the end. */
  async #deepPage(search: PageSearch<HeadSource>, query: SearchQuery): Promise<LivingHead[]> {
    const count = await this.#searcher.count(search.scope, countBody(search.filter), search.deadline);
    return count <= query.offset ? [] : this.#walks(() => this.#read(search, query));
  }

  async #read(search: PageSearch<HeadSource>, query: SearchQuery): Promise<LivingHead[]> {
    const page = { from: query.offset, size: query.limit, after: sortPosition(query.order, query.after) };
    const sources = await readPage(this.#searcher, search, page);
    return sources.map(livingHeadOfSource);
  }

  #partsOf(owner: string, bytes: number): Parts<HeadSource> {
    return { sizes: this.#sizes, owner, bytes, sizeOf: metadataBytes };
  }
}

function pageOf(heads: LivingHead[], { limit, order }: SearchQuery): ListedPage {
  const last = heads.length < limit ? undefined : heads.at(-1);
  return { heads, next: last && positionIn(order, last) };
}

function bytesOf(heads: readonly Head[]): number {
  return heads.reduce((sum, head) => sum + (head.deleted ? 0 : metadataBytes(head)), 0);
}
