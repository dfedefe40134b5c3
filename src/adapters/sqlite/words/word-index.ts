import { OverloadedError, UnavailableError, UnusableIndexError } from '../../../domain/errors.js';
import type { LivingHead } from '../../../domain/head.js';
import type { Counted, CountQuery, ListedPage, WordSearch } from '../../../ports/document-index.js';
import { KeyedQueue } from '../../../platform/keyed-queue.js';
import { ThreadCalls } from '../writer/thread-calls.js';
import type { Followed, Reached } from './follow-thread.js';
import type { WordsAsked, WordsFound } from './search-thread.js';
import type { WordHit, WordPage } from './word-search.js';

/** Writes within this time are followed together. */
const TOGETHER_MS = 100;
/** Searches at once, of all owners and of one. Each has a connection of its own. */
const AT_ONCE = {
  most: 16,
  mostOfOne: 2,
  waitMs: 5_000,
  refusal: () => new OverloadedError('too many searches of one owner are under way'),
};
/** Of a page whose documents change meanwhile. */
const TRIES = 4;

/** Reads the heads of hits, in their order; those that are gone are left out. */
export type ReadHits = (hits: readonly WordHit[]) => Promise<LivingHead[]>;

/**
 * Words of the documents of a data folder, in a file of their own. One thread follows what is written, another one
 * searches. A search waits until the words have reached what its owner wrote before.
 */
export class WordIndex {
  readonly #follow: ThreadCalls<Followed, Reached>;
  readonly #search: ThreadCalls<WordsAsked, WordsFound>;
  readonly #turns = new KeyedQueue(AT_ONCE);
  #later: NodeJS.Timeout | undefined;
  #isFollowing = false;
  /** The file that could not be searched. */
  #damaged: number | undefined;

  constructor(folder: string) {
    const moduleOf = (name: string) => new URL(`./${name}.js`, import.meta.url);
    this.#follow = new ThreadCalls({ module: moduleOf('follow-thread'), data: folder, doing: 'following words' });
    this.#search = new ThreadCalls({ module: moduleOf('search-thread'), data: folder, doing: 'finding words' });
  }

  /** After a write, and at the start: what is not in yet follows soon. */
  follow(): void {
    if (this.#isFollowing) return;
    this.#later ??= setTimeout(() => {
      this.#later = undefined;
      this.#isFollowing = true;
      void this.#followOn();
    }, TOGETHER_MS).unref();
  }

  /** Raises `UnavailableError`. */
  page({ onSize: _, ...search }: WordSearch, readHits: ReadHits): Promise<ListedPage> {
    return this.#turns.run(search.owner, async () => {
      for (let tried = 1; ; tried++) {
        const { hits, next } = (await this.#ask(search.owner, { search })) as WordPage;
        const heads = await readHits(hits);
        const versions = new Map(heads.map(({ id, currentVersion }) => [id, currentVersion]));
        // One that changed meanwhile may have other words, or another place.
        if (tried < TRIES && !hits.every(({ id, version }) => versions.get(id) === version)) continue;
        const ranks = new Map(hits.flatMap(({ id, rank }) => (rank === undefined ? [] : [[id, rank] as const])));
        return { heads, next, ranks };
      }
    });
  }

  /** Raises `UnavailableError`. */
  count(count: CountQuery): Promise<Counted> {
    return this.#turns.run(count.owner, async () => (await this.#ask(count.owner, { count })) as Counted);
  }

  async close(): Promise<void> {
    clearTimeout(this.#later);
    await Promise.all([this.#follow.close(), this.#search.close()]);
  }

  async #ask(owner: string, asked: { search: WordSearch } | { count: CountQuery }): Promise<WordsFound> {
    const reached = await this.#follow.ask({ owner, damaged: this.#damaged });
    if (!reached) throw new UnavailableError('the words of the documents are being read', { retryAfter: 5 });
    try {
      return await this.#search.ask({ file: reached.file, ...asked });
    } catch (error) {
      if (error instanceof UnusableIndexError) this.#damaged = reached.file;
      throw error;
    }
  }

  async #followOn(): Promise<void> {
    try {
      while (!(await this.#follow.ask({ owner: undefined })));
    } catch {
      // The next write, or the next search, begins again.
    } finally {
      this.#isFollowing = false;
    }
  }
}
