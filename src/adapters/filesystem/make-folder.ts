import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, isMissing } from './fs-errors.js';

/** Names of objects reveal identifiers and owners, so only the service's own user may list them. */
export const FOLDER_MODE = 0o700;

/** Makes a folder and its missing parents, not durably. */
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
