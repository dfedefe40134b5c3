import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { extname } from 'node:path/posix';
import { errorCode } from '../../platform/error-code.js';
import { contentTypeOf } from './file-kinds.js';
import { foldersOf, type PathFilter } from './path-filter.js';

const TWINS = 'two files have this name, which Unicode spells in two ways: rename or remove one';

/**
 * A path is relative to the directory, with slashes, and in the composed spelling of Unicode (NFC). Unicode spells some
 * names in several ways, and machines differ in it: the name in the directory may have another spelling.
 */
export type PathFault = { path: string; reason: string };

export type Scan = {
  /** Paths of files that can be documents, sorted. */
  files: string[];
  /** By their paths, their names in the directory, with slashes. */
  names: ReadonlyMap<string, string>;
  /** The same of folders. Of two folders of one path it is the one with the composed name. */
  folders: ReadonlyMap<string, string>;
  /** How many files are left out: other kinds, symbolic links, or by the filter. */
  leftOut: number;
  /** How many files the filter takes whose kind is no document's, by extension: in lower case, with the dot. */
  leftOutKinds: ReadonlyMap<string, number>;
  /** By path, why a file or a folder cannot be read. Below a folder that cannot be read nothing is known. */
  unreadable: ReadonlyMap<string, string>;
};

type Found = ReturnType<typeof emptyScan> & { twins: Set<string> };

/** Symbolic links are not followed. Raises what the file system raises for `root`. */
export async function scanFiles(root: string, filter: PathFilter): Promise<Scan> {
  const found: Found = { ...emptyScan(), twins: new Set() };
  const waiting = [''];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of await entriesOf(root, folder, found)) {
      const path = below(folder, entry.name);
      if (entry.isDirectory()) {
        if (!filter.takesFolder(path)) continue;
        waiting.push(path);
        takeFolder(found, path);
      } else {
        take(found, filter, { path, isFile: entry.isFile() });
      }
    }
  }
  const { twins, ...scan } = found;
  const { names, unreadable } = scan;
  for (const path of twins) {
    names.delete(path);
    unreadable.set(path, TWINS);
  }
  return { ...scan, files: [...names.keys()].sort() };
}

/** Of an empty directory. */
export function emptyScan() {
  return {
    files: [] as string[],
    names: new Map<string, string>(),
    folders: new Map<string, string>(),
    leftOut: 0,
    leftOutKinds: new Map<string, number>(),
    unreadable: new Map<string, string>(),
  };
}

async function entriesOf(root: string, folder: string, found: Found): Promise<Dirent[]> {
  try {
    return await readdir(join(root, folder), { withFileTypes: true });
  } catch (error) {
    // Without the directory itself there is nothing to push.
    if (folder === '') throw error;
    found.unreadable.set(folder.normalize(), `the folder cannot be read: ${errorCode(error)}`);
    return [];
  }
}

function takeFolder({ folders }: Found, name: string): void {
  const path = name.normalize();
  if (!folders.has(path) || name === path) folders.set(path, name);
}

function take(found: Found, filter: PathFilter, { path: name, isFile }: { path: string; isFile: boolean }): void {
  const path = name.normalize();
  if (!isFile || !filter.takesFile(name)) found.leftOut += 1;
  else if (contentTypeOf(name) === undefined) leaveOut(found, extname(path).toLowerCase());
  // Node puts this character where bytes of a name are no UTF-8. Two names could become one.
  else if (name.includes('\uFFFD')) found.unreadable.set(path, 'its name is not UTF-8');
  else if (found.names.has(path)) found.twins.add(path);
  else found.names.set(path, name);
}

function leaveOut(found: Found, extension: string): void {
  found.leftOut += 1;
  found.leftOutKinds.set(extension, (found.leftOutKinds.get(extension) ?? 0) + 1);
}

/** Why the file at `path`, or a folder of it, cannot be read. */
export function faultAt({ unreadable }: Pick<Scan, 'unreadable'>, path: string): string | undefined {
  const where = [...foldersOf(path), path].find((each) => unreadable.has(each));
  return where === undefined ? undefined : unreadable.get(where);
}

/** The name of what is at `path`, or would be: folders that are there keep their names. */
export function nameOf({ names, folders }: Pick<Scan, 'names' | 'folders'>, path: string): string {
  const known = names.get(path);
  if (known !== undefined) return known;
  const segments = path.split('/');
  let [folder, name] = ['', ''];
  for (const segment of segments.slice(0, -1)) {
    folder = below(folder, segment);
    name = folders.get(folder) ?? below(name, segment);
  }
  return below(name, segments.at(-1) as string);
}

function below(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
