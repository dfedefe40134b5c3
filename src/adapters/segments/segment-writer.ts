import { constants } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { randomBase62 } from '../../domain/base62.js';
import { UnavailableError } from '../../domain/errors.js';
import { isMissing } from '../filesystem/fs-errors.js';
import { makeDurably } from '../filesystem/make-durably.js';
import { encodeContents, encodeEntry } from './contents.js';
import type { LoadedLog, NewestSegment } from './load-log.js';
import type { LogState, Segment } from './log-state.js';
import { encodeGroup, KINDS, sizeOf, type NewRecord, type RecordEntry } from './record.js';
import { FIRST_SEGMENT, segmentPath, syncFolder, writeAt } from './segment-files.js';
import { startRecord } from './segment-start.js';

const GROUP_BYTES = 4 * 1024 * 1024;
const ID_CHARACTERS = 8;
const END_DIGITS = 10;
/** Each write is durable when it returns: one trip to the disk for a group. */
const SYNCED = constants.O_RDWR | constants.O_DSYNC;
const NEW = SYNCED | constants.O_CREAT | constants.O_EXCL;

export type LogToWrite = { folder: string; state: LogState; loaded: LoadedLog; segmentBytes: number };

type Waiting = { record: NewRecord; resolve: () => void; reject: (error: unknown) => void };

/** The segment that records are appended to. */
type Open = { segment: Segment; file: FileHandle; end: number; entries: Buffer[]; hasContents: boolean };

/** A segment that is made, but comes after one that has not got its contents yet. */
type Next = { number: number; id: string; file: FileHandle; start: NewRecord };

/** Appends records to the newest segment, one group after the other, and makes the next segment when one is full. */
export class SegmentWriter {
  readonly #folder: string;
  readonly #state: LogState;
  readonly #segmentBytes: number;
  readonly #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;
  #open: Open | undefined;
  /** A failed write may have left bytes after the end. */
  #isUncertain = false;
  #isEnding = false;
  #next: Next | undefined;
  #isClosed = false;

  private constructor({ folder, state, segmentBytes }: LogToWrite) {
    this.#folder = folder;
    this.#state = state;
    this.#segmentBytes = segmentBytes;
  }

  /** Makes what was loaded durable, and removes what is not needed. Raises the system's error. */
  static async open(log: LogToWrite): Promise<SegmentWriter> {
    const writer = new SegmentWriter(log);
    const { folder, loaded } = log;
    const { newest, leftovers } = loaded;
    for (const number of leftovers) await removeFile(segmentPath(folder, number));
    if (newest) writer.#open = await openNewest(folder, newest);
    writer.#isEnding = newest?.segment.number === FIRST_SEGMENT;
    return writer;
  }

  /** The segment that records are appended to. */
  get number(): number | undefined {
    return this.#open?.segment.number;
  }

