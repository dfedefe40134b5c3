import type { Database } from 'lmdb';
import { DamagedIndexError } from './index-damage.js';

/** Notes in the index itself: no copy has one without the other. */
export type IndexNotes = Database<string, Buffer>;

/** The data file that was written to since it was last closed properly. A copy is another file. */
const OPENED = Buffer.from('opened');
/** Where the log ended when the index was closed. Texts of later ends are greater. */
const LOG_END = Buffer.from('log-end');

/** Raises `DamagedIndexError` for a copy that was taken while the index was written to, or of a newer log. */
export function assertWhole(notes: IndexNotes, file: string, logEnd: string | undefined): void {
  const opened = notes.get(OPENED);
  if (opened !== undefined && opened !== file) throw new DamagedIndexError('it was copied while it was written to');
  if (opened === undefined && logEnd !== undefined && (notes.get(LOG_END) ?? '') > logEnd) {
    throw new DamagedIndexError('it is newer than the log');
  }
}

/** Call inside a transaction, like `noteClosed`. */
export function noteOpened(notes: IndexNotes, file: string): void {
  void notes.put(OPENED, file);
}

export function isNotedOpened(notes: IndexNotes): boolean {
  return notes.get(OPENED) !== undefined;
}

export function noteClosed(notes: IndexNotes, logEnd: string | undefined): void {
  if (logEnd !== undefined) void notes.put(LOG_END, logEnd);
  void notes.remove(OPENED);
}
