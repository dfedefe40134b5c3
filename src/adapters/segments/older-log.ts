import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, isMissing } from '../filesystem/fs-errors.js';
import { makeDurably } from '../filesystem/make-durably.js';
import { LogRefusedError } from './log-refused.js';
import { segmentNumbers } from './segment-files.js';

/** Programs before format 4 had a file for each object here, and read this one first. */
const OBJECTS = 'objects';
const FIRST_READ = 'index-generation.json';
const FORMAT_TEXT = '{"format":4}\n';

/** Raises `LogRefusedError` if an older program has its log in this data folder, and this one has none in `log`. */
export async function refuseOlderLog(dataDir: string, log: string): Promise<void> {
  const names = await readdir(join(dataDir, OBJECTS)).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    return [];
  });
  if (names.every((name) => name === FIRST_READ) || (await segmentNumbers(log)).length > 0) return;
  throw new LogRefusedError(
    `${join(dataDir, OBJECTS)} is the log of an older program: copy it to a bucket with \`quire sync\` of that program, ` +
      'and from there to a new folder with this one',
  );
}

/** Makes programs before format 4 refuse this data folder. */
export async function refuseOlderPrograms(dataDir: string): Promise<void> {
  const objects = join(dataDir, OBJECTS);
  const path = join(objects, FIRST_READ);
  if (existsSync(path)) return;
  makeDurably(objects);
  await writeFile(path, FORMAT_TEXT, { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}
