import pLimit from 'p-limit';
import { routingSlotOf } from '../../../domain/ids.js';
import type { Head, LivingHead } from '../../../domain/head.js';
import type { SearchQuery } from '../../../ports/document-index.js';
import type { Deadline } from '../../../platform/deadline.js';
import { Turns } from '../../../platform/turns.js';
import { countBody, filtersOf, pageBody, placeBody, type PageRange, type SortPlace } from './search-body.js';
import type { ShardScope, Searcher } from '../transport/searcher.js';
import { livingHeadOfSource, type HeadSource } from '../transport/sources.js';
import { cutFor, mergeUnrefreshed } from './merge-unrefreshed.js';

/** `index.max_result_window`: OpenSearch's default, which the index template keeps. */
const RESULT_WINDOW = 10_000;
/** Each walk through deep offsets costs seconds of the cluster's CPU. */
const WALKS_AT_ONCE = 2;
/** Concurrent searches of one owner: enough to keep the cluster busy, and far fewer than there are sockets. */
const OWN_AT_ONCE = { atOnce: 16, tooMany: 'searches of one owner' };

type TitleSearch = { scope: ShardScope; filter: ReturnType<typeof filtersOf>; deadline: Deadline };

export class DocumentSearch {
  readonly #searcher: Searcher;
  readonly #alias: string;
  readonly #readHead: (id: string) => Promise<Head | undefined>;
  readonly #walks = pLimit(WALKS_AT_ONCE);
  readonly #turns: Turns;

  /** `readHead`: in real time. */
  constructor(searcher: Searcher, alias: string, readHead: (id: string) => Promise<Head | undefined>) {
    this.#searcher = searcher;
    this.#alias = alias;
    this.#readHead = readHead;
    this.#turns = new Turns({ ...OWN_AT_ONCE, waitMs: searcher.timeoutMs });
  }

  /** Leaves unrefreshed writes out of the query, reads them by id and merges them in (rule askForOverlaid). */
  page(query: SearchQuery): Promise<LivingHead[]> {
    return this.#turns.run(query.owner, () => this.#page(query));
  }

  async #page(query: SearchQuery): Promise<LivingHead[]> {
    if (query.unrefreshed.length === 0) {
      const rows = await this.#seenPage(query);
      query.onSize?.(metadataBytes(rows));
      return rows;
    }
    const [rows, found] = await Promise.all([
      this.#seenPage({ ...query, ...cutFor(query, query.unrefreshed.length) }),
      Promise.all(query.unrefreshed.map((id) => this.#readHead(id))),
    ]);
    const heads = found.filter((head) => head !== undefined);
    query.onSize?.(metadataBytes([...rows, ...heads]));
    return mergeUnrefreshed(query, rows, heads);
  }

  async #seenPage(query: SearchQuery): Promise<LivingHead[]> {
    const search = {
      scope: { alias: this.#alias, routing: routingSlotOf(query.owner) },
      filter: filtersOf(query),
      deadline: this.#searcher.deadline(),
    };
    if (query.offset + query.limit <= RESULT_WINDOW) {
      return this.#read(search, { from: query.offset, size: query.limit });
    }
    return this.#deepPage(search, query);
  }

  /** A count shows at once that the offset is past the end. */
  async #deepPage(search: TitleSearch, { offset, limit }: SearchQuery): Promise<LivingHead[]> {
    const count = await this.#searcher.count(search.scope, countBody(search.filter), search.deadline);
    if (count <= offset) return [];
    return this.#walks(async () => {
      const after = await this.#walk(search, offset);
      return after === undefined ? [] : this.#read(search, { from: 0, size: limit, after });
    });
  }

  /** Sort values of the hit before `offset`; undefined: there are fewer hits by now. */
  async #walk(search: TitleSearch, offset: number): Promise<SortPlace | undefined> {
    let after: SortPlace | undefined;
    for (let left = offset; left > 0;) {
      const step = Math.min(left, RESULT_WINDOW);
      const body = placeBody(search.filter, { from: step - 1, ...(after && { after }) });
      const [hit] = await this.#searcher.hits<never>(search.scope, body, search.deadline);
      if (hit === undefined) return undefined;
      after = hit.sort;
      left -= step;
    }
    return after;
  }

  async #read(search: TitleSearch, page: PageRange): Promise<LivingHead[]> {
    const body = pageBody(search.filter, page);
    const hits = await this.#searcher.hits<HeadSource>(search.scope, body, search.deadline);
    return hits.map(({ _source }) => livingHeadOfSource(_source));
  }
}

function metadataBytes(heads: readonly Head[]): number {
  return heads.reduce((sum, head) => sum + (head.deleted ? 0 : (head.metadata?.length ?? 0)), 0);
}