  /** Where the next record comes. */
  get end(): string {
    return logEnd(this.#open);
  }

  /** A write failed, and what it left is not cut off yet: it may be found after a kill. */
  get isUncertain(): boolean {
    return this.#isUncertain;
  }

  /** Resolves when the record is durable and in the state. Records take effect in the order of the calls. */
  append(record: NewRecord): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new UnavailableError('the log is closed');
      this.#waiting.push({ record, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** The next group begins a new segment. */
  endSegment(): void {
    this.#isEnding = true;
  }

  /** Writes the contents, so that the next start reads no records. Without them it reads the newest segment whole. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
    const { file, hasContents } = this.#open ?? {};
    if (!file) return;
    if (!hasContents) await this.#writeContents('').catch(() => undefined);
    await file.close();
    await this.#next?.file.close();
  }

  async #run(): Promise<void> {
    // The writes of this turn of the event loop belong to one group.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const group = this.#takeGroup();
      try {
        await this.#write(group.map(({ record }) => record));
        for (const { resolve } of group) resolve();
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#running = undefined;
  }

  #takeGroup(): Waiting[] {
    let bytes = 0;
    const beyond = this.#waiting.findIndex(({ record }, index) => {
      bytes += sizeOf(record);
      return bytes > GROUP_BYTES && index > 0;
    });
    return this.#waiting.splice(0, beyond === -1 ? this.#waiting.length : beyond);
  }

  async #write(records: readonly NewRecord[]): Promise<void> {
    const bytes = records.reduce((sum, record) => sum + sizeOf(record), 0);
    if (!this.#open) await this.#startSegment();
    if (this.#isEnding || this.#opened.end + bytes > this.#segmentBytes) await this.#startSegment();
    await this.#append(records);
  }

  /** In this order a log always has the segment that follows one with an identity. */
  async #startSegment(): Promise<void> {
    const full = this.#open;
    this.#isEnding = true;
    const { number, id, file, start } = (this.#next ??= await this.#makeNext());
    if (full) await this.#writeContents(id);
    this.#next = undefined;
    this.#open = { segment: this.#state.add(number), file, end: 0, entries: [], hasContents: false };
    this.#note([entryOf(start)]);
    this.#isEnding = number === FIRST_SEGMENT;
    await full?.file.close();
  }

  async #makeNext(): Promise<Next> {
    const full = this.#open?.segment;
    if (!full) makeDurably(this.#folder);
    const number = full ? full.number + 1 : FIRST_SEGMENT;
    const id = randomBase62(ID_CHARACTERS);
    const others = this.#state.segments.map((other) => [other.number, other === full ? id : other.id] as const);
    const start = startRecord({ others });
    const path = segmentPath(this.#folder, number);
    // Left by an attempt that failed.
    await removeFile(path);
    const file = await open(path, NEW, 0o600);
    try {
      await writeAt(file, encodeGroup([start], 0), 0);
      await syncFolder(this.#folder);
    } catch (error) {
      await file.close();
      throw error;
    }
    return { number, id, file, start };
  }

  async #append(records: readonly NewRecord[]): Promise<void> {
    const { file, end } = this.#opened;
    await this.#writeAtEnd(file, encodeGroup(records, end), end);
    this.#note(records.map(entryOf));
  }

  async #writeContents(id: string): Promise<void> {
    const { file, end, entries } = this.#opened;
    const contents = encodeContents(entries, id, end);
    await this.#writeAtEnd(file, contents, end);
    this.#note([{ kind: KINDS.contents, key: id, size: contents.length }]);
    this.#opened.hasContents = true;
  }

  async #writeAtEnd(file: FileHandle, bytes: Buffer, end: number): Promise<void> {
    if (this.#isUncertain) await file.truncate(end);
    this.#isUncertain = true;
    await writeAt(file, bytes, end);
    this.#isUncertain = false;
  }

  #note(entries: readonly RecordEntry[]): void {
    const opened = this.#opened;
    for (const entry of entries) {
      this.#state.apply(opened.segment, { ...entry, offset: opened.end });
      opened.entries.push(encodeEntry(entry));
      opened.end += entry.size;
    }
    opened.hasContents = false;
  }

  get #opened(): Open {
    if (!this.#open) throw new UnavailableError('the log has no segment');
    return this.#open;
  }
}

async function openNewest(folder: string, newest: NewestSegment): Promise<Open> {
  const { segment, end, fileBytes, entries, hasContents } = newest;
  const file = await open(segmentPath(folder, segment.number), SYNCED);
  try {
    const { size } = await file.stat();
    if (size !== fileBytes && size !== end) throw new UnavailableError('the log was written to meanwhile');
    if (end < size) await file.truncate(end);
    // What a killed process wrote may not be on the disk yet.
    await file.sync();
  } catch (error) {
    await file.close();
    throw error;
  }
  return { segment, file, end, entries: [entries], hasContents };
}

function entryOf(record: NewRecord): RecordEntry {
  return { kind: record.kind, key: record.key, size: sizeOf(record) };
}

/** Texts of later ends are greater. */
export function logEnd(newest: { segment: { number: number }; end: number } | undefined): string {
  return `${padded(newest?.segment.number ?? 0)}:${padded(newest?.end ?? 0)}`;
}

function padded(number: number): string {
  return String(number).padStart(END_DIGITS, '0');
}

async function removeFile(path: string): Promise<void> {
  await unlink(path).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
}
