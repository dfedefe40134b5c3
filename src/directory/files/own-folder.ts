import { lstat, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../../domain/errors.js';
import { errorCode } from '../../platform/error-code.js';
import { NotPlainError, readPlain } from '../../platform/plain-file.js';
import { replaceFile } from '../../platform/replace-file.js';

/** In a directory, what commands keep for themselves: what they remember, and files that are not complete yet. */
export const OWN_FOLDER = '.quire';
/** What is remembered of 40,000 documents has some 6 MB. */
const MOST_BYTES = 256 * 1024 * 1024;

/**
 * Git stores links, so a checkout of somebody else's may have one in this place, which leads to any folder of the user.
 * Raises `OperatorError` for it. A program that replaces the folder between this look and a write is not found out: it
 * runs as the same user. No file in the folder is reached through a link even then.
 */
export async function checkOwnFolder(root: string): Promise<void> {
  const path = join(root, OWN_FOLDER);
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined || found.isDirectory()) return;
  const kind = found.isSymbolicLink() ? 'a symbolic link' : 'no folder';
  throw new OperatorError(`${path} is ${kind}, and quire keeps its own files there: remove it`);
}

/** Git leaves the folder out. Raises `OperatorError` as `checkOwnFolder`, and what the file system raises. */
export async function makeOwnFolder(root: string): Promise<void> {
  await mkdir(root, { recursive: true });
  await mkdir(join(root, OWN_FOLDER)).catch(ignoreExisting);
  await checkOwnFolder(root);
  // What is there already is left alone, a link that leads nowhere too.
  await writeFile(join(root, OWN_FOLDER, '.gitignore'), '*\n', { flag: 'wx' }).catch(ignoreExisting);
}

/** JSON; undefined: there is none. Raises `OperatorError` for links and special files in its place or the folder's. */
export async function readKept(root: string, name: string): Promise<unknown> {
  await checkOwnFolder(root);
  const file = join(root, OWN_FOLDER, name);
  try {
    return JSON.parse(String(await readPlain(file, MOST_BYTES)));
  } catch (error) {
    if (!(error instanceof NotPlainError)) return undefined;
    throw new OperatorError(`${file} is ${error.message}: remove it`, { cause: error });
  }
}

/** Raises as `makeOwnFolder`. */
export async function writeKept(root: string, name: string, value: unknown): Promise<void> {
  await makeOwnFolder(root);
  await replaceFile(join(root, OWN_FOLDER, name), `${JSON.stringify(value)}\n`);
}

function ignoreExisting(error: unknown): void {
  if (errorCode(error) !== 'EEXIST') throw error;
}
