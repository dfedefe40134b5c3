/** The thread that finds documents by words. Searches take turns, step by step. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { inTurns } from '../../../platform/in-turns.js';
import type { Counted, CountQuery, WordSearch } from '../../../ports/document-index.js';
import { DataFolder } from '../index/data-folder.js';
import type { EntryReader } from '../index/entry-reader.js';
import { failureOf, type Asked, type Reply, type ToThread } from '../writer/thread-calls.js';
import { WordReader } from './word-reader.js';
import { countWords, wordPage, type WordPage, type WordQueryOf } from './word-search.js';
import { openWords, wordsFailure, type WordsFile } from './words-file.js';

/** `file`: the number of the file that has the words. */
export type WordsAsked = { file: number } & ({ search: WordQueryOf<WordSearch> } | { count: WordQueryOf<CountQuery> });
export type WordsFound = WordPage | Counted;

const BUSY_MS = 5_000;
/** Of one search, until others have a turn: a short one waits for one step of each of them. */
const TURN_MS = 10;

const port = parentPort as MessagePort;
const path = workerData as string;
let folder: DataFolder | undefined;
/** A connection of its own for each search: one that reads would show others the state that it began with. */
let idle: WordsFile[] = [];

port.on('message', (message: ToThread<WordsAsked>) => {
  if (message !== 'close') {
    for (const each of message) void answer(each);
    return;
  }
  close();
  port.close();
});

async function answer({ id, asked }: Asked<WordsAsked>): Promise<void> {
  let reply: Reply<WordsFound>;
  try {
    reply = { id, result: await find(asked) };
  } catch (error) {
    close();
    reply = { id, failure: failureOf(wordsFailure(error, path)) };
  }
  port.postMessage([reply]);
}

async function find(asked: WordsAsked): Promise<WordsFound> {
  const words = idle.find(({ number }) => number === asked.file) ?? openWords(path, asked.file, BUSY_MS);
  idle = idle.filter((each) => each !== words);
  try {
    return await inTurns(stepsOf(asked, words, currentIndex()), TURN_MS);
  } finally {
    keep(words);
  }
}

function stepsOf(asked: WordsAsked, { connection }: WordsFile, index: EntryReader): Generator<void, WordsFound> {
  if ('search' in asked) return wordPage(new WordReader(connection, index, asked.search), index, asked.search);
  return countWords(new WordReader(connection, index, asked.count), index, asked.count);
}

function currentIndex(): EntryReader {
  const { files } = (folder ??= new DataFolder(path, { busyMs: BUSY_MS }));
  return folder.onCurrent((row) => files.use(row, ({ reader }) => reader));
}

/** Those of a file that was made anew are closed. */
function keep(words: WordsFile): void {
  idle.push(words);
  const newest = Math.max(...idle.map(({ number }) => number));
  for (const { connection } of idle.filter(({ number }) => number !== newest)) connection.close();
  idle = idle.filter(({ number }) => number === newest);
}

function close(): void {
  for (const { connection } of idle) connection.close();
  idle = [];
  folder?.close();
  folder = undefined;
}
