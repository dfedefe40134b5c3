/** The thread of `FolderWriter`. What is asked while it writes is written together, by turns. */
import { parentPort, receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads';
import type { AskedWrite, TurnedJob } from './folder-writer.js';
import { GroupWriter, type JobOutcome } from './group-writer.js';
import { rowsOf, type IndexJob, type JobResult } from '../index/index-jobs.js';
import { logFile } from '../files/log-file.js';
import type { ObjectJob } from '../log/object-writer.js';
import { unavailable } from '../files/sqlite-errors.js';
import { failureOf, type Asked, type Reply, type ToThread } from './thread-calls.js';
import { Turns } from './turns.js';

/** Rows in a transaction: some milliseconds, for which every other owner's write waits. */
const ROWS_TOGETHER = 2_000;
/** How long a write waits for the lock of a command on the same file, which holds it for some ten milliseconds. */
const BUSY_MS = 5_000;

const port = parentPort as MessagePort;
const folder = workerData as string;
const turns = new Turns<Asked<TurnedJob>>();
let writer: GroupWriter | undefined;
let isClosing = false;

port.on('message', (message: ToThread<AskedWrite>) => {
  take(message);
  while (!turns.isEmpty) {
    // What came meanwhile takes its turn.
    for (let more = receiveMessageOnPort(port); more; more = receiveMessageOnPort(port)) {
      take(more.message as ToThread<AskedWrite>);
    }
    const group = turns.take(ROWS_TOGETHER, ({ asked }) => rowsOf(asked.job));
    const objects = group.filter(isOfTheLog);
    write(objects, (opened) => opened.writeObjects(objects.map(({ asked }) => asked.job)));
    const entries = group.filter((each) => !isOfTheLog(each)) as Asked<TurnedJob<IndexJob>>[];
    write(entries, (opened) => opened.writeIndex(entries.map(({ asked }) => asked.job)));
  }
  if (!isClosing) return;
  writer?.close();
  port.close();
});

function take(message: ToThread<AskedWrite>): void {
  if (message === 'close') {
    isClosing = true;
    return;
  }
  for (const each of message) {
    const { id, asked } = each;
    if ('job' in asked) turns.add(asked.turn, { id, asked });
    else port.postMessage([replyOf(id, outcomesOf(1, (opened) => [install(opened, asked.install)])[0] as JobOutcome)]);
  }
}

function isOfTheLog(each: Asked<TurnedJob>): each is Asked<TurnedJob<ObjectJob>> {
  return ['create', 'put', 'remove'].includes(each.asked.job.kind);
}

function write(group: readonly Asked<TurnedJob>[], run: (opened: GroupWriter) => JobOutcome[]): void {
  if (group.length === 0) return;
  const outcomes = outcomesOf(group.length, run);
  port.postMessage(group.map(({ id }, i) => replyOf(id, outcomes[i] as JobOutcome)));
}

function install(opened: GroupWriter, generation: string): JobOutcome {
  opened.install(generation);
  return { result: 'installed' };
}

function outcomesOf(count: number, run: (opened: GroupWriter) => JobOutcome[]): JobOutcome[] {
  try {
    writer ??= new GroupWriter(folder, { busyMs: BUSY_MS });
    return run(writer);
  } catch (error) {
    return Array.from({ length: count }, () => ({ error: unavailable(error, logFile(folder)) }));
  }
}

function replyOf(id: number, outcome: JobOutcome): Reply<JobResult> {
  return 'error' in outcome ? { id, failure: failureOf(outcome.error) } : { id, result: outcome.result };
}
