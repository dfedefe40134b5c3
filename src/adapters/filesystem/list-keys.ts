import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from './fs-errors.js';
import { isSegment } from './object-keys.js';

type FolderWalk = { root: string; prefix: string; after: string };

/** Keys with `prefix` that follow `after`, in byte order. Holds only the names in folders on the way to one key. */
export async function* listKeys(walk: FolderWalk): AsyncGenerator<string> {
  yield* listFolder(walk, walk.prefix.slice(0, walk.prefix.lastIndexOf('/') + 1));
}

async function* listFolder(walk: FolderWalk, folder: string): AsyncGenerator<string> {
  for (const name of await sortedNames(join(walk.root, folder))) {
    const path = folder + name;
    if (!path.startsWith(walk.prefix)) continue;
    if (!path.endsWith('/')) {
      if (path > walk.after) yield path;
    } else if (path > walk.after || walk.after.startsWith(path)) {
      yield* listFolder(walk, path);
    }
  }
}

/** Folders end with a slash: `a-b` precedes `a/b`. Keys are ASCII, so code units sort like bytes. */
async function sortedNames(folder: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const entry of await opendir(folder, { bufferSize: 1024 })) {
      if (!isSegment(entry.name)) continue;
      if (entry.isFile()) names.push(entry.name);
      else if (entry.isDirectory()) names.push(`${entry.name}/`);
    }
  } catch (error) {
    if (!NO_FOLDER.has(codeOf(error) ?? '')) throw error;
  }
  return names.sort();
}

const NO_FOLDER = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);
