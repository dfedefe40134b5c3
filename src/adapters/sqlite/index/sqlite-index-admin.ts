import { setImmediate as nextTurn } from 'node:timers/promises';
import { UnavailableError } from '../../../domain/errors.js';
import type { KeyEntry } from '../../../domain/document-key.js';
import type { Folder } from '../../../domain/folder.js';
import type { VersionSummary } from '../../../domain/version.js';
import { chunksOf, weightedChunksOf } from '../../../platform/chunks.js';
import type { HeadOutcome, HeadWrite, RevisedHead, Revision } from '../../../ports/document-index.js';
import type {
  ConcreteIndex,
  Entry,
  FeedPosition,
  FencingToken,
  HeadMark,
  HeadRemoval,
  ImmutableEntry,
  IndexAdmin,
  SummaryMark,
} from '../../../ports/index-admin.js';
import type { IndexRow } from './catalog.js';
import { inSnapshot } from '../files/connection.js';
import type { EntryReader } from './entry-reader.js';
import { assertWritable, type EntryWriter } from './entry-writer.js';
import { expectIndex, heldByAnother, setStateIfHeld, swapIndices, takeToken } from './fencing.js';
import type { OpenIndex } from './index-files.js';
import { DataFolder } from './data-folder.js';
import { logFile } from '../files/log-file.js';
import { fileFailure } from '../files/sqlite-errors.js';

/** One shard for the whole index: its transactions come one after the other. */
const SHARD = '0';
/** The service's writer may hold the lock for some ten milliseconds, again and again. */
const BUSY_MS = 10_000;
/** A transaction of this size takes some ten milliseconds. The service's writes wait for it. */
const ENTRIES_TOGETHER = 200;
const ENTRY_GROUP = { maxItems: ENTRIES_TOGETHER, maxWeight: 1024 * 1024, weightOf };
/** Before the first of all identifiers. */
const FIRST = '';

/** Works beside the service, in a process or thread that may wait. Its short transactions give others their turn. */
export class SqliteIndexAdmin implements IndexAdmin {
  /** A thread of the service follows what is written. */
  readonly writesWords = false;
  readonly #path: string;
  #opened: DataFolder | undefined;
  #isClosed = false;

  constructor(path: string) {
    this.#path = path;
  }

  /** Reads the whole of the current index. Where it is damaged it is removed. Returns what was wrong. */
  async removeDamaged(): Promise<string | undefined> {
    const damage = await this.#inFolder((folder) => folder.damage());
    if (damage !== undefined) await this.discardCurrent();
    return damage;
  }

  async current(): Promise<ConcreteIndex | undefined> {
    return described(this.#inFolder(({ catalog }) => catalog.current()));
  }

  async find(generation: string): Promise<ConcreteIndex | undefined> {
    return described(this.#inFolder(({ catalog }) => catalog.findGeneration(generation)));
  }

  /** First clears removed indices: the remover may have died before it finished. */
  async create(generation: string): Promise<string> {
    return this.#inFolder((folder) => {
      folder.clearRemoved();
      return (folder.catalog.findGeneration(generation) ?? folder.make(generation)).name;
    });
  }

  /** Nothing forbids them. */
  async expectSearches(): Promise<void> {}

