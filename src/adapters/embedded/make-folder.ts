import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, isMissing } from './fs-errors.js';

/** Makes a folder, and those above it, where they are missing; none of them durably. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await makeOne(folder);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await makeFolder(dirname(folder));
    await makeOne(folder);
  }
}

async function makeOne(folder: string): Promise<void> {
  await mkdir(folder).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}
