import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { lstat, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OperatorError } from '../../domain/errors.js';
import { errorCode } from '../../platform/error-code.js';
import { replaceFile } from '../../platform/replace-file.js';
import { FileError } from './file-error.js';
import { hasUnsafeName, UNSAFE_NAME } from '../key-space.js';
import { makeOwnFolder, OWN_FOLDER } from './own-folder.js';
import { foldersOf, isHidden } from './path-filter.js';

/**
 * Replaces a file as a whole. Raises `FileError` as `checkTarget`, and where the file system refuses; `OperatorError`
 * as `checkOwnFolder`. A folder of its path that another program replaces by a link meanwhile is followed: Node cannot
 * open a file relative to an open folder.
 */
export async function writeFileInside(root: string, path: string, content: string | Uint8Array): Promise<void> {
  await checkTarget(root, path);
  const temporary = join(root, OWN_FOLDER, `${randomBytes(8).toString('hex')}.part`);
  try {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await makeOwnFolder(root);
    await replaceFile(join(root, path), content, { temporary });
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause;
    throw new FileError(`the file cannot be written: ${errorCode(cause)}`, { cause });
  }
}

/** Keys come from others: raises `FileError` for a path out of the directory, to a hidden file, or to a special one. */
export async function checkTarget(root: string, path: string): Promise<void> {
  if (isHidden(path)) throw new FileError('its path has a hidden name, or node_modules');
  if (hasUnsafeName(path)) throw new FileError(UNSAFE_NAME);
  for (const folder of foldersOf(path)) {
    const found = await lookAt(join(root, folder));
    if (found?.isSymbolicLink()) throw new FileError('a folder of its path is a symbolic link');
  }
  const found = await lookAt(join(root, path));
  if (found?.isSymbolicLink()) throw new FileError('it is a symbolic link');
  if (found && !found.isFile() && !found.isDirectory()) throw new FileError('it is no plain file');
}

function lookAt(path: string): Promise<Stats | undefined> {
  return lstat(path).catch(() => undefined);
}