  async remove(index: string): Promise<void> {
    this.#inFolder((folder) => {
      const { catalog } = folder;
      catalog.change(() => {
        const found = catalog.find(index);
        if (found && found.number === catalog.current()?.number) {
          throw new UnavailableError(`${index} is the index that requests go to`);
        }
        if (found) catalog.setState(found, 'removed');
      });
      folder.clearRemoved();
    });
  }

  async discardCurrent(): Promise<void> {
    this.#inFolder((folder) => folder.discardCurrent());
  }

  async checkpoint(index: string): Promise<FeedPosition> {
    return { [SHARD]: this.#read(index, ({ reader }) => reader.meta().seq) };
  }

  /** A write is visible once it is durable. */
  async refresh(index: string): Promise<void> {
    this.#read(index, () => undefined);
  }

  /** Ends at the last write before the call, even if the index is written to all the time. */
  async *changesAfter(index: string, position: FeedPosition): AsyncGenerator<Entry[]> {
    const upTo = this.#read(index, ({ reader }) => reader.meta().seq);
    for (let after = position[SHARD] ?? 0; after < upTo;) {
      const batch = this.#read(index, ({ connection, reader }) =>
        inSnapshot(connection, () => reader.changedEntries(after, upTo)),
      );
      if (batch.entries.length > 0) yield batch.entries;
      after = batch.reached;
      await nextTurn();
    }
  }

  async writeIfHigher(index: string, entries: readonly Entry[]): Promise<void> {
    for (const entry of entries) assertWritable(entry);
    await this.#writeAll(index, weightedChunksOf(entries, ENTRY_GROUP), (writer, entry) => writer.writeIfHigher(entry));
  }

  async readHeads(index: string, ids: readonly string[]): Promise<(RevisedHead | undefined)[]> {
    return this.#read(index, ({ reader }) => ids.map((id) => reader.head(id)));
  }

  async writeHead(index: string, write: HeadWrite): Promise<HeadOutcome> {
    const { head, expected, summaries } = write;
    assertWritable({ kind: 'head', head });
    for (const summary of summaries) assertWritable({ kind: 'summary', id: head.id, summary });
    if (expected !== 'absent' && expected.index !== index) return 'refused';
    return this.#write(index, (writer) => writer.writeHead(write));
  }

  scanHeads(index: string, after = FIRST): AsyncGenerator<HeadMark[]> {
    return this.#scan(index, after, { read: (reader, id) => reader.marksAfter(id), placeOf: ({ id }) => id });
  }

  async readMarks(index: string, ids: readonly string[]): Promise<(HeadMark | undefined)[]> {
    return this.#read(index, ({ reader }) => ids.map((id) => reader.mark(id)));
  }

  async readSummaries(index: string, marks: readonly SummaryMark[]): Promise<(VersionSummary | undefined)[]> {
    return this.#read(index, ({ reader }) => marks.map(({ id, version }) => reader.summary(id, version)));
  }

  async readFolders(index: string, ids: readonly string[]): Promise<(Folder | undefined)[]> {
    return this.#read(index, ({ reader }) => ids.map((id) => reader.folder(id)));
  }

  async readKeys(index: string, names: readonly string[]): Promise<(KeyEntry | undefined)[]> {
    return this.#read(index, ({ reader }) => names.map((name) => reader.key(name)));
  }

  scanFolders(index: string, after = FIRST): AsyncGenerator<Folder[]> {
    return this.#scan(index, after, { read: (reader, id) => reader.foldersAfter(id), placeOf: ({ id }) => id });
  }

  scanSummaries(index: string): AsyncGenerator<SummaryMark[]> {
    return this.#scan(
      index,
      { id: FIRST, version: 0 },
      { read: (reader, mark) => reader.summariesAfter(mark), placeOf: (mark) => mark },
    );
  }

  async countCreated(index: string, owner: string, month: string): Promise<number> {
    return this.#read(index, ({ reader }) => reader.created(owner, month));
  }

  async overwrite(index: string, entries: readonly ImmutableEntry[]): Promise<void> {
    for (const entry of entries) assertWritable(entry);
    await this.#writeAll(index, chunksOf(entries, ENTRIES_TOGETHER), (writer, entry) => writer.overwrite(entry));
  }

  async removeHead(id: string, expected: Revision): Promise<HeadRemoval> {
    return this.#write(expected.index, (writer) => writer.removeHead(id, expected));
  }

  async removeSummaries(index: string, marks: readonly SummaryMark[]): Promise<void> {
    await this.#writeAll(index, chunksOf(marks, ENTRIES_TOGETHER), (writer, { id, version }) => {
      writer.removeSummaries({ id, from: version, to: version, limit: 1 });
    });
  }

  async takeToken(index: string, rank: number): Promise<FencingToken> {
    return this.#inFolder(({ catalog }) => catalog.change(() => takeToken(catalog, index, rank)));
  }

  /** Then no writer is at work any more that has read the state before. */
  async block(token: FencingToken): Promise<void> {
    this.#inFolder(({ catalog, files }) => {
      const row = catalog.change(() => setStateIfHeld(catalog, token, 'blocked'));
      if (!row) throw heldByAnother(token.index);
      files.settle(row);
    });
  }

  async unblock(token: FencingToken): Promise<void> {
    this.#inFolder(({ catalog }) => catalog.change(() => setStateIfHeld(catalog, token, 'open')));
  }

  async isBlocked(index: string): Promise<boolean> {
    return this.#inFolder(({ catalog }) => expectIndex(catalog, index).state === 'blocked');
  }

  async swap(from: string | undefined, to: FencingToken): Promise<void> {
    this.#inFolder(({ catalog }) => catalog.change(() => swapIndices(catalog, from, to)));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#opened?.close();
    this.#opened = undefined;
  }

  #read<T>(index: string, read: (opened: OpenIndex) => T): T {
    return this.#inFolder(({ catalog, files }) => files.use(expectIndex(catalog, index), read));
  }

  #write<T>(index: string, write: (writer: EntryWriter) => T): T | 'refused' {
    return this.#inFolder(({ catalog, files }) => {
      const row = catalog.find(index);
      return row ? files.write(row, (now, writer) => (now?.state === 'open' ? write(writer) : 'refused')) : 'refused';
    });
  }

  /** One transaction for each group. Raises `UnavailableError` if the index is blocked or gone. */
  async #writeAll<T>(
    index: string,
    groups: Iterable<readonly T[]>,
    write: (writer: EntryWriter, item: T) => void,
  ): Promise<void> {
    for (const group of groups) {
      const written = this.#write(index, (writer) => group.forEach((item) => write(writer, item)));
      if (written === 'refused')
        throw new UnavailableError(`the index ${index} takes no writes: it is blocked or gone`);
      await nextTurn();
    }
  }

  async *#scan<T, P>(
    index: string,
    from: P,
    { read, placeOf }: { read: (reader: EntryReader, after: P) => T[]; placeOf: (last: T) => P },
  ): AsyncGenerator<T[]> {
    for (let after = from; ;) {
      const place = after;
      const items = this.#read(index, ({ reader }) => read(reader, place));
      const last = items.at(-1);
      if (last === undefined) return;
      yield items;
      after = placeOf(last);
      await nextTurn();
    }
  }

  #inFolder<T>(work: (folder: DataFolder) => T): T {
    if (this.#isClosed) throw new UnavailableError('the index is closed');
    try {
      this.#opened ??= new DataFolder(this.#path, { busyMs: BUSY_MS });
      return work(this.#opened);
    } catch (error) {
      throw fileFailure(error, logFile(this.#path));
    }
  }
}

function described(row: IndexRow | undefined): ConcreteIndex | undefined {
  return row && { name: row.name, generation: row.generation, schemaVersion: row.schema };
}

/** Approximate characters of an entry. */
function weightOf(entry: Entry): number {
  if (entry.kind !== 'head' || entry.head.deleted) return 500;
  const { metadata, title, tags } = entry.head;
  return 500 + (metadata?.length ?? 0) + (2 + 4 * tags.length) * title.length;
}
