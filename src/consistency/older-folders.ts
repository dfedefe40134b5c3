import type { Folder } from '../domain/folder.js';
import type { FolderChange } from '../domain/folders/changes.js';
import { FolderTree } from '../domain/folders/folder-tree.js';
import { mapConcurrently } from '../platform/concurrently.js';
import type { DocumentIndex } from '../ports/document-index.js';

const READS_AT_ONCE = 24;
const PAGE = 250;

type OlderFolders = Pick<DocumentIndex, 'listFolders' | 'refresh'>;

/** The folders that older releases have made, as the tree of entry 1. */
export async function readOlderFolders(index: OlderFolders, owner: string): Promise<FolderTree> {
  await index.refresh();
  const tree = new FolderTree(owner);
  let parents: (string | null)[] = [null];
  while (parents.length > 0) {
    const found = (await mapConcurrently(parents, READS_AT_ONCE, (id) => foldersIn(index, owner, id))).flat();
    for (const { id, name, parentId, createdAt } of found) {
      const common = { createdAt, updatedAt: createdAt, revision: 1, closedBy: 0, marks: [] };
      tree.add({ id, name, parentId, ...common, state: 'living' });
    }
    parents = found.map(({ id }) => id);
  }
  return tree;
}

async function foldersIn(index: OlderFolders, owner: string, parentId: string | null): Promise<Folder[]> {
  const found: Folder[] = [];
  for (;;) {
    const page = await index.listFolders({ owner, parentId, after: found.at(-1), limit: PAGE });
    found.push(...page);
    if (page.length < PAGE) return found;
  }
}

/** Where the folder that it was made in is gone, it goes where the tree has the documents of that one. */
export function adoption(tree: FolderTree, { id, name, parentId, createdAt }: Folder): FolderChange {
  const place = parentId === null ? null : tree.placeOf(parentId);
  return { kind: 'create', id, name, parentId: place === undefined ? null : place, createdAt };
}
