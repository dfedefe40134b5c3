import type { Scan } from './scan-files.js';

/** `files`: the paths of their documents. `names`: by them, the paths in the directory. */
export type NamedScan = Scan & { names: ReadonlyMap<string, string> };

const LIKE_ANOTHER = 'its name reads like the name of another file, which Unicode spells otherwise';

/**
 * Gives each file the path of its document. Unicode spells some names in several ways, and machines differ in it. So a
 * file belongs to the document whose path reads the same. A new document has the composed spelling (NFC).
 */
export function nameAsDocuments(scan: Scan, remotes: ReadonlyMap<string, unknown>): NamedScan {
  const remotePaths = new Map([...remotes.keys()].map((path) => [path.normalize(), path]));
  const pathOf = (file: string) => (remotes.has(file) ? file : (remotePaths.get(file.normalize()) ?? file.normalize()));
  const names = new Map(scan.files.filter((file) => pathOf(file) === file).map((file) => [file, file]));
  const unreadable = [...scan.unreadable];
  for (const file of scan.files) {
    const path = pathOf(file);
    if (!names.has(path)) names.set(path, file);
    else if (names.get(path) !== file) unreadable.push({ path: file, reason: LIKE_ANOTHER });
  }
  return { ...scan, files: [...names.keys()].sort(), names, unreadable };
}
