import type { Folder } from '../../domain/folder.js';
import type { HeadMark, SummaryMark } from '../../ports/index-admin.js';
import type { IndexPlace } from './index-catalog.js';
import { idBytes, idKey, idOfKey, keyAfter, markOfSummaryKey, rangeOf, summaryKey } from './index-keys.js';
import { folderOfRecord } from './index-records.js';
import type { HeadRecord } from './index-records.js';
import type { IndexTables } from './index-tables.js';

const ITEMS_TOGETHER = 1_000;

/** `last`: the next page begins after it; undefined at the end. */
export type EntryPage<T, P> = { items: T[]; last: P | undefined };
export type ScanArguments<P> = [tables: IndexTables, place: IndexPlace, after: P | undefined];

/** Heads by identifier. Each record is let go at once, because its metadata may be large. */
export function marksAfter(...[{ heads }, { prefix }, after]: ScanArguments<string>): EntryPage<HeadMark, string> {
  const found = heads.getRange(pageAfter(prefix, after === undefined ? undefined : idKey(prefix, idBytes(after))));
  return pageOf([...found.map(({ key, value }) => markOf(idOfKey(key).toString('latin1'), value))], ({ id }) => id);
}

export function markOf(id: string, record: HeadRecord): HeadMark {
  return { id, currentVersion: record[3], deleted: record[1] };
}

export function foldersAfter(...[{ folders }, { prefix }, after]: ScanArguments<string>): EntryPage<Folder, string> {
  const found = folders.getRange(pageAfter(prefix, after === undefined ? undefined : idKey(prefix, idBytes(after))));
  return pageOf(
    [...found.map(({ key, value }) => folderOfRecord(idOfKey(key).toString('latin1'), value))],
    ({ id }) => id,
  );
}

export function summariesAfter(
  ...[{ summaries }, { prefix }, after]: ScanArguments<SummaryMark>
): EntryPage<SummaryMark, SummaryMark> {
  const start = after && summaryKey(prefix, idBytes(after.id), after.version);
  return pageOf([...summaries.getKeys(pageAfter(prefix, start))].map(markOfSummaryKey), (mark) => mark);
}

function pageAfter(prefix: Buffer, after: Buffer | undefined) {
  const { start, end } = rangeOf(prefix);
  return { start: after ? keyAfter(after) : start, end, limit: ITEMS_TOGETHER };
}

function pageOf<T, P>(items: T[], placeOf: (item: T) => P): EntryPage<T, P> {
  const last = items.at(-1);
  return { items, last: last === undefined || items.length < ITEMS_TOGETHER ? undefined : placeOf(last) };
}
