/** The thread of `FolderWriter`. What is asked while it writes is written together, by turns. */
import { parentPort, receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads';
import { GroupWriter, type JobOutcome } from './group-writer.js';
import { rowsOf, type IndexJob } from './index-jobs.js';
import { logFile } from './log-file.js';
import type { ObjectJob } from './object-writer.js';
import { unavailable } from './sqlite-errors.js';
import { Turns } from './turns.js';
import { failureOf, type Asked, type AskedJob, type Reply, type WriterData } from './writer-messages.js';

/** Rows in a transaction: some milliseconds, for which every other owner's write waits. */
const ROWS_TOGETHER = 2_000;
/** A command's transaction on the same file takes some ten milliseconds. */
const BUSY_MS = 5_000;

const port = parentPort as MessagePort;
const { folder } = workerData as WriterData;
const turns = new Turns<AskedJob>();
let writer: GroupWriter | undefined;
let isClosing = false;

port.on('message', (asked: readonly Asked[]) => {
  take(asked);
  while (!turns.isEmpty) {
    // What came meanwhile takes its turn.
    for (let more = receiveMessageOnPort(port); more; more = receiveMessageOnPort(port)) take(more.message as Asked[]);
    const group = turns.take(ROWS_TOGETHER, ({ job }) => rowsOf(job));
    const objects = group.filter(isOfTheLog);
    write(objects, (opened) => opened.writeObjects(objects.map(({ job }) => job)));
    const entries = group.filter((each) => !isOfTheLog(each)) as AskedJob<IndexJob>[];
    write(entries, (opened) => opened.writeIndex(entries.map(({ job }) => job)));
  }
  if (!isClosing) return;
  writer?.close();
  port.close();
});

function take(asked: readonly Asked[]): void {
  for (const each of asked) {
    if ('job' in each) turns.add(each.turn, each);
    else if ('install' in each) port.postMessage([replyOf(each.id, install(each.install))]);
    else isClosing = true;
  }
}

function isOfTheLog(asked: AskedJob): asked is AskedJob<ObjectJob> {
  return ['create', 'put', 'remove'].includes(asked.job.kind);
}

function write(group: readonly AskedJob[], run: (opened: GroupWriter) => JobOutcome[]): void {
  if (group.length === 0) return;
  const outcomes = outcomesOf(group, run);
  port.postMessage(group.map(({ id }, i) => replyOf(id, outcomes[i] as JobOutcome)));
}

function outcomesOf(group: readonly AskedJob[], run: (opened: GroupWriter) => JobOutcome[]): JobOutcome[] {
  try {
    return run(opened());
  } catch (error) {
    return group.map(() => ({ error: unavailable(error, logFile(folder)) }));
  }
}

function install(generation: string): JobOutcome {
  try {
    opened().install(generation);
    return { result: 'installed' };
  } catch (error) {
    return { error: unavailable(error, logFile(folder)) };
  }
}

function opened(): GroupWriter {
  writer ??= new GroupWriter(folder, { busyMs: BUSY_MS });
  return writer;
}

function replyOf(id: number, outcome: JobOutcome): Reply {
  return 'error' in outcome ? { id, failure: failureOf(outcome.error) } : { id, result: outcome.result };
}
