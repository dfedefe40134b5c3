import type { Database } from 'lmdb';
import { closeSync, openSync } from 'node:fs';
import { isOfTheSystem } from './index-damage.js';
import { readExtent } from './index-extent.js';
import { dataPath } from './index-file.js';
import { MissingTableError, openTables } from './index-tables.js';
import type { IndexTables } from './index-tables.js';
import { NEW_PAGES } from './prepare-files.js';

/** Returns the damage, or undefined. Raises refusals of the system. LMDB may end the process: use a separate one. */
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

/** Stops after the stated number of entries: a damaged tree may contain a cycle. */
function readTable(name: string, table: IndexTables[Exclude<keyof IndexTables, 'root'>]): void {
  const entryCount = entriesOf(table);
  let found = 0;
  for (const _ of table.getRange({})) if (++found > entryCount) break;
  if (found !== entryCount) throw new Error(`the table ${name} has ${found} entries, not ${entryCount}`);
}

/** A young environment may lack tables, because its creator may have died. */
function isYoung(folder: string): boolean {
  const file = openSync(dataPath(folder), 'r');
  try {
    const extent = readExtent(file);
    return extent === undefined || extent.stated <= NEW_PAGES * extent.pageSize;
  } finally {
    closeSync(file);
  }
}

export function entriesOf(table: Database<unknown, Buffer>): number {
  return (table.getStats() as { entryCount: number }).entryCount;
}
