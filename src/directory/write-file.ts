import { randomBytes } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../platform/error-code.js';
import { replaceFile } from '../platform/replace-file.js';
import { FileError } from './file-error.js';
import { hasUnsafeName } from './key-space.js';
import { isHidden } from './path-filter.js';

/** Where files are written before they get their names. */
const TEMPORARY = '.quire';

/** Replaces a file as a whole. Keys come from others: raises `FileError` for a path that leads out of the directory. */
export async function writeFileInside(root: string, path: string, text: string): Promise<void> {
  if (isHidden(path)) throw new FileError('its path has a hidden name, or node_modules');
  if (hasUnsafeName(path)) throw new FileError('its path has a backslash or a control character');
  const temporary = join(root, TEMPORARY, `${randomBytes(8).toString('hex')}.part`);
  try {
    await makeFolders(root, dirname(path));
    if (await isLink(join(root, path))) throw new FileError('it is a symbolic link');
    await mkdir(dirname(temporary), { recursive: true });
    await replaceFile(join(root, path), text, { temporary });
  } catch (cause) {
    if (cause instanceof FileError) throw cause;
    throw new FileError(`the file cannot be written: ${errorCode(cause)}`, { cause });
  }
}

async function makeFolders(root: string, folder: string): Promise<void> {
  let path = root;
  for (const name of folder.split('/').filter((each) => each !== '.')) {
    path = join(path, name);
    if (await isLink(path)) throw new FileError('a folder of its path is a symbolic link');
    await mkdir(path, { recursive: true });
  }
}

async function isLink(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isSymbolicLink() ?? false;
}
