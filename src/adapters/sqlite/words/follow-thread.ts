/** The thread that brings words up to date. It answers when they are, or after some seconds. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { openLog } from '../files/log-file.js';
import { DamagedIndexError, isDamage } from '../files/sqlite-errors.js';
import { DataFolder } from '../index/data-folder.js';
import { ObjectReader } from '../log/object-reader.js';
import { failureOf, type Asked, type Reply, type ToThread } from '../writer/thread-calls.js';
import { WordFollower, type Target } from './word-follower.js';
import { makeWords, openOrMakeWords, wordsFailure, type WordsFile } from './words-file.js';

/** Whose words; undefined: those of all. `damaged`: the number of a file that cannot be read any more. */
export type Followed = { owner: string | undefined; damaged?: number | undefined };
/** `file`: the number of the file that has them. Undefined: they are not all in it yet. */
export type Reached = { file: number } | undefined;

const BUSY_MS = 5_000;
/** For what is asked after: in one transaction, which readers do not wait for. */
const WORK_MS = 20;
const ANSWERED_WITHIN_MS = 5_000;

type Waiting = { id: number; owner: string | undefined; target: Target | undefined; until: number };
type Opened = { folder: DataFolder; objects: ObjectReader; words: WordsFile; follower: WordFollower };

const port = parentPort as MessagePort;
const path = workerData as string;
let waiting: Waiting[] = [];
let opened: Opened | undefined;
let isAtWork = false;
let isClosing = false;

port.on('message', (message: ToThread<Followed>) => {
  if (message === 'close') isClosing = true;
  else for (const each of message) waiting.push(asked(each));
  if (!isAtWork) void run();
});

function asked({ id, asked: { owner, damaged } }: Asked<Followed>): Waiting {
  if (damaged !== undefined && damaged === opened?.words.number) discard();
  return { id, owner, target: undefined, until: performance.now() + ANSWERED_WITHIN_MS };
}

async function run(): Promise<void> {
  isAtWork = true;
  while (waiting.length > 0 && !isClosing) {
    step();
    await nextTurn();
  }
  isAtWork = false;
  if (!isClosing) return;
  close();
  port.close();
}

function step(): void {
  try {
    const { follower, words } = (opened ??= open());
    const target = follower.target();
    for (const each of waiting) if (each.target?.name !== target.name) each.target = target;
    follower.work(WORK_MS);
    const now = performance.now();
    const isReached = ({ target, owner }: Waiting) => target !== undefined && follower.hasReached(target, owner);
    const done = waiting.filter((each) => isReached(each) || each.until < now);
    if (done.length === 0) return;
    waiting = waiting.filter((each) => !done.includes(each));
    reply(done.map((each) => ({ id: each.id, result: isReached(each) ? { file: words.number } : undefined })));
  } catch (error) {
    if (isDamage(error) || error instanceof DamagedIndexError) discard();
    close();
    const failure = failureOf(wordsFailure(error, path));
    reply(waiting.map(({ id }) => ({ id, failure })));
    waiting = [];
  }
}

function reply(replies: Reply<Reached>[]): void {
  port.postMessage(replies);
}

function open(): Opened {
  const folder = new DataFolder(path, { busyMs: BUSY_MS });
  try {
    const objects = new ObjectReader(openLog(path, { busyMs: BUSY_MS }));
    const words = openOrMakeWords(path, BUSY_MS);
    return { folder, objects, words, follower: new WordFollower(folder, objects, words) };
  } catch (error) {
    folder.close();
    throw error;
  }
}

function close(): void {
  opened?.words.connection.close();
  opened?.objects.close();
  opened?.folder.close();
  opened = undefined;
}

/** The next call begins with an empty file. */
function discard(): void {
  close();
  try {
    makeWords(path, BUSY_MS).connection.close();
  } catch {
    return;
  }
}
