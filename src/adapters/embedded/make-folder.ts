import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, isMissing } from './fs-errors.js';

/** Names of objects tell identifiers and owners: of the users of a machine they are for the service's own alone. */
export const FOLDER_MODE = 0o700;

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
  await mkdir(folder, FOLDER_MODE).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}
