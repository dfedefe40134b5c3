import { LRUCache } from 'lru-cache';
import type { Head } from '../../domain/head.js';
import { UNSEEN_HEAD_LIFE_MS } from '../../domain/limits.js';
import type { UnseenWrite } from '../../ports/document-index.js';

const KEPT = 4_096;
/** Characters of metadata; with more, a head is read anew each time. */
const LARGEST_KEPT = 4_096;

type Kept = { write: string; askedAt: number; head: Promise<Head | undefined> };

/**
 * Heads that searches of the last moments have read for themselves, so that one write is read now and then and not by
 * every search that comes before the next refresh.
 */
export class UnseenHeads {
  readonly #read: (id: string) => Promise<Head | undefined>;
  readonly #now: () => number;
  readonly #kept = new LRUCache<string, Kept>({ max: KEPT });

  /** `read`: in real time. */
  constructor(
    read: (id: string) => Promise<Head | undefined>, now: () => number = () => performance.now(),
  ) {
    this.#read = read;
    this.#now = now;
  }

  async readAll(writes: readonly UnseenWrite[]): Promise<Head[]> {
    const heads = await Promise.all(writes.map((write) => this.#find(write)));
    return heads.filter((head) => head !== undefined);
  }

  /**
   * What was read under the same last write is as new, but for writes that could not tell of themselves: these are
   * answered when the time is over (rule headsForTime, as for pages).
   */
  #find({ id, write }: UnseenWrite): Promise<Head | undefined> {
    const kept = this.#kept.get(id);
    if (kept?.write === write && this.#now() - kept.askedAt < UNSEEN_HEAD_LIFE_MS) return kept.head;
    const asked = { write, askedAt: this.#now(), head: this.#read(id) };
    this.#kept.set(id, asked);
    asked.head.then((head) => { if (isLarge(head)) this.#forget(id, asked); }, () => this.#forget(id, asked));
    return asked.head;
  }

  #forget(id: string, asked: Kept): void {
    if (this.#kept.peek(id) === asked) this.#kept.delete(id);
  }
}

function isLarge(head: Head | undefined): boolean {
  return head?.deleted === false && (head.metadata?.length ?? 0) > LARGEST_KEPT;
}
