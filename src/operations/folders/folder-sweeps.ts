import { LRUCache } from 'lru-cache';
import type { DroppedFolders } from '../../consistency/folder-trees.js';
import { QuireError, UnavailableError } from '../../domain/errors.js';
import type { FolderTree } from '../../domain/folders/folder-tree.js';
import type { LivingHead } from '../../domain/head.js';
import { rootFolderId } from '../../domain/ids.js';
import { mapConcurrently } from '../../platform/concurrently.js';
import type { FolderTreeLog } from '../../log/folder-tree-log.js';
import { retry, type RetryTimes } from '../../platform/retry.js';
import type { DocumentIndex, ListedPage } from '../../ports/document-index.js';
import { deleteDocument, type DeleteDocumentPorts } from '../delete-document.js';
import { appendSlot, inFolder } from '../write/append-slot.js';
import { NothingToChange } from '../write/nothing-to-change.js';

/** Its index does not hide what is below a deleted folder. */
export type FolderSweepPorts = DeleteDocumentPorts & {
  index: Pick<DocumentIndex, 'list' | 'refresh'>;
  treeLog: Pick<FolderTreeLog, 'noteSweep' | 'endSweep' | 'sweeps'>;
};

type Pages = AsyncGenerator<LivingHead[], undefined>;

const PAGE = 50;
const PAGE_BYTES = 1_000_000;
const AT_ONCE = 4;
const TIMES: RetryTimes = { forMs: 60_000 };
const REMEMBERED = 100_000;
const LATER_MS = 60_000;
const LOOK_MS = 3_600_000;

/**
 * Deletes the documents in folders that went with all below, which nobody can read any more. Moves those that came to a
 * folder while it was deleted as empty to the nearest one above: their writers have died. If this process ends before,
 * one that starts, looks hourly, or reads the owner's folders anew deletes them, and one that finds a document moves
 * it. Each page is a task of its own. An owner has one at a time, and the next page waits until the background has done
 * what a page has begun: so other tasks wait for a page at most.
 */
export class FolderSweeps implements DroppedFolders {
  readonly #ports: FolderSweepPorts;
  /** By owner, the folders that went. */
  readonly #tops = new Map<string, string[]>();
  readonly #begun = new LRUCache<string, true>({ max: REMEMBERED });
  /** Folders that reads have found documents of. */
  readonly #looked = new LRUCache<string, true>({ max: REMEMBERED, ttl: LATER_MS });

  constructor(ports: FolderSweepPorts) {
    this.#ports = ports;
  }

