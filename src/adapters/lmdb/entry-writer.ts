import type { KeyEntry } from '../../domain/document-key.js';
import type { Folder } from '../../domain/folder.js';
import type { Head } from '../../domain/head.js';
import type { VersionSummary } from '../../domain/version.js';
import type { HeadWrite, Revision } from '../../ports/document-index.js';
import type { Entry, ImmutableEntry } from '../../ports/index-admin.js';
import type { ChangeLog } from './change-log.js';
import { growthOfEntry, growthOfHead, growthOfHeadRemoval, growthOfSummary, sumOf } from './growth.js';
import type { Growth } from './growth.js';
import { HeadWriter } from './head-writer.js';
import type { IndexPlace } from './index-catalog.js';
import { assertVersion, folderNameKey, idBytes, idKey, scopeKey, summaryKey } from './index-keys.js';
import { folderOfRecord, folderRecord, keyRecord, summaryRecord } from './index-records.js';
import type { HeadRecord } from './index-records.js';
import type { IndexTables } from './index-tables.js';

const NOTHING = Buffer.alloc(0);
const NO_PREFIX = Buffer.alloc(4);

export type SummaryRange = { id: Buffer; from: number; to: number; limit: number };

/** Raises a `RangeError` for an unwritable entry. Call outside transactions: nothing may throw inside one. */
export function assertWritable(entry: Entry): void {
  if (entry.kind === 'head') idBytes(entry.head.id);
  else if (entry.kind === 'key') idBytes(entry.entry.name);
  else if (entry.kind === 'folder') nameKey(NO_PREFIX, entry.folder);
  else {
    idBytes(entry.id);
    assertVersion(entry.summary.version);
  }
}

/** Writes to a concrete index and records each write in the change log. Call inside a transaction. */
export class EntryWriter {
  readonly #tables: IndexTables;
  readonly #changes: ChangeLog;
  readonly #heads: HeadWriter;

  constructor(tables: IndexTables, changes: ChangeLog) {
    this.#tables = tables;
    this.#changes = changes;
    this.#heads = new HeadWriter(tables, changes);
  }

  writeHead(place: IndexPlace, { head, expected, summaries }: HeadWrite): 'written' | 'conflict' {
    for (const summary of summaries) this.#putSummary(place, head.id, summary);
    const current = this.#heads.read(place, idBytes(head.id));
    if (!isExpected(current, expected)) return 'conflict';
    this.#heads.replace(place, head, current);
    return 'written';
  }

  growthOfHeadWrite(place: IndexPlace, { head, summaries }: HeadWrite): Growth {
    return sumOf([this.#growthOfHead(place, head), ...summaries.map(growthOfSummary)]);
  }

  growthOfHeadRemoval(place: IndexPlace, id: string): Growth {
    return growthOfHeadRemoval(this.#heads.read(place, idBytes(id)));
  }

  growthOf(place: IndexPlace, entries: readonly Entry[]): Growth {
    return sumOf(
      entries.map((entry) => (entry.kind === 'head' ? this.#growthOfHead(place, entry.head) : growthOfEntry(entry))),
    );
  }

  writeIfHigher(place: IndexPlace, entry: Entry): void {
    if (entry.kind === 'folder') this.addFolder(place, entry.folder);
    else if (entry.kind === 'summary') this.addSummary(place, entry.id, entry.summary);
    else if (entry.kind === 'key') this.raiseKey(place, entry.entry);
    else {
      const current = this.#heads.read(place, idBytes(entry.head.id));
      if (!current || current[3] < entry.head.currentVersion) this.#heads.replace(place, entry.head, current);
    }
  }

  removeHead(place: IndexPlace, id: string, expected: Revision): 'removed' | 'conflict' {
    const current = this.#heads.read(place, idBytes(id));
    if (!current || !isExpected(current, expected)) return 'conflict';
    this.#heads.remove(place, id, current);
    return 'removed';
  }

  overwrite(place: IndexPlace, entry: ImmutableEntry): void {
    if (entry.kind === 'summary') return this.#putSummary(place, entry.id, entry.summary);
    this.#removeFolder(place, entry.folder.id);
    this.addFolder(place, entry.folder);
  }

  addSummary(place: IndexPlace, id: string, summary: VersionSummary): void {
    const key = summaryKey(place.prefix, idBytes(id), summary.version);
    if (!this.#tables.summaries.doesExist(key)) this.#putSummary(place, id, summary);
  }

  /** Removes the first `limit` summaries of the range. Returns the number removed. */
  removeSummaries(place: IndexPlace, { id, from, to, limit }: SummaryRange): number {
    const [start, end] = [summaryKey(place.prefix, id, from), summaryKey(place.prefix, id, to + 1)];
    const found = [...this.#tables.summaries.getRange({ start, end, limit })];
    for (const { key, value } of found) {
      void this.#tables.summaries.remove(key);
      this.#changes.drop(place, value[0]);
    }
    return found.length;
  }

  removeSummary(place: IndexPlace, { id, version }: { id: string; version: number }): void {
    this.removeSummaries(place, { id: idBytes(id), from: version, to: version, limit: 1 });
  }

  addFolder(place: IndexPlace, folder: Folder): 'created' | 'exists' {
    const id = idBytes(folder.id);
    const key = idKey(place.prefix, id);
    if (this.#tables.folders.doesExist(key)) return 'exists';
    void this.#tables.folders.put(key, folderRecord(folder));
    void this.#tables.folderNames.put(nameKey(place.prefix, folder), NOTHING);
    this.#changes.add(place, { kind: 'folder', id }, undefined);
    return 'created';
  }

  raiseKey(place: IndexPlace, entry: KeyEntry): 'written' | 'exists' {
    const id = idBytes(entry.name);
    const key = idKey(place.prefix, id);
    const before = this.#tables.keys.get(key);
    if (before && before[2] >= entry.life) return 'exists';
    const seqNo = this.#changes.add(place, { kind: 'key', id }, before?.[0]);
    void this.#tables.keys.put(key, keyRecord(entry, seqNo));
    return 'written';
  }

  /** Keeps the folder's change entry: once the folder is added again, that entry leads to the new record. */
  #removeFolder(place: IndexPlace, id: string): void {
    const key = idKey(place.prefix, idBytes(id));
    const record = this.#tables.folders.get(key);
    if (!record) return;
    void this.#tables.folders.remove(key);
    void this.#tables.folderNames.remove(nameKey(place.prefix, folderOfRecord(id, record)));
  }

  #growthOfHead(place: IndexPlace, head: Head): Growth {
    return growthOfHead(head, this.#heads.read(place, idBytes(head.id)));
  }

  #putSummary(place: IndexPlace, id: string, summary: VersionSummary): void {
    const bytes = idBytes(id);
    const key = summaryKey(place.prefix, bytes, summary.version);
    const before = this.#tables.summaries.get(key)?.[0];
    const seqNo = this.#changes.add(place, { kind: 'summary', id: bytes, version: summary.version }, before);
    void this.#tables.summaries.put(key, summaryRecord(summary, seqNo));
  }
}

function nameKey(prefix: Buffer, { id, owner, parentId, name }: Folder): Buffer {
  return folderNameKey(scopeKey(prefix, owner, parentId), name, idBytes(id));
}

function isExpected(current: HeadRecord | undefined, expected: HeadWrite['expected']): boolean {
  if (expected === 'absent') return current === undefined;
  return current?.[0] === expected.seqNo && expected.primaryTerm === 1;
}
