import type { Database } from 'lmdb';
import { DamagedIndexError } from './index-damage.js';

/** Notes in the index itself: no copy has one without the other. */
export type IndexNotes = Database<string, Buffer>;

/** The data file that was written to since it was last closed properly. A copy is another file. */
const OPENED = Buffer.from('opened');
/** Where the log ended when the index was opened or closed last. Texts of later ends are greater. */
const LOG_END = Buffer.from('log-end');

/** Raises `DamagedIndexError` for a copy that was taken while the index was written to, or of a newer log. */
export function assertWhole(notes: IndexNotes, file: string, logEnd: string | undefined): void {
  const opened = notes.get(OPENED);
  if (opened !== undefined && opened !== file) {
    throw new DamagedIndexError('it was copied while a process wrote to it, or moved after one was killed');
  }
  if (logEnd !== undefined && (notes.get(LOG_END) ?? '') > logEnd) {
    throw new DamagedIndexError('it is newer than the log');
  }
}

/** Call inside a transaction, like `noteClosed`. */
export function noteOpened(notes: IndexNotes, file: string, logEnd: string | undefined): void {
  void notes.put(OPENED, file);
  noteLogEnd(notes, logEnd);
}

export function isNotedOpened(notes: IndexNotes): boolean {
  return notes.get(OPENED) !== undefined;
}

export function noteClosed(notes: IndexNotes, logEnd: string | undefined): void {
  noteLogEnd(notes, logEnd);
  void notes.remove(OPENED);
}

function noteLogEnd(notes: IndexNotes, logEnd: string | undefined): void {
  if (logEnd !== undefined) void notes.put(LOG_END, logEnd);
}
