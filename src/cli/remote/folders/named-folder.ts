import { InvalidArgumentError } from 'commander';
import { isApiError } from '../../../client/api-error.js';
import type { Client, Folder, Tagged } from '../../../client/client.js';
import { isId } from '../../../domain/ids.js';
import { UsageError } from '../../process/exit-status.js';
import { parseName, type NamedDocument } from '../remote-options.js';

/** No key of a document begins with a slash. */
export const NAMES = 'the path of a folder, as /guides/start, an identifier, or a key of your own';
/** Of several folders at a path, it names the one that was made first. */
export const FOLDER_NAMES = 'the path of a folder, as /guides/start, or its identifier';

/** Of a folder or a document. */
export function parseNamed(text: string): string {
  return text.startsWith('/') ? parseFolderPath(text) : parseName(text);
}

export function parseFolderName(text: string): string {
  if (isId(text)) return text;
  return parseFolderPath(text);
}

export function parseFolderPath(text: string): string {
  const names = text.replace(/^\/|\/$/g, '').split('/');
  const isPath = text.startsWith('/') && !names.some((name) => name === '.' || name === '..');
  if (isPath && (text === '/' || !names.includes(''))) return text;
  throw new InvalidArgumentError('it must be a path of folders, like /handbook/guides.');
}

/** The path of the folder above, and the name in it. */
export function partsOf(path: string): { above: string; name: string } {
  const whole = path.replace(/\/$/, '');
  const slash = whole.lastIndexOf('/');
  return { above: whole.slice(0, slash) || '/', name: whole.slice(slash + 1) };
}

/** Null: the root. Raises `ApiError`. */
export function readFolder(client: Client, name: string, signal: AbortSignal): Promise<Tagged<Folder> | null> {
  if (name === '/') return Promise.resolve(null);
  return name.startsWith('/')
    ? client.getFolderByPath(name.replace(/\/$/, ''), { signal })
    : client.getFolder(name, { signal });
}

/** Undefined: there is none. Raises `ApiError`. */
export async function findFolder(
  client: Client,
  name: string,
  signal: AbortSignal,
): Promise<Tagged<Folder> | null | undefined> {
  return readFolder(client, name, signal).catch((error: unknown) => {
    if (isApiError(error, 'FOLDER_NOT_FOUND')) return undefined;
    throw error;
  });
}

/** The folder that is to be changed. Undefined: a document is named. Raises `UsageError` for the root. */
export async function folderNamed(
  client: Client,
  { name, key }: NamedDocument,
  signal: AbortSignal,
): Promise<Tagged<Folder> | undefined> {
  if (name === '/') throw new UsageError('The root folder stays: name a folder in it.');
  if (name.startsWith('/')) return (await readFolder(client, name, signal)) ?? undefined;
  if (key || !isId(name)) return undefined;
  try {
    return await client.getFolder(name, { signal });
  } catch (error) {
    // A key without the role may still name a document.
    if (isApiError(error, 'FOLDER_NOT_FOUND') || isApiError(error, 'INSUFFICIENT_ROLE')) return undefined;
    throw error;
  }
}
