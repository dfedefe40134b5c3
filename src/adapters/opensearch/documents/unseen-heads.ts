import { LRUCache } from 'lru-cache';
import type { Head } from '../../../domain/head.js';
import { UNSEEN_HEAD_LIFE_MS } from '../../../domain/limits.js';
import type { UnseenWrite } from '../../../ports/document-index.js';

const KEPT = 4_096;
/** Characters of metadata. A head with more is read anew each time. */
const LARGEST_KEPT = 4_096;

type KeptHead = { write: string; askedAt: number; head: Promise<Head | undefined> };

/** Keeps heads of unrefreshed writes for a moment, so that not every search before the next refresh reads them. */
export class UnseenHeads {
  readonly #read: (id: string) => Promise<Head | undefined>;
  readonly #now: () => number;
  readonly #kept = new LRUCache<string, KeptHead>({ max: KEPT });

  /** `read`: in real time. */
  constructor(read: (id: string) => Promise<Head | undefined>, now: () => number = () => performance.now()) {
    this.#read = read;
    this.#now = now;
  }

  async readAll(writes: readonly UnseenWrite[]): Promise<Head[]> {
    const heads = await Promise.all(writes.map((write) => this.#find(write)));
    return heads.filter((head) => head !== undefined);
  }

  /** A head read under the same last write is current, unless the epoch bump of a later write failed. */
  #find({ id, write }: UnseenWrite): Promise<Head | undefined> {
    const kept = this.#kept.get(id);
    // Such a write is answered only after kept heads have expired (rule headsForTime, as for pages).
    if (kept?.write === write && this.#now() - kept.askedAt < UNSEEN_HEAD_LIFE_MS) return kept.head;
    const asked = { write, askedAt: this.#now(), head: this.#read(id) };
    this.#kept.set(id, asked);
    asked.head.then(
      (head) => {
        if (isLarge(head)) this.#forget(id, asked);
      },
      () => this.#forget(id, asked),
    );
    return asked.head;
  }

  #forget(id: string, asked: KeptHead): void {
    if (this.#kept.peek(id) === asked) this.#kept.delete(id);
  }
}

function isLarge(head: Head | undefined): boolean {
  return head?.deleted === false && (head.metadata?.length ?? 0) > LARGEST_KEPT;
}
