import { randomBytes } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../platform/error-code.js';
import { replaceFile } from '../platform/replace-file.js';
import { FileError } from './file-error.js';
import { hasUnsafeName, UNSAFE_NAME } from './key-space.js';
import { foldersOf, isHidden } from './path-filter.js';

/** Where files are written before they get their names. */
const TEMPORARY = '.quire';

/** Replaces a file as a whole. Raises `FileError` as `checkTarget`, and where the file system refuses. */
export async function writeFileInside(root: string, path: string, text: string): Promise<void> {
  await checkTarget(root, path);
  const temporary = join(root, TEMPORARY, `${randomBytes(8).toString('hex')}.part`);
  try {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await mkdir(dirname(temporary), { recursive: true });
    await replaceFile(join(root, path), text, { temporary });
  } catch (cause) {
    throw new FileError(`the file cannot be written: ${errorCode(cause)}`, { cause });
  }
}

/** Keys come from others: raises `FileError` for a path that leads out of the directory, or to hidden files. */
export async function checkTarget(root: string, path: string): Promise<void> {
  if (isHidden(path)) throw new FileError('its path has a hidden name, or node_modules');
  if (hasUnsafeName(path)) throw new FileError(UNSAFE_NAME);
  for (const folder of foldersOf(path)) {
    if (await isLink(join(root, folder))) throw new FileError('a folder of its path is a symbolic link');
  }
  if (await isLink(join(root, path))) throw new FileError('it is a symbolic link');
}

async function isLink(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isSymbolicLink() ?? false;
}
