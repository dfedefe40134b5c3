import { closeSync, openSync } from 'node:fs';
import { isOfTheSystem } from './index-damage.js';
import { readExtent } from './index-extent.js';
import { dataPath } from './index-file.js';
import { MissingTableError, openTables } from './index-tables.js';
import type { IndexTables } from './index-tables.js';
import { NEW_PAGES } from './prepare-files.js';

/**
 * Reads every entry of an environment, and tells what is wrong with it; undefined: nothing. LMDB ends the process over
 * some damages, so this is for a process of its own. Raises an error where the system lets nothing be read.
 */
export function readAll(folder: string): string | undefined {
  try {
    const { root: _, ...tables } = openTables(folder, { readOnly: true });
    for (const [name, table] of Object.entries(tables)) readTable(name, table);
  } catch (error) {
    if (isOfTheSystem(error)) throw error;
    return error instanceof MissingTableError && isYoung(folder) ? undefined : String(error);
  }
  return undefined;
}

/** No longer than it says: the pages of a damaged tree can lead in a circle. */
function readTable(name: string, table: IndexTables[Exclude<keyof IndexTables, 'root'>]): void {
  const { entryCount } = table.getStats() as { entryCount: number };
  let found = 0;
  for (const _ of table.getRange({})) if (++found > entryCount) break;
  if (found !== entryCount) throw new Error(`the table ${name} has ${found} entries, not ${entryCount}`);
}

/** Whoever makes an environment may die before all its tables are there. */
function isYoung(folder: string): boolean {
  const file = openSync(dataPath(folder), 'r');
  try {
    const extent = readExtent(file);
    return extent === undefined || extent.stated <= NEW_PAGES * extent.pageSize;
  } finally {
    closeSync(file);
  }
}
