import { LRUCache } from 'lru-cache';
import { ignoreUnavailable, UnavailableError, UnusableIndexError } from '../domain/errors.js';
import type { CurrentFolder, Folder } from '../domain/folder.js';
import type { FolderChange, FolderEntry } from '../domain/folders/changes.js';
import { FolderTree } from '../domain/folders/folder-tree.js';
import { revisionEntry, revisionName } from '../domain/folders/revision.js';
import { newWriteId } from '../domain/ids.js';
import type { FolderTreeLog, LoggedTree } from '../log/folder-tree-log.js';
import { chunksOf } from '../platform/chunks.js';
import { mapConcurrently } from '../platform/concurrently.js';
import { Deadline } from '../platform/deadline.js';
import { KeyedQueue } from '../platform/keyed-queue.js';
import type { DocumentIndex } from '../ports/document-index.js';
import type { BackgroundTasks } from './background-tasks.js';
import { adoption, readOlderFolders } from './older-folders.js';

/** In memory, of all owners together. A larger tree is kept alone. */
const KEPT_BYTES = 200_000_000;
const BYTES_OF_AN_OWNER = 4_000;
const READS_AT_ONCE = 24;
const LOOKS = 5;
const CLAIMS = 3;
/** A tree is written to the log after so many entries, and after more where it is large: so it takes 16 KB an entry. */
const ENTRIES_A_TREE = 256;
const BYTES_OF_THAT = 4_000_000;
/** The documents of a folder that went with all below are gone long before that. */
const SWEPT_MS = 7 * 86_400_000;

export type FolderTreesOptions = {
  index: Pick<DocumentIndex, 'readKey' | 'raiseKey' | 'readFolder' | 'listFolders' | 'refresh'>;
  log: FolderTreeLog;
  background: BackgroundTasks;
  writeDeadlineMs: number;
  now(): Date;
  /** They need the trees themselves. */
  sweeps: () => DroppedFolders;
};

/** Removes documents in folders that went with all below, and moves others out of folders that are gone. */
export type DroppedFolders = {
  /** `isLate`: a document has come there, when all others may have been removed. */
  begin(owner: string, folderIds: readonly string[], isLate?: boolean): void;
  /** For a read that has found a document in a folder that was deleted as empty. */
  moveOut(owner: string, folderId: string): void;
  /** Another process does it, unless it has ended. */
  beginLater(owner: string, folderIds: readonly string[]): void;
};

/** Raises to refuse. What is empty changes nothing. */
export type Decide = (tree: FolderTree) => readonly FolderChange[];

/** `entry`: undefined where nothing was to change. */
export type Changed = { tree: FolderTree; entry: FolderEntry | undefined };

/**
 * The folders of each owner. A change is decided and claimed as one step: its number in the log says which tree the
 * decision saw. The index keeps the number of the newest entry that an answer may depend on (rule raiseBeforeAnswer),
 * and every read asks for it, so Redis may be lost. A tree is changed in place, only ever by the next entry.
 */
