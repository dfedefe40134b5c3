import { fold } from '../../domain/fold.js';
import { foldersOf } from '../files/path-filter.js';
import type { Scan } from '../files/scan-files.js';
import { platform } from 'node:os';

/** Names of devices, with any extension; characters with a meaning, as a stream's colon has; and ends that are cut. */
const NO_NAME = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])(?:\.|$)|[<>:"|?*]|[. ]$/i;

/** Whether Windows would take a name of the path, which has slashes, for something else. */
export function isNoWindowsPath(path: string): boolean {
  return path.split('/').some((name) => NO_NAME.test(name));
}

export function isPathOfThisSystem(path: string): boolean {
  return platform() !== 'win32' || !isNoWindowsPath(path);
}

type Spellings = { turns: Map<string, number>; next: number };

/**
 * Items in turns: of two paths in one turn no file system takes one for the other, nor for a folder of it. Within a
 * turn items may be written side by side, and what an earlier turn has written keeps its name. First come paths that
 * the directory has already, then the others by their code units: the order never depends on time.
 */
export function turnsOf<T extends { path: string }>(items: readonly T[], { names, folders }: NamesOf): T[][] {
  const known = new Map<string, Spellings>();
  for (const folder of folders.keys()) turnOf(known, `${folder}/`);
  for (const path of names.keys()) turnOf(known, path);
  const turns: T[][] = [];
  for (const item of items.toSorted(byPath)) (turns[turnOf(known, item.path)] ??= []).push(item);
  // A turn that no item has is a hole.
  return turns.flatMap((turn) => [turn]);
}

type NamesOf = Pick<Scan, 'names' | 'folders'>;

/**
 * Of a file, or of a folder with a slash at its end. Not before the turns of its folders. Folding joins more names than
 * any file system does.
 */
function turnOf(known: Map<string, Spellings>, path: string): number {
  let turn = 0;
  for (const each of [...foldersOf(path).map((folder) => `${folder}/`), path]) {
    const folded = fold(each.replace(/\/$/, ''));
    const spellings = known.get(folded) ?? { turns: new Map<string, number>(), next: 0 };
    known.set(folded, spellings);
    turn = spellings.turns.get(each) ?? Math.max(turn, spellings.next);
    spellings.turns.set(each, turn);
    spellings.next = Math.max(spellings.next, turn + 1);
  }
  return turn;
}

function byPath(one: { path: string }, other: { path: string }): number {
  return one.path < other.path ? -1 : 1;
}
