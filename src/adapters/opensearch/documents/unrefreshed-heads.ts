import { LRUCache } from 'lru-cache';
import type { Head, LivingHead } from '../../../domain/head.js';
import { UNREFRESHED_HEAD_LIFE_MS } from '../../../domain/limits.js';
import type { UnrefreshedWrite, SearchQuery } from '../../../ports/document-index.js';
import { compareResults } from '../../../domain/result-order.js';

const KEPT = 4_096;
/** Characters of metadata. A head with more is read anew each time. */
const LARGEST_KEPT = 4_096;

type KeptHead = { write: string; askedAt: number; head: Promise<Head | undefined> };

/** Keeps heads of unrefreshed writes for a moment, so that not every search before the next refresh reads them. */
export class UnrefreshedHeads {
  readonly #read: (id: string) => Promise<Head | undefined>;
  readonly #now: () => number;
  readonly #kept = new LRUCache<string, KeptHead>({ max: KEPT });

  /** `read`: in real time. */
  constructor(read: (id: string) => Promise<Head | undefined>, now: () => number = () => performance.now()) {
    this.#read = read;
    this.#now = now;
  }

  async readAll(writes: readonly UnrefreshedWrite[]): Promise<Head[]> {
    const heads = await Promise.all(writes.map((write) => this.#find(write)));
    return heads.filter((head) => head !== undefined);
  }

  /** A head read under the same last write is current, unless the epoch bump of a later write failed. */
  #find({ id, write }: UnrefreshedWrite): Promise<Head | undefined> {
    const kept = this.#kept.get(id);
    // Such a write is answered only after kept heads have expired (rule headsForTime, as for pages).
    if (kept?.write === write && this.#now() - kept.askedAt < UNREFRESHED_HEAD_LIFE_MS) return kept.head;
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

type Cut = { offset: number; limit: number };

/** The range to read without `count` documents: each of them may push a result back by one place once merged. */
export function cutFor({ offset, limit }: Cut, count: number): Cut {
  const before = Math.min(offset, count);
  return { offset: offset - before, limit: limit + before };
}

/** The page of `query`. `rows`: the results at `cutFor`, without the documents of `heads`. */
export function mergeUnrefreshed(
  query: SearchQuery,
  rows: readonly LivingHead[],
  heads: readonly Head[],
): LivingHead[] {
  const { offset, limit, unrefreshed } = query;
  const from = cutFor(query, unrefreshed.length).offset;
  const laid = heads.filter((head): head is LivingHead => isResult(head, query));
  const [first] = rows;
  if (from === 0) return pageOf([...rows, ...laid], { offset, limit });
  if (!first) return [];
  // A head before the first row is before the page in any case: its exact place does not matter.
  const behind = laid.filter((head) => compareResults(head, first) > 0);
  const start = from + laid.length - behind.length;
  return pageOf([...rows, ...behind], { offset: offset - start, limit });
}

function pageOf(results: LivingHead[], { offset, limit }: Cut): LivingHead[] {
  return results.sort(compareResults).slice(offset, offset + limit);
}

/** The conditions of `filtersOf`, judged here. */
function isResult(head: Head, { owner, prefix, tag, folderId }: SearchQuery): boolean {
  return (
    !head.deleted &&
    head.owner === owner &&
    (prefix === undefined || head.foldedTitle.startsWith(prefix)) &&
    (tag === undefined || head.tags.includes(tag)) &&
    (folderId === undefined || head.folderId === folderId)
  );
}
