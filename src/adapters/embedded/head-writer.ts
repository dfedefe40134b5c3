import type { Head, LivingHead } from '../../domain/head.js';
import type { HeadOutcome, HeadWrite } from '../../ports/document-index.js';
import { cutTitle, encodeText, idBytes, scopeHash, searchKey, searchScope, summaryKey } from './index-keys.js';
import { headOfRecord, headRecord, summaryRecord } from './index-records.js';
import type { HeadRecord, SummaryRecord } from './index-records.js';
import type { IndexTables } from './index-tables.js';

export type PreparedWrite = HeadWrite & { key: Buffer; summaryEntries: readonly (readonly [Buffer, SummaryRecord])[] };

/** Search keys in hexadecimal, with what they hold. */
type SearchEntries = Map<string, { key: Buffer; rest: Buffer }>;

/** Head, search keys, month count and summaries of one document, changed together. */
export class HeadWriter {
  readonly #tables: IndexTables;

  constructor(tables: IndexTables) {
    this.#tables = tables;
  }

  /** Outside of the transaction: raises a `RangeError` for what cannot be written. */
  prepare(write: HeadWrite): PreparedWrite {
    const key = idBytes(write.head.id);
    const summaryEntries = write.summaries.map((each) => [summaryKey(key, each.version), summaryRecord(each)] as const);
    return { ...write, key, summaryEntries };
  }

  /** Inside a transaction. */
  write({ head, expected, key, summaryEntries }: PreparedWrite): HeadOutcome {
    for (const [at, summary] of summaryEntries) void this.#tables.summaries.put(at, summary);
    const current = this.#tables.heads.get(key);
    if (!isExpected(current, expected)) return 'conflict';
    const before = current && headOfRecord(head.id, current);
    void this.#tables.heads.put(key, headRecord(head, (current?.[0] ?? 0) + 1));
    if (!before || !isFoundAlike(before, head)) this.#moveEntries(before, head);
    if (!before || monthOf(before).join() !== monthOf(head).join()) this.#countIn(before, head);
    return 'written';
  }

  #moveEntries(before: Head | undefined, after: Head): void {
    const { titles } = this.#tables;
    const [old, fresh] = [searchEntries(before), searchEntries(after)];
    for (const [name, { key }] of old) if (!fresh.has(name)) void titles.remove(key);
    for (const { key, rest } of fresh.values()) void titles.put(key, rest);
  }

  #countIn(before: Head | undefined, after: Head): void {
    if (before) this.#count(before, -1);
    this.#count(after, 1);
  }

  #count(head: Head, change: 1 | -1): void {
    const key = scopeHash(...monthOf(head));
    void this.#tables.months.put(key, (this.#tables.months.get(key) ?? 0) + change);
  }
}

function isExpected(current: HeadRecord | undefined, expected: HeadWrite['expected']): boolean {
  if (expected === 'absent') return current === undefined;
  return current?.[0] === expected.seqNo && expected.primaryTerm === 1;
}

const monthOf = ({ owner, createdAt }: Head): [owner: string, month: string] => [owner, createdAt.slice(0, 7)];

/** Whether no search can tell the two apart: what most pushes leave as it is. */
function isFoundAlike(a: Head, b: Head): boolean {
  if (a.deleted || b.deleted) return a.deleted && b.deleted;
  return a.foldedTitle === b.foldedTitle && a.folderId === b.folderId && a.owner === b.owner
    && a.tags.length === b.tags.length && a.tags.every((tag, i) => tag === b.tags[i]);
}

/** A key for each combination of conditions under which the head can be found; the prefix is free in all. */
function searchEntries(head: Head | undefined): SearchEntries {
  const entries: SearchEntries = new Map();
  if (!head || head.deleted) return entries;
  const title = cutTitle(encodeText(head.foldedTitle));
  const id = idBytes(head.id);
  for (const scope of scopesOf(head)) {
    const key = searchKey(scope, title, id);
    entries.set(key.toString('hex'), { key, rest: title.rest });
  }
  return entries;
}

function* scopesOf({ owner, folderId, tags }: LivingHead): Generator<Buffer> {
  for (const tag of [undefined, ...tags]) {
    yield searchScope({ owner, folderId: undefined, tag });
    yield searchScope({ owner, folderId, tag });
  }
}
