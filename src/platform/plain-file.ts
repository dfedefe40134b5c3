import { closeSync, constants, fstatSync, lstatSync, openSync, type Stats } from 'node:fs';
import { lstat, open, type FileHandle } from 'node:fs/promises';
import { errorCode } from './error-code.js';

/** Windows has neither. A FIFO that is opened without `O_NONBLOCK` waits for a writer, and no signal ends that. */
const { O_NOFOLLOW, O_NONBLOCK } = constants as { O_NOFOLLOW?: number; O_NONBLOCK?: number };
const FLAGS = constants.O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0);
/** Of a link that is opened with `O_NOFOLLOW`, and of a socket. */
const REFUSALS: Record<string, string> = {
  ELOOP: 'a symbolic link',
  EMLINK: 'a symbolic link',
  ENXIO: 'no plain file',
};

/** A link, a FIFO, a socket or a device is in the place of a file. The message says which, as `a symbolic link`. */
export class NotPlainError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NotPlainError';
  }
}

/**
 * Opens a file for reading, and nothing else: no link is followed and nothing is waited for. A folder opens, too, and
 * fails when it is read. Folders of the path are not checked. Raises `NotPlainError`, and what the file system raises.
 */
export async function openPlain(file: string): Promise<FileHandle> {
  if (O_NOFOLLOW === undefined) expectNoLink(await lstat(file));
  const handle = await open(file, FLAGS).catch(raiseRefusal);
  try {
    expectPlain(await handle.stat());
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The descriptor and the size in bytes. Otherwise as `openPlain`. */
export function openPlainSync(file: string): { descriptor: number; size: number } {
  if (O_NOFOLLOW === undefined) expectNoLink(lstatSync(file));
  const descriptor = openNow(file);
  try {
    const stats = fstatSync(descriptor);
    expectPlain(stats);
    return { descriptor, size: stats.size };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** Of at most so many bytes; undefined: it has more. Raises as `openPlain`. */
export async function readPlain(file: string, mostBytes: number): Promise<Buffer<ArrayBuffer> | undefined> {
  const handle = await openPlain(file);
  try {
    return (await handle.stat()).size > mostBytes ? undefined : await handle.readFile();
  } finally {
    await handle.close();
  }
}

function openNow(file: string): number {
  try {
    return openSync(file, FLAGS);
  } catch (error) {
    return raiseRefusal(error);
  }
}

function raiseRefusal(error: unknown): never {
  const refusal = REFUSALS[errorCode(error)];
  throw refusal === undefined ? error : new NotPlainError(refusal, { cause: error });
}

function expectNoLink(stats: Stats): void {
  if (stats.isSymbolicLink()) throw new NotPlainError('a symbolic link');
}

function expectPlain(stats: Stats): void {
  if (!stats.isFile() && !stats.isDirectory()) throw new NotPlainError('no plain file');
}
