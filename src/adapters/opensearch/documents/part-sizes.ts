import { LRUCache } from 'lru-cache';

/** An answer of this size is parsed in some 40 ms, in one go. */
export const PART_BYTES = 4 * 1024 * 1024;
/**
 * Of metadata. Documents differ, and an answer has up to three bytes for one of metadata: its marks are escaped once
 * more, and tags stand in it twice.
 */
const AIM_BYTES = PART_BYTES / 4;
const OWNERS_ON_RECORD = 10_000;
/** 200 documents become 12, and those 1. */
const TOO_LARGE_BY = 16;

/**
 * How many documents of an owner one answer of OpenSearch may hold. It tells no sizes in advance, so they are learned
 * from the answers: owners with small documents, who are most, always get a page with one request.
 */
export class PartSizes {
  readonly #bytesEach = new LRUCache<string, number>({ max: OWNERS_ON_RECORD });

  /** At least 1 and at most `most`. `bytes`: no more are needed. */
  sizeFor(owner: string, most: number, bytes: number): number {
    const each = this.#bytesEach.get(owner) ?? 0;
    return Math.max(1, Math.min(most, Math.floor(AIM_BYTES / each), Math.ceil(bytes / each)));
  }

  /** An answer had `count` documents of so many bytes together. */
  learn(owner: string, count: number, bytes: number): void {
    if (count > 0) this.#bytesEach.set(owner, bytes / count);
  }

  /** The answer for so many documents was given up. */
  learnTooLarge(owner: string, count: number): void {
    this.#bytesEach.set(owner, (TOO_LARGE_BY * AIM_BYTES) / count);
  }
}
