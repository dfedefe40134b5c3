import type { FolderCache } from '../../consistency/folder-cache.js';
import type { Folder } from '../../domain/folder.js';
import { chunksOf } from '../../platform/chunks.js';

/** Of one request: 20 chains of the deepest folders. One takes about 20 µs. */
const MOST_PARENTS = 2_000;
const READS_A_TURN = 100;

/** `turn` lets the event loop turn. */
export type FoldersWithinOptions = { folderCache: Pick<FolderCache, 'readAll'>; turn: () => Promise<unknown> };

/**
 * Which folders are below one, for the time of a request. Folders never move, and several may have one path: the path
 * rules most out, the parents decide. Each parent is read once, whole levels at a time.
 */
export class FoldersWithin {
  readonly #top: Folder;
  readonly #options: FoldersWithinOptions;
  /** The parents of folders that were read. Null: the folder is not below the top, by its path. */
  readonly #parentOf = new Map<string, string | null>();
  readonly #depthOf = new Map<string, number>();
  readonly #verdicts: Map<string, boolean>;
  #parentsLeft = MOST_PARENTS;
  #readsInTurn = 0;

  constructor(top: Folder, options: FoldersWithinOptions) {
    this.#top = top;
    this.#options = options;
    this.#verdicts = new Map([[top.id, true]]);
  }

  /** Undefined: not checked. */
  has(id: string): boolean | undefined {
    return this.#verdicts.get(id);
  }

  /** Checks folders in this order, until all are checked or the request has read too many parents. */
  async check(ids: readonly string[]): Promise<void> {
    let open = [...new Set(ids)].filter((id) => !this.#verdicts.has(id));
    await this.#read(open);
    while (open.length > 0) {
      const some = this.#affordable(open);
      if (some.length === 0) return;
      await this.#readParents(some);
      for (const id of some) this.#conclude(id);
      open = open.slice(some.length);
    }
  }

  /** The first ones, as many as can be checked with the reads that are left. */
  #affordable(ids: readonly string[]): string[] {
    let reads = 0;
    const end = ids.findIndex((id) => (reads += this.#mostParents(id)) > this.#parentsLeft);
    return end === -1 ? [...ids] : ids.slice(0, end);
  }

  #mostParents(id: string): number {
    return this.#parentOf.get(id) === null ? 0 : Math.max(0, (this.#depthOf.get(id) ?? 0) - this.#top.depth);
  }

  async #readParents(ids: readonly string[]): Promise<void> {
    for (let level = this.#nextUnread(ids); level.length > 0; level = this.#nextUnread(level)) {
      this.#parentsLeft -= level.length;
      await this.#read(level);
    }
  }

  /** The nearest folder above each that was not read yet. */
  #nextUnread(ids: readonly string[]): string[] {
    const unread = new Set<string>();
    for (const id of ids) {
      let at: string | null | undefined = id;
      while (typeof at === 'string' && !this.#verdicts.has(at)) {
        const parent = this.#parentOf.get(at);
        if (parent === undefined) unread.add(at);
        at = parent;
      }
    }
    return [...unread];
  }

  async #read(ids: readonly string[]): Promise<void> {
    for (const some of chunksOf(ids, READS_A_TURN)) {
      if (this.#readsInTurn + some.length > READS_A_TURN) {
        await this.#options.turn();
        this.#readsInTurn = 0;
      }
      this.#readsInTurn += some.length;
      const found = await this.#options.folderCache.readAll(some);
      for (const [i, id] of some.entries()) {
        const folder = found[i];
        this.#parentOf.set(id, folder?.path.startsWith(`${this.#top.path}/`) ? folder.parentId : null);
        this.#depthOf.set(id, folder?.depth ?? 0);
      }
    }
  }

  /** Gives the folder and those above it one verdict. */
  #conclude(id: string): void {
    const climbed: string[] = [];
    let at: string | null = id;
    while (at !== null && !this.#verdicts.has(at)) {
      climbed.push(at);
      at = this.#parentOf.get(at) ?? null;
    }
    const verdict = at !== null && this.#verdicts.get(at) === true;
    for (const each of climbed) this.#verdicts.set(each, verdict);
  }
}
