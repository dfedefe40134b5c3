import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UnavailableError } from '../../../domain/errors.js';
import { WORDS_VERSION } from '../../../domain/words/words.js';
import { makeDatabase, openFile, removeDatabase } from '../files/connection.js';
import { freeBytes } from '../files/free-bytes.js';
import { isBusy, isOfTheDisk, unavailable } from '../files/sqlite-errors.js';
import type { Connection } from '../files/sqlite-library.js';
import { OWNER_WIDTH } from './word-match.js';

/** Of the beginnings of words that are found without merging all words that begin so. Each takes much room. */
const PREFIXES = [1, 2, 3].map((length) => OWNER_WIDTH + length).join(' ');

/** Of a segment, before it is written anew without them. With FTS5's own 10, a push took 1.6 times the CPU. */
const DELETED_PERCENT = 40;

/**
 * The words of the newest versions. `place`: milliseconds of the last change × 2^20, and a number, so the newest are
 * last. `seq`: of the changes of the index `name` up to which all are in. `rule`: `WORDS_VERSION`. No text is kept.
 * `opening` has the title once more, with a mark that is one with its first word: few titles begin with a word.
 * `marks`: of tags and folder.
 */
const SCHEMA = `
  CREATE TABLE meta (
    one INTEGER PRIMARY KEY CHECK (one = 1), rule INTEGER NOT NULL, name TEXT NOT NULL, seq INTEGER NOT NULL
  );
  INSERT INTO meta VALUES (1, ${WORDS_VERSION}, '', 0);
  CREATE TABLE owners (n INTEGER PRIMARY KEY, owner TEXT NOT NULL UNIQUE);
  CREATE TABLE documents (
    place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, version INTEGER NOT NULL
  );
  CREATE VIRTUAL TABLE words USING fts5(
    title, opening, body, marks, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '${PREFIXES}'
  );
  INSERT INTO words (words, rank) VALUES ('deletemerge', ${DELETED_PERCENT});
`;

const NUMBERS = 20n;
const MOST_NUMBERS = 2n ** NUMBERS;

/** The first and the last place of a millisecond. */
export function placesOf(time: number): { first: bigint; last: bigint } {
  const first = BigInt(time) << NUMBERS;
  return { first, last: first + MOST_NUMBERS - 1n };
}

/** In milliseconds. */
export function timeAt(place: bigint): number {
  return Number(place >> NUMBERS);
}

export type WordsFile = { folder: string; number: number; connection: Connection };

/** Words never take the last room of a disk from the log. */
const RESERVED_MIB = 64;

/** Raises `UnavailableError`. */
export function expectRoom(folder: string): void {
  if (freeBytes(folder) >= RESERVED_MIB * 1024 * 1024) return;
  throw new UnavailableError(`the disk of ${folder} has less than ${RESERVED_MIB} MiB free: words wait for room`);
}

function fileOf(folder: string, number: number): string {
  return join(folder, `words-${number}.db`);
}

/** Makes an `UnavailableError` of every error: it is named after the words, whatever raised it. */
export function wordsFailure(error: unknown, folder: string): UnavailableError {
  return unavailable(error, join(folder, 'words'));
}

export function openWords(folder: string, number: number, busyMs: number): WordsFile {
  return { folder, number, connection: openFile(fileOf(folder, number), { busyMs }).connection };
}

function numbersIn(folder: string): number[] {
  const numbers = readdirSync(folder).flatMap((name) => /^words-(\d{1,9})\.db$/.exec(name)?.[1] ?? []);
  return numbers.map(Number).sort((one, other) => one - other);
}

/** To write to. One that is damaged, or of another rule, is made anew, with another number. */
export function openOrMakeWords(folder: string, busyMs: number): WordsFile {
  const last = numbersIn(folder).at(-1);
  return (last === undefined ? undefined : openOwn(folder, last, busyMs)) ?? makeWords(folder, busyMs);
}

/** An empty one in place of all others. */
export function makeWords(folder: string, busyMs: number): WordsFile {
  expectRoom(folder);
  const numbers = numbersIn(folder);
  const number = (numbers.at(-1) ?? 0) + 1;
  for (const each of numbers) removeDatabase(fileOf(folder, each));
  makeDatabase(fileOf(folder, number), SCHEMA);
  return toWrite(openWords(folder, number, busyMs));
}

function openOwn(folder: string, number: number, busyMs: number): WordsFile | undefined {
  let opened: WordsFile | undefined;
  try {
    opened = openWords(folder, number, busyMs);
    const meta = opened.connection.prepare('SELECT rule FROM meta').get() as { rule: number } | undefined;
    if (meta?.rule === WORDS_VERSION) return toWrite(opened);
    opened.connection.close();
  } catch (error) {
    if (opened?.connection.isOpen) opened.connection.close();
    if (isBusy(error) || isOfTheDisk(error)) throw error;
  }
  return undefined;
}

/** What a power failure takes is made again, so no commit waits for the disk. */
function toWrite(file: WordsFile): WordsFile {
  file.connection.exec('PRAGMA synchronous = NORMAL');
  return file;
}