export class FolderTrees {
  readonly #options: FolderTreesOptions;
  readonly #kept = new LRUCache<string, FolderTree>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ bytes }) => Math.min(bytes + BYTES_OF_AN_OWNER, KEPT_BYTES),
  });
  /** Work of one owner, one at a time: reading the log, and changes. */
  readonly #reading = new KeyedQueue({ mostOfOne: 1, refusal: noTime });
  readonly #changing = new KeyedQueue({ mostOfOne: 1, refusal: noTime });

  constructor(options: FolderTreesOptions) {
    this.#options = options;
  }

  /** As new as every answer before this call (rule askIndex). */
  async current(owner: string): Promise<FolderTree> {
    for (let look = 1; look <= LOOKS; look++) {
      const revision = await this.#revision(owner);
      const tree = await this.#reach(owner, revision);
      if (tree) return tree;
    }
    throw new UnavailableError(`the log lacks entries of the folders of ${owner}, which the index names`);
  }

  /** For a request that has asked for the current one: that, or a newer one. */
  async seen(owner: string): Promise<FolderTree> {
    return this.#kept.get(owner) ?? this.current(owner);
  }

  /** Undefined: the owner has no such folder. One that a process of an older release has made is brought in. */
  async find(owner: string, id: string): Promise<CurrentFolder | undefined> {
    const tree = await this.current(owner);
    if (tree.knows(id)) return tree.folder(id);
    const older: Folder[] = [];
    for (let next: string | null = id; next !== null && !tree.knows(next);) {
      const found: Folder | undefined = await this.#options.index.readFolder(next);
      if (found?.owner !== owner) return undefined;
      older.unshift(found);
      next = found.parentId;
    }
    const changed = await this.change(
      owner,
      (now) => older.filter((folder) => !now.knows(folder.id)).map((folder) => adoption(now, folder)),
      new Deadline(this.#options.writeDeadlineMs),
    );
    return changed.tree.folder(id);
  }

  /** Decides by the end of the log, until the claim is won (rule checkAgain). Raises what `decide` raises. */
  change(owner: string, decide: Decide, deadline: Deadline): Promise<Changed> {
    return this.#changing.run(owner, () => this.#change(owner, decide, deadline), { waitMs: deadline.leftMs });
  }

  /** For a document that was put into a folder while that went with all below. */
  sweepAgain(owner: string, folderId: string): void {
    this.#options.sweeps().begin(owner, [folderId], true);
  }

  moveOut(owner: string, folderId: string): void {
    this.#options.sweeps().moveOut(owner, folderId);
  }

  /** Folders that went with all below, whose documents may be there yet. */
  dropped(tree: FolderTree): string[] {
    return tree.droppedSince(new Date(this.#options.now().getTime() - SWEPT_MS).toISOString());
  }

  async #change(owner: string, decide: Decide, deadline: Deadline): Promise<Changed> {
    for (let attempt = 0; ; attempt++) {
      deadline.check('changing folders');
      const tree = await this.#latest(owner, deadline);
      const changes = decide(tree);
      if (changes.length === 0) return { tree, entry: undefined };
      const number = tree.revision + 1;
      const entry = { number, writeId: newWriteId(), at: this.#options.now().toISOString(), changes };
      if (await this.#claim(owner, entry, deadline)) {
        await this.#raise(owner, number, deadline);
        if (tree.revision < number) tree.apply(entry);
        this.#keep(tree);
        this.#compactLater(tree);
        return { tree, entry };
      }
      if (attempt > 0) await deadline.pause(attempt, 'changing folders');
    }
  }

  /** An index without one gets the lowest: it costs more to make sure that it lacks something. */
  async #revision(owner: string): Promise<number> {
    const entry = await this.#options.index.readKey(revisionName(owner));
    if (!entry) await this.#raiseOnce(owner, 0).catch(ignoreUnavailable);
    return entry?.life ?? 0;
  }

  /** What the last claimer may have left undone is brought to the index first (rule raiseFirst). */
  async #latest(owner: string, deadline: Deadline): Promise<FolderTree> {
    for (let look = 1; look <= LOOKS; look++) {
      // What a process keeps was raised before.
      const { revision } = await this.seen(owner);
      const { entries } = await this.#options.log.list(owner, revision);
      const end = entries.at(-1) ?? revision;
      if (end > revision) await this.#raise(owner, end, deadline);
      const tree = await this.#reach(owner, end);
      if (tree) return tree;
    }
    throw new UnavailableError(`entries of the folders of ${owner} are missing in the log`);
  }

  /** Undefined: entries vanished, as gc has removed what a tree in the log has. Look again (rule snapshotWins). */
  async #reach(owner: string, revision: number): Promise<FolderTree | undefined> {
    const kept = this.#kept.get(owner);
    if (kept && kept.revision >= revision) return kept;
    return this.#reading.run(owner, async () => {
      const before = this.#kept.get(owner);
      if (before && before.revision >= revision) return before;
      const tree = revision === 0 ? await this.#first(owner) : await this.#read(owner, revision, before);
      if (tree) this.#keep(tree);
      if (tree && !before) this.#lookForDropped(tree);
      return tree;
    });
  }

  /** Without entries. Folders of older releases become the base of the log (rule adopt). */
  async #first(owner: string): Promise<FolderTree | undefined> {
    const [first] = await this.#options.index.listFolders({ owner, parentId: null, limit: 1 });
    if (!first) return new FolderTree(owner);
    const at = this.#options.now().toISOString();
    await this.#options.log.claim(owner, { number: 1, writeId: newWriteId(), at, changes: [{ kind: 'base' }] });
    await this.#raiseOnce(owner, 1);
    return undefined;
  }

  async #read(owner: string, revision: number, before?: FolderTree): Promise<FolderTree | undefined> {
    const { log } = this.#options;
    const listed = await this.#listBack(owner, before?.revision ?? 0, revision);
    const newest = listed.trees.filter((number) => number <= revision).at(-1);
    let tree = before ?? new FolderTree(owner);
    if (newest !== undefined) {
      const read = await log.readTree(owner, newest);
      if (!read) return undefined;
      tree = read;
    }
    return (await this.#follow(tree, listed, revision)) ? tree : undefined;
  }

  /** From a tree before the revision on: earlier entries stay in the log for a month. */
  async #listBack(owner: string, from: number, revision: number): Promise<LoggedTree> {
    for (let back = 2 * ENTRIES_A_TREE; ; back *= 4) {
      const after = Math.max(from, revision - back);
      const listed = await this.#options.log.list(owner, after);
      if (after === from || listed.trees.some((number) => number <= revision)) return listed;
    }
  }

  /** Whether the tree has all entries up to the revision now. */
  async #follow(tree: FolderTree, { entries }: LoggedTree, revision: number): Promise<boolean> {
    const { owner } = tree;
    const numbers = entries.filter((number) => number > tree.revision && number <= revision);
    for (const some of chunksOf(numbers, READS_AT_ONCE)) {
      const read = await mapConcurrently(some, READS_AT_ONCE, (number) => this.#options.log.read(owner, number));
      for (const entry of read) {
        if (entry?.changes.some(({ kind }) => kind === 'base')) {
          // The first writer's counts.
          await this.#options.log.writeTree(await readOlderFolders(this.#options.index, owner), 1);
          return false;
        }
        if (entry?.number !== tree.revision + 1) continue;
        tree.apply(entry);
        const dropped = entry.changes.flatMap((change) => (change.kind === 'drop' ? change.id : []));
        if (dropped.length > 0) this.#options.sweeps().beginLater(owner, dropped);
      }
    }
    return tree.revision >= revision;
  }

  /** Whether the number is the entry's. After a lost answer the write id decides (rule writeId). */
  async #claim(owner: string, entry: FolderEntry, deadline: Deadline): Promise<boolean> {
    const { log } = this.#options;
    for (let attempt = 1; ; attempt++) {
      const outcome = await log.claim(owner, entry).catch((error: unknown) => {
        if (error instanceof UnavailableError && attempt < CLAIMS) return 'unsure';
        throw error;
      });
      if (outcome === 'claimed') return true;
      const found = await log.read(owner, entry.number);
      if (found || outcome === 'taken') return found?.writeId === entry.writeId;
      await deadline.pause(attempt, 'changing folders');
    }
  }

  /** Brings the revision in the index to this one at least. */
  async #raise(owner: string, revision: number, deadline: Deadline): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.#raiseOnce(owner, revision).catch((error: unknown) => {
        if (error instanceof UnavailableError && !(error instanceof UnusableIndexError)) return error;
        throw error;
      });
      if (outcome === 'written' || outcome === 'exists') return;
      // After a lost answer it may be there.
      if (outcome instanceof Error && (await this.#hasReached(owner, revision))) return;
      const cause = outcome instanceof Error ? outcome : undefined;
      await deadline.pause(attempt, 'bringing the revision of folders forward', cause);
    }
  }

  async #hasReached(owner: string, revision: number): Promise<boolean> {
    const entry = await this.#options.index.readKey(revisionName(owner)).catch(ignoreUnavailable);
    return entry !== undefined && entry.life >= revision;
  }

  #raiseOnce(owner: string, revision: number): ReturnType<DocumentIndex['raiseKey']> {
    return this.#options.index.raiseKey(revisionEntry(owner, revision));
  }

  #lookForDropped(tree: FolderTree): void {
    const dropped = this.dropped(tree);
    if (dropped.length > 0) this.#options.sweeps().begin(tree.owner, dropped);
  }

  #keep(tree: FolderTree): void {
    const kept = this.#kept.get(tree.owner);
    if (kept && kept.revision > tree.revision) return;
    // One that is set over itself is not measured again.
    this.#kept.delete(tree.owner);
    this.#kept.set(tree.owner, tree);
  }

  /** A process that has no tree then reads one, and the entries after it. */
  #compactLater({ owner, revision, bytes }: FolderTree): void {
    if (revision % (ENTRIES_A_TREE * Math.ceil((bytes + 1) / BYTES_OF_THAT)) !== 0) return;
    this.#options.background.start('write the folders of an owner', async () => {
      // Another one than the kept tree, which changes meanwhile.
      const tree = await this.#read(owner, revision);
      if (tree) await this.#options.log.writeTree(tree);
    });
  }
}

function noTime(): Error {
  return new UnavailableError('no time left while waiting for earlier changes of folders');
}
