import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../filesystem/fs-errors.js';
import { makeDurably } from '../filesystem/make-durably.js';
import { LogRefusedError } from './log-refused.js';
import { segmentNumbers } from './segment-files.js';

/** Programs before format 4 had a file for each object here, and read this one first. */
export const OBJECTS = 'objects';
export const FIRST_READ = 'index-generation.json';
/** Folders of those programs. Where a file is in the place of one, they can write no key and no plan. */
const WRITTEN_UNREAD = ['keys', 'owners', 'revocations', 'suspensions'];
const MARKERS = [FIRST_READ, ...WRITTEN_UNREAD];
const FORMAT_TEXT = '{"format":4}\n';

/** Raises `LogRefusedError` if an older program has its log in this data folder, and this one has none in `log`. */
export async function refuseOlderLog(dataDir: string, log: string): Promise<void> {
  const entries = await readdir(join(dataDir, OBJECTS), { withFileTypes: true }).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    return [];
  });
  const isNew = entries.every((entry) => entry.isFile() && MARKERS.includes(entry.name));
  if (isNew || (await segmentNumbers(log)).length > 0) return;
  throw new LogRefusedError(
    `${join(dataDir, OBJECTS)} is the log of an older program: copy it to a bucket with \`quire sync\` of that program, ` +
      'and from there to a new folder with this one',
  );
}

/** Makes programs before format 4 refuse this data folder. */
export async function refuseOlderPrograms(dataDir: string): Promise<void> {
  const objects = join(dataDir, OBJECTS);
  const missing = MARKERS.map((name) => join(objects, name)).filter((path) => !existsSync(path));
  if (missing.length > 0) makeDurably(objects);
  for (const path of missing) await writeFile(path, FORMAT_TEXT, { mode: 0o600 });
}
