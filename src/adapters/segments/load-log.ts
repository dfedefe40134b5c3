import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { contentsAt, decodeContents, encodeEntry, identityIn, readEntries, TAIL_BYTES } from './contents.js';
import { isMissing } from '../filesystem/fs-errors.js';
import { LogRefusedError } from './log-refused.js';
import type { LogState, Segment } from './log-state.js';
import { HEADER_BYTES, KINDS, sizeAt } from './record.js';
import { scanRecords } from './scan-records.js';
import { readAt, segmentNumbers, segmentPath } from './segment-files.js';
import { readStart, type SegmentStart } from './segment-start.js';

export type NewestSegment = {
  segment: Segment;
  /** Where its records end, and the file. What lies between is the rest of an interrupted write. */
  end: number;
  fileBytes: number;
  /** Its records, in the form of contents. */
  entries: Buffer;
  hasContents: boolean;
};

export type LoadedLog = {
  /** Undefined: the log is empty. */
  newest: NewestSegment | undefined;
  /** Numbers of files that are not needed: emptied ones, and one that was being made. */
  leftovers: number[];
};

/** Reads the contents of all segments into `state`. Raises `LogRefusedError` if a file is missing or not whole. */
export async function loadLog(folder: string, state: LogState): Promise<LoadedLog> {
  const present = await segmentNumbers(folder);
  const numbers = [...present];
  for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) {
    const found = await withFile(folder, number, (file) => readNewest(file, segmentPath(folder, number)));
    if (!found || !(await isBegun(folder, found))) continue;
    if (identityIn(found.entries) !== '') throw refused(folder, number, 'is followed by another, which is missing');
    const needed = neededBy(found);
    for (const [other, id] of needed) await loadOther({ folder, state, number: other, id });
    const segment = applyAll(state, number, found.entries);
    const isNeeded = new Set([number, ...needed.map(([other]) => other)]);
    return { newest: { ...found, segment }, leftovers: present.filter((other) => !isNeeded.has(other)) };
  }
  return { newest: undefined, leftovers: present };
}

type FoundNewest = Omit<NewestSegment, 'segment'> & {
  start: SegmentStart;
  /** It has no other record. */
  isBare: boolean;
};

/** Undefined: its making was interrupted. */
async function readNewest(file: FileHandle, path: string): Promise<FoundNewest | undefined> {
  const fileBytes = (await file.stat()).size;
  const start = await startOf(file, fileBytes);
  const contents = start && (await contentsOf(file, fileBytes));
  if (start && contents) {
    return { start, entries: contents, end: fileBytes, fileBytes, hasContents: true, isBare: false };
  }
  const { entries, end } = scanEntries(await readAt(file, 0, fileBytes), path);
  if (!start || end === 0) return undefined;
  const isBare = entries.length === 1;
  return { start, entries: Buffer.concat(entries), end, fileBytes, hasContents: false, isBare };
}

/** Of all sound records from the beginning of a segment. `end`: of the last one. */
function scanEntries(bytes: Buffer, path: string): { entries: Buffer[]; end: number } {
  const entries: Buffer[] = [];
  let end = 0;
  for (const record of scanRecords(bytes, path)) {
    entries.push(encodeEntry(record));
    end += record.size;
  }
  return { entries, end };
}

/** Whether it may have been written to: it follows a segment that has got its contents. */
async function isBegun(folder: string, { start, isBare }: FoundNewest): Promise<boolean> {
  const [number, id] = start.others.at(-1) ?? [];
  if (!isBare || number === undefined) return true;
  const entries = await withFile(folder, number, entriesOf).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
  return entries !== undefined && identityIn(entries) === id;
}

/** Ascending. */
function neededBy({ start, entries }: FoundNewest): (readonly [number, string])[] {
  const emptied = new Set<number>();
  for (const { kind, key } of readEntries(entries)) if (kind === KINDS.emptied) emptied.add(Number(key));
  return start.others.filter(([number]) => !emptied.has(number)).toSorted(([a], [b]) => a - b);
}

type OtherSegment = { folder: string; state: LogState; number: number; id: string };

async function loadOther({ folder, state, number, id }: OtherSegment): Promise<void> {
  const entries = await readEntriesOf(folder, { number, id }).catch((error: unknown) => {
    throw isMissing(error) ? refused(folder, number, 'is missing') : error;
  });
  const segment = applyAll(state, number, entries);
  if (segment.id !== id) throw refused(folder, number, 'does not belong to the newest segment');
}

function refused(folder: string, number: number, what: string): LogRefusedError {
  return new LogRefusedError(
    `${segmentPath(folder, number)} ${what}: if this folder is a copy, copy it again; else restore the file from a backup`,
  );
}

function applyAll(state: LogState, number: number, entries: Buffer): Segment {
  const segment = state.add(number);
  for (const entry of readEntries(entries)) state.apply(segment, entry);
  return segment;
}

/** The entries of a segment that is not the newest. Raises the system's error, or `LogRefusedError`. */
export async function readEntriesOf(folder: string, { number, id }: { number: number; id: string }): Promise<Buffer> {
  const entries = await withFile(folder, number, async (file) => {
    return (await entriesOf(file)) ?? (await scannedEntriesOf(file, { path: segmentPath(folder, number), id }));
  });
  if (!entries) throw refused(folder, number, 'is not whole');
  return entries;
}

/** Where only the contents are damaged, all records before them are sound. Their key is in their header. */
async function scannedEntriesOf(
  file: FileHandle,
  { path, id }: { path: string; id: string },
): Promise<Buffer | undefined> {
  const bytes = await readAt(file, 0, (await file.stat()).size);
  const { entries, end } = scanEntries(bytes, path);
  const keyAt = end + HEADER_BYTES;
  if (sizeAt(bytes, end) !== bytes.length - end || bytes.toString('latin1', keyAt, keyAt + id.length) !== id) {
    return undefined;
  }
  return Buffer.concat([...entries, encodeEntry({ kind: KINDS.contents, key: id, size: bytes.length - end })]);
}

async function entriesOf(file: FileHandle): Promise<Buffer | undefined> {
  return contentsOf(file, (await file.stat()).size);
}

async function startOf(file: FileHandle, fileBytes: number): Promise<SegmentStart | undefined> {
  const size = sizeAt(await readAt(file, 0, HEADER_BYTES), 0) ?? Infinity;
  return size > fileBytes ? undefined : readStart(await readAt(file, 0, size));
}

async function contentsOf(file: FileHandle, fileBytes: number): Promise<Buffer | undefined> {
  const tail = await readAt(file, Math.max(0, fileBytes - TAIL_BYTES), TAIL_BYTES);
  const at = contentsAt(tail, fileBytes);
  return at && decodeContents(await readAt(file, at.offset, at.size));
}

async function withFile<T>(folder: string, number: number, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(segmentPath(folder, number), 'r');
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}
