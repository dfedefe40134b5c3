import { Type } from '@sinclair/typebox';
import { validationError } from '../../../domain/errors.js';
import { FOLDER_PATH_BYTES, type Limits } from '../../../domain/limits.js';
import type { ChosenFolder } from '../../../operations/folders/folder-at-path.js';
import { describedAs, stringEnum, text } from '../../schemas/common.js';
import { FOLDER_NAME, folderPathPattern } from '../../schemas/contents.js';

const NAME = new RegExp(FOLDER_NAME.pattern, 'u');

type Sent = { id?: string | null | undefined; path?: string | null | undefined };

/** The identifier holds where both are sent. Undefined: neither is. Raises a validation error. */
export function chosenFolder({ id, path }: Sent): ChosenFolder | undefined {
  if (typeof id === 'string') return { id };
  return typeof path === 'string' ? { names: namesOfPath(path) } : undefined;
}

/** The parameter of a query that is in place of `other`. */
export function folderPathQuery(other: string, example: string) {
  const schema = text(
    `Instead of \`${other}\`, which holds where both are sent: a slash and the names from the root down. Never makes a ` +
      'folder. Empty: absent.',
    { examples: [example] },
  );
  const described = { ...schema, maxLength: FOLDER_PATH_BYTES, pattern: `${folderPathPattern()}|^$` };
  return Type.Optional(describedAs(schema, described));
}

export function recursiveQuery(description: string) {
  const schema = stringEnum(['true', 'false'], `${description} By default \`false\`.`);
  return Type.Optional(Type.Unsafe<'true' | 'false'>({ ...schema, examples: ['true'] }));
}

type BelowQuery = { recursive?: 'true' | 'false'; offset?: number };

/** Whether what is below the folder is meant, too. Raises a validation error without a folder, and with an offset. */
export function isBelow({ recursive, offset }: BelowQuery, folder: ChosenFolder | undefined): boolean {
  if (recursive !== 'true') return false;
  if (!folder) throw validationError([{ path: '/recursive', message: 'must be with folder_id or folder_path' }]);
  if (offset) throw validationError([{ path: '/offset', message: 'must not be with recursive: use cursor' }]);
  return true;
}

/** The names of a path from the root down: `/` has none. Raises a validation error at the parameter `faultsAt`. */
export function namesOfPath(path: string, faultsAt = '/folder_path'): string[] {
  const fault = faultOf(path);
  if (fault !== undefined) throw validationError([{ path: faultsAt, message: fault }]);
  return path === '/' ? [] : path.slice(1).split('/');
}

type PlacedBody = { folder_id?: string | null; folder_path?: string | null };

/** Raises a validation error for a path that is none, or too deep. */
export function checkFolderPath({ folder_path: path }: PlacedBody, { folderDepth }: Pick<Limits, 'folderDepth'>): void {
  if (typeof path !== 'string' || namesOfPath(path).length - 1 <= folderDepth) return;
  throw validationError([{ path: '/folder_path', message: `must not be deeper than ${folderDepth}` }]);
}

function faultOf(path: string): string | undefined {
  if (!path.startsWith('/')) return 'must begin with /';
  if (Buffer.byteLength(path) > FOLDER_PATH_BYTES) return `must be at most ${FOLDER_PATH_BYTES} bytes of UTF-8`;
  const isName = (name: string) => NAME.test(name) && name !== '' && Array.from(name).length <= FOLDER_NAME.maxLength;
  if (path === '/' || path.slice(1).split('/').every(isName)) return undefined;
  return `must be / and names of folders, slash-separated, each of 1 to ${FOLDER_NAME.maxLength} characters`;
}
