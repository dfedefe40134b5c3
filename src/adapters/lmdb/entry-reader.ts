import type { Entry } from '../../ports/index-admin.js';
import type { IndexChange } from './change-log.js';
import { weightOf } from './entry-groups.js';
import type { IndexPlace } from './index-catalog.js';
import type { IndexEnvironment } from './index-environment.js';
import { idKey, summaryKey } from './index-keys.js';
import { entryOfKeyRecord, folderOfRecord, headOfRecord, summaryOfRecord } from './index-records.js';
import type { IndexTables } from './index-tables.js';

const ENTRIES_TOGETHER = 1_000;
const WEIGHT_TOGETHER = 4 * 1024 * 1024;

export type ChangeRange = { after: number; upTo: number };
/** `reached`: `entries` is complete up to this sequence number. */
export type ChangeBatch = { entries: Entry[]; reached: number };

/** Reads the first changes with `after` < sequence number <= `upTo`. Call in one snapshot. */
export function readChanges(
  { changes, tables }: IndexEnvironment,
  place: IndexPlace,
  { after, upTo }: ChangeRange,
): ChangeBatch {
  const found = changes.between(place, { after, upTo, limit: ENTRIES_TOGETHER });
  const entries: Entry[] = [];
  let weight = 0;
  for (const { seqNo, change } of found) {
    const entry = entryOf(tables, place, change);
    if (entry) entries.push(entry);
    weight += entry ? weightOf(entry) : 0;
    if (weight > WEIGHT_TOGETHER) return { entries, reached: seqNo };
  }
  return { entries, reached: found.length < ENTRIES_TOGETHER ? upTo : (found.at(-1)?.seqNo ?? upTo) };
}

function entryOf(tables: IndexTables, { prefix }: IndexPlace, change: IndexChange): Entry | undefined {
  const id = change.id.toString('latin1');
  if (change.kind === 'summary') {
    const record = tables.summaries.get(summaryKey(prefix, change.id, change.version));
    return record && { kind: 'summary', id, summary: summaryOfRecord(record) };
  }
  if (change.kind === 'key') {
    const record = tables.keys.get(idKey(prefix, change.id));
    return record && { kind: 'key', entry: entryOfKeyRecord(id, record) };
  }
  if (change.kind === 'folder') {
    const record = tables.folders.get(idKey(prefix, change.id));
    return record && { kind: 'folder', folder: folderOfRecord(id, record) };
  }
  const record = tables.heads.get(idKey(prefix, change.id));
  return record && { kind: 'head', head: headOfRecord(id, record) };
}
