import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LivingHead } from '../../../domain/head.js';
import { positionIn, type ResultPosition } from '../../../domain/result-order.js';
import type { ListedPage, ListQuery, SearchQuery } from '../../../ports/document-index.js';
import type { OnSize } from '../../../ports/object-store.js';
import { inSnapshot } from '../files/connection.js';
import type { PlacePage } from './entry-reader.js';
import type { OpenIndex } from './index-files.js';
import { DECODED_TOGETHER, type KeptHeads, type Wanted } from './kept-heads.js';
import { placeWindow, type PlaceQuery } from './place-window.js';
import { eachScope, scopeOf, textsFrom } from './scopes.js';

/** Rows that are stepped over in a turn of the event loop: a millisecond. */
const SKIPPED_TOGETHER = 1_000;

/** Whether there are conditions that no range of titles answers. */
function hasRest({ moreTags, keyPrefix, visibility, updatedFrom, updatedBefore }: SearchQuery): boolean {
  const hasMore = moreTags !== undefined && moreTags.length > 0;
  return hasMore || [keyPrefix, visibility, updatedFrom, updatedBefore].some((condition) => condition !== undefined);
}

type Read = <T>(read: (index: OpenIndex, kept: KeptHeads) => T) => Promise<T>;

/** Searches and lists of the current index. */
export class PlaceSearch {
  readonly #read: Read;

  /** `read`: in the current index. */
  constructor(read: Read) {
    this.#read = read;
  }

  search(query: SearchQuery): Promise<ListedPage> {
    return query.order === 'title' && !hasRest(query) ? this.#byTitle(query) : this.#inWindows(query);
  }

  async #byTitle({ prefix = '', limit, offset, after, onSize, ...query }: SearchQuery): Promise<ListedPage> {
    const page = { scopes: eachScope(query, scopeOf), ...textsFrom(prefix), backwards: false, after, limit };
    const start = await this.#skip(page, offset);
    if (!start) return { heads: [], next: undefined };
    const { kept, places, found } = await this.#read((index, kept) =>
      inSnapshot(index.connection, () => {
        const places = index.reader.places(start.page, start.skip);
        return { kept, places, found: kept.find(places, onSize) };
      }),
    );
    return { heads: await kept.decode(found), next: places.length < limit ? undefined : places.at(-1) };
  }

  /** Window after window, until the page is full. */
  async #inWindows({ limit, offset, onSize, ...query }: SearchQuery): Promise<ListedPage> {
    const heads: LivingHead[] = [];
    let [after, skip, bytes] = [query.after, offset, 0];
    for (;;) {
      const asked = { ...query, after, limit: Math.min(SKIPPED_TOGETHER, skip + limit) };
      const wanted = { skip, limit: limit - heads.length, bytes: DECODED_TOGETHER };
      const page = await this.#window(asked, wanted, (more) => onSize?.((bytes += more)));
      heads.push(...page.heads);
      skip -= page.skipped;
      after = page.next;
      if (heads.length === limit) return { heads, next: positionIn(query.order, heads[limit - 1] as LivingHead) };
      if (!after) return { heads, next: undefined };
      await nextTurn();
    }
  }

  list({ limit, bytes, onSize, ...query }: ListQuery): Promise<ListedPage> {
    const wanted = { skip: 0, limit, bytes: Math.min(bytes, DECODED_TOGETHER) };
    return this.#window({ ...query, limit }, wanted, onSize);
  }

  /** What is found among the next places, and where the next ones begin. */
  async #window(
    query: PlaceQuery,
    wanted: Omit<Wanted, 'rest'>,
    onSize: OnSize = () => undefined,
  ): Promise<ListedPage & { skipped: number }> {
    const { kept, window, first } = await this.#read((index, kept) =>
      inSnapshot(index.connection, () => {
        const window = placeWindow(index.reader, query);
        return { kept, window, first: kept.findFirst(window.places, { ...wanted, rest: window.rest }) };
      }),
    );
    onSize(first.bytes);
    const { places, isLast } = window;
    const next = isLast && first.lookedAt === places.length ? undefined : places[first.lookedAt - 1];
    return { heads: await kept.decode(first), next, skipped: first.skipped };
  }

  /** Undefined: there are fewer places. */
  async #skip(page: PlacePage, offset: number): Promise<{ page: PlacePage; skip: number } | undefined> {
    let [after, skip]: [ResultPosition | undefined, number] = [page.after, offset];
    for (; skip > SKIPPED_TOGETHER; skip -= SKIPPED_TOGETHER) {
      const step = { ...page, after, limit: 1 };
      [after] = await this.#read(({ reader }) => reader.places(step, SKIPPED_TOGETHER - 1));
      if (!after) return undefined;
      await nextTurn();
    }
    return { page: { ...page, after }, skip };
  }
}