  /** Unless `isLate`, does nothing for a folder that this process has begun with before. */
  begin(owner: string, folderIds: readonly string[], isLate = false): void {
    const tops = this.#tops.get(owner) ?? [];
    for (const id of folderIds) if (isLate || !this.#begun.has(id)) tops.push(id);
    for (const id of folderIds) this.#begun.set(id, true);
    if (tops.length === 0 || this.#tops.has(owner)) return;
    this.#tops.set(owner, tops);
    this.#goOn(owner, this.#pages(owner, tops));
  }

  /** Before the folder goes with all below: a process that starts later finds what this one has not removed. */
  note(owner: string, folderId: string): Promise<void> {
    return this.#ports.treeLog.noteSweep({ owner, folderId });
  }

  /** Goes on with what processes that have ended left, of all owners; now and each hour. */
  resume(): void {
    const { background, treeLog, trees } = this.#ports;
    background.start('look for deleted folders with documents', async () => {
      for await (const { owner, folderId } of treeLog.sweeps()) {
        background.start('look for a deleted folder with documents', async () => {
          // One that is there may be about to go.
          if ((await trees.current(owner)).placeOf(folderId) === undefined) this.begin(owner, [folderId]);
        });
      }
    });
    setTimeout(() => this.resume(), LOOK_MS).unref();
  }

  moveOut(owner: string, folderId: string): void {
    if (this.#looked.has(folderId)) return;
    this.#looked.set(folderId, true);
    // A writer that lives moves its document back until then.
    setTimeout(() => this.begin(owner, [folderId], true), this.#ports.writeDeadlineMs).unref();
  }

  beginLater(owner: string, folderIds: readonly string[]): void {
    setTimeout(() => this.begin(owner, folderIds), LATER_MS).unref();
  }

  #goOn(owner: string, pages: Pages): void {
    const { background } = this.#ports;
    background.start('clear deleted folders of documents', async () => {
      if (background.isEnding || (await this.#isLast(owner, pages))) return;
      this.#goOn(owner, pages);
    });
  }

  async #isLast(owner: string, pages: Pages): Promise<boolean> {
    try {
      const { value, done } = await pages.next();
      if (!done) await mapConcurrently(value, AT_ONCE, (head) => settle(this.#ports, head));
      return done === true;
    } catch (error) {
      const left = [...new Set(this.#tops.get(owner))];
      this.#tops.delete(owner);
      for (const id of left) this.#begun.delete(id);
      this.beginLater(owner, left);
      throw error;
    }
  }

  async *#pages(owner: string, tops: readonly string[]): Pages {
    const { trees, treeLog, index } = this.#ports;
    let refreshed = 0;
    // More may come while these are looked at.
    for (const [at, top] of tops.entries()) {
      if (at >= refreshed) {
        refreshed = tops.length;
        await retry(TIMES, () => index.refresh());
      }
      const folders = [top];
      for (const id of folders) {
        yield* documentsIn(this.#ports, owner, id);
        const tree = await retry(TIMES, () => trees.current(owner));
        for (const child of tree.childrenOf(id)) folders.push(child.id);
      }
      await retry(TIMES, () => treeLog.endSweep({ owner, folderId: top }));
    }
    this.#tops.delete(owner);
    return undefined;
  }
}

async function* documentsIn(ports: FolderSweepPorts, owner: string, folderId: string): Pages {
  const query = { owner, folderId, order: 'title', limit: PAGE, bytes: PAGE_BYTES, unrefreshed: [] } as const;
  let [after, isLast]: [ListedPage['next'], boolean] = [undefined, false];
  while (!isLast) {
    const page = await retry(TIMES, () => ports.index.list({ ...query, after }));
    yield page.heads;
    [after, isLast] = [page.next, page.next === undefined];
  }
  return undefined;
}

/** A document that has left stays. One that cannot be removed or moved holds up no other. */
async function settle(ports: FolderSweepPorts, { id, owner, folderId }: LivingHead): Promise<void> {
  const clear = async () => {
    const tree = await ports.trees.current(owner);
    const work = tree.placeOf(folderId) === undefined ? remove : moveAbove;
    await work(ports, { owner, documentId: id, tree });
  };
  await retry(TIMES, clear).catch((error: unknown) => {
    if (error instanceof UnavailableError && !error.isFinal) throw error;
    if (error instanceof NothingToChange || (error instanceof QuireError && error.code === 'DOCUMENT_NOT_FOUND'))
      return;
    ports.background.start('clear a deleted folder of a document', () => Promise.reject(error));
  });
}

type Found = { owner: string; documentId: string; tree: FolderTree };

async function remove(ports: FolderSweepPorts, { owner, documentId, tree }: Found): Promise<void> {
  const stays = ({ folderId }: LivingHead) => tree.placeOf(folderId) !== undefined;
  await deleteDocument(ports, { owner }, { documentId, precondition: undefined, stays });
}

/** To the nearest folder above that is there. */
async function moveAbove(ports: FolderSweepPorts, { owner, documentId, tree }: Found): Promise<void> {
  const makeSlot = (head: LivingHead) => {
    const place = tree.placeOf(head.folderId);
    if (place === undefined || place === head.folderId) throw new NothingToChange(head);
    return inFolder(ports, head, place ?? rootFolderId(owner));
  };
  await appendSlot(ports, { actor: { owner }, documentId, precondition: undefined, idempotency: null, makeSlot });
}
