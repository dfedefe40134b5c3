import { open, readdir } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../filesystem/fs-errors.js';

const DIGITS = 10;
/** It has no objects and is never removed: a copy that has only this one is refused. */
export const FIRST_SEGMENT = 1;

const NAME = new RegExp(`^(\\d{${DIGITS}})\\.segment$`);

export function isSegmentName(name: string): boolean {
  return NAME.test(name);
}

export function segmentName(number: number): string {
  return `${String(number).padStart(DIGITS, '0')}.segment`;
}

export function segmentPath(folder: string, number: number): string {
  return join(folder, segmentName(number));
}

/** Ascending. A missing folder has none. */
export async function segmentNumbers(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    return [];
  });
  return names
    .flatMap((name) => NAME.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

/** Fewer bytes where the file ends. */
export async function readAt(file: FileHandle, offset: number, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size);
  for (let read = 0; ;) {
    const { bytesRead } = await file.read(bytes, read, size - read, offset + read);
    read += bytesRead;
    if (read === size || bytesRead === 0) return bytes.subarray(0, read);
  }
}

export async function writeAt(file: FileHandle, bytes: Buffer, offset: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    written += (await file.write(bytes, written, bytes.length - written, offset + written)).bytesWritten;
  }
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
