import { join } from 'node:path';
import ignore from 'ignore';
import { OperatorError } from '../../domain/errors.js';
import { errorCode } from '../../platform/error-code.js';
import { NotPlainError, readPlain } from '../../platform/plain-file.js';

export const IGNORE_FILE = '.quireignore';
const IGNORE_BYTES = 1024 * 1024;

/** The library folds case otherwise. */
const AS_GIT = { ignorecase: false };

/** Patterns of .gitignore. `include`: without any, all files. */
export type PathPatterns = { include: readonly string[]; exclude: readonly string[] };

/** Checks paths relative to the directory, with slashes. `takesAsset`: `include` chooses documents alone. */
export type PathFilter = {
  takesFile(path: string): boolean;
  takesFolder(path: string): boolean;
  takesAsset(path: string): boolean;
};

export async function readPathFilter(root: string, { include, exclude }: PathPatterns): Promise<PathFilter> {
  const ignored = matcherOf([await readIgnoreFile(root)]);
  const excluded = matcherOf(exclude);
  const included = matcherOf(include);
  const isLeftOut = (path: string) => isHidden(path) || ignored(path) || excluded(path);
  return {
    takesFile: (path) => !isLeftOut(path) && (include.length === 0 || included(path)),
    takesFolder: (path) => !isLeftOut(`${path}/`),
    takesAsset: (path) => !isLeftOut(path),
  };
}

/** Takes these paths, however Unicode spells them in the directory. */
export function filterOf(paths: Iterable<string>): PathFilter {
  const files = new Set(paths);
  const folders = new Set([...files].flatMap(foldersOf));
  return {
    takesFile: (path) => files.has(path.normalize()),
    takesFolder: (path) => folders.has(path.normalize()),
    takesAsset: () => false,
  };
}

/** From the root down: `a` and `a/b` of `a/b/c`. */
export function foldersOf(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, depth) => names.slice(0, depth + 1).join('/'));
}

/** Unicode may spell a name otherwise in a pattern than in a path. */
function matcherOf(patterns: readonly string[]): (path: string) => boolean {
  const matcher = ignore(AS_GIT);
  for (const pattern of patterns) matcher.add(pattern.normalize());
  return (path) => matcher.ignores(path.normalize());
}

/** Whether push and pull leave the path alone: a name with a point in front, or the packages of Node. */
export function isHidden(path: string): boolean {
  return path.split('/').some((name) => name.startsWith('.') || name === 'node_modules');
}

/** Raises `OperatorError` for what is no text in UTF-8: its patterns would be lost, and files pushed that they name. */
async function readIgnoreFile(root: string): Promise<string> {
  try {
    const bytes = await readPlain(join(root, IGNORE_FILE), IGNORE_BYTES);
    if (bytes === undefined) throw new OperatorError(`${IGNORE_FILE} is larger than ${IGNORE_BYTES} bytes`);
    return patternsOf(bytes);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return '';
    if (error instanceof OperatorError) throw error;
    const reason = error instanceof NotPlainError ? `is ${error.message}` : `cannot be read: ${errorCode(error)}`;
    throw new OperatorError(`${IGNORE_FILE} ${reason}`, { cause: error });
  }
}

/** Text in UTF-16 has NULs where it has Latin letters. A byte order mark of UTF-8 is taken off. */
function patternsOf(bytes: Buffer): string {
  try {
    if (!bytes.includes(0)) return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // It is refused below.
  }
  throw new OperatorError(`${IGNORE_FILE} is not UTF-8: save it as UTF-8 (in PowerShell: Set-Content -Encoding utf8)`);
}
