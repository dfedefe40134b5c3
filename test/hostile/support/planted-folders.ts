import { SqliteDocumentIndex } from '../../../src/adapters/sqlite/index/sqlite-document-index.js';
import { SqliteObjectStore } from '../../../src/adapters/sqlite/log/sqlite-object-store.js';
import type { FolderNode } from '../../../src/domain/folders/changes.js';
import { FolderTree } from '../../../src/domain/folders/folder-tree.js';
import { revisionEntry } from '../../../src/domain/folders/revision.js';
import { headOf } from '../../../src/domain/head.js';
import { newId, rootFolderId } from '../../../src/domain/ids.js';
import { summarize, type Version } from '../../../src/domain/version.js';
import { FolderTreeLog } from '../../../src/log/folder-tree-log.js';
import { VersionLog } from '../../../src/log/version-log.js';
import { mapConcurrently } from '../../../src/platform/concurrently.js';
import type { Backends } from '../../../src/server/backends.js';
import { makeVersions } from '../../maintenance/planting.js';

const AT = '2026-03-14T15:09:26.535Z';
const AT_ONCE = 64;

export function folderNode(owner: string, overrides: Partial<FolderNode> = {}): FolderNode {
  const common = { createdAt: AT, updatedAt: AT, revision: 1, closedBy: 0, marks: [] };
  return { id: newId(owner), name: 'folder', parentId: null, ...common, state: 'living', ...overrides };
}

/** Folders one below the other; the lowest is last. */
export function chainOf(owner: string, length: number, parentId: string | null, name = 'c'): FolderNode[] {
  const chain: FolderNode[] = [];
  for (let n = 0; n < length; n++) chain.push(folderNode(owner, { name, parentId: chain.at(-1)?.id ?? parentId }));
  return chain;
}

/** The first folders of its owner. */
export async function plantTree(tree: FolderTree, { store, index }: Pick<Backends, 'store' | 'index'>): Promise<void> {
  const { owner, revision: number } = tree;
  const log = new FolderTreeLog(store);
  await log.claim(owner, { number, writeId: 'planted', at: AT, changes: [] });
  await log.writeTree(tree);
  await index.raiseKey(revisionEntry(owner, number));
}

/** Puts what requests would take hours to make into the folder of an embedded service that runs. */
export class PlantedFolders {
  readonly store: SqliteObjectStore;
  readonly index: SqliteDocumentIndex;

  constructor(env: Readonly<Record<string, string>>) {
    const place = String(env['DATA_DIR']);
    this.store = SqliteObjectStore.of(place);
    this.index = SqliteDocumentIndex.of(place);
  }

  get log(): FolderTreeLog {
    return new FolderTreeLog(this.store);
  }

  /** The first folders of an owner. */
  async plant(owner: string, nodes: readonly FolderNode[]): Promise<void> {
    const tree = new FolderTree(owner, 1);
    for (const node of nodes) tree.add(node);
    await plantTree(tree, this);
  }

  /** Their identifiers. The title of each begins with `title`. */
  async plantDocuments(owner: string, place: { folderId?: string; title: string; count: number }): Promise<string[]> {
    const { folderId = rootFolderId(owner), title, count } = place;
    const log = new VersionLog(this.store);
    const numbers = Array.from({ length: count }, (_, n) => n);
    return mapConcurrently(numbers, AT_ONCE, async (n) => {
      const [version] = makeVersions({ owner, folderId, title: `${title} ${n}` }) as [Version];
      const summaries = [summarize(version)];
      await log.claim(version);
      await this.index.writeHead({ head: headOf(version), expected: 'absent', summaries });
      return version.document.id;
    });
  }

  /** Whether documents are in the folder that nobody can read any more. */
  async hasDocuments(owner: string, folderId: string): Promise<boolean> {
    const query = { owner, folderId, order: 'title', after: undefined, limit: 1, bytes: 1, unrefreshed: [] } as const;
    return (await this.index.list(query)).heads.length > 0;
  }

  async close(): Promise<void> {
    await Promise.all([this.store.close(), this.index.close()]);
  }
}
