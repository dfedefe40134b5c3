import { validationError } from '../../domain/errors.js';
import { FOLDER_PATH_BYTES } from '../../domain/limits.js';
import { FOLDER_NAME } from '../schemas/contents.js';

const NAME = new RegExp(FOLDER_NAME.pattern, 'u');

/** The names of a path from the root down: `/` has none. Raises a validation error. */
export function namesOfPath(path: string): string[] {
  const fault = faultOf(path);
  if (fault !== undefined) throw validationError([{ path: '/folder_path', message: fault }]);
  return path === '/' ? [] : path.slice(1).split('/');
}

function faultOf(path: string): string | undefined {
  if (!path.startsWith('/')) return 'must begin with /';
  if (Buffer.byteLength(path) > FOLDER_PATH_BYTES) return `must be at most ${FOLDER_PATH_BYTES} bytes of UTF-8`;
  const isName = (name: string) => NAME.test(name) && name !== '' && Array.from(name).length <= FOLDER_NAME.maxLength;
  if (path === '/' || path.slice(1).split('/').every(isName)) return undefined;
  return `must be / and names of folders, slash-separated, each of 1 to ${FOLDER_NAME.maxLength} characters`;
}
