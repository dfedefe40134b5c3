/** The thread that finds documents by words. Searches take turns, step by step. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { Counted, CountQuery, WordSearch } from '../../../ports/document-index.js';
import { logFile } from '../files/log-file.js';
import { unavailable } from '../files/sqlite-errors.js';
import { DataFolder } from '../index/data-folder.js';
import type { EntryReader } from '../index/entry-reader.js';
import { failureOf, type Asked, type Reply, type ToThread } from '../writer/thread-calls.js';
import { WordReader } from './word-reader.js';
import { countWords, wordPage, type WordPage, type WordQueryOf } from './word-search.js';
import { openWords, type WordsFile } from './words-file.js';

/** `file`: the number of the file that has the words. */
export type WordsAsked = { file: number } & ({ search: WordQueryOf<WordSearch> } | { count: WordQueryOf<CountQuery> });
export type WordsFound = WordPage | Counted;

const BUSY_MS = 5_000;

const port = parentPort as MessagePort;
const path = workerData as string;
let folder: DataFolder | undefined;
let words: WordsFile | undefined;

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
    reply = { id, failure: failureOf(unavailable(error, logFile(path))) };
  }
  port.postMessage([reply]);
}

/** Each step reads one state of the files: another search may have them opened anew in between. */
async function find(asked: WordsAsked): Promise<WordsFound> {
  const { connection } = openedWords(asked.file);
  folder ??= new DataFolder(path, { busyMs: BUSY_MS });
  const { files } = folder;
  const open = folder;
  return open.onCurrent((row) => files.use(row, ({ reader: index }) => stepsOf(asked, connection, index)))();
}

function stepsOf(asked: WordsAsked, connection: WordsFile['connection'], index: EntryReader) {
  return async (): Promise<WordsFound> => {
    const conditions = 'search' in asked ? asked.search : asked.count;
    const reader = new WordReader(connection, index, conditions);
    const steps = 'search' in asked ? wordPage(reader, index, asked.search) : countWords(reader, index, asked.count);
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      await nextTurn();
    }
  };
}

function openedWords(number: number): WordsFile {
  if (words?.number === number) return words;
  words?.connection.close();
  words = undefined;
  return (words = openWords(path, number, BUSY_MS));
}

function close(): void {
  words?.connection.close();
  folder?.close();
  words = folder = undefined;
}
