/** The thread of `IndexWriter`. What is asked while it writes is written together, owners by turns. */
import { parentPort, receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads';
import { GroupWriter, type JobOutcome } from './group-writer.js';
import { rowsOf, type IndexJob } from './index-jobs.js';
import { unavailable } from './sqlite-errors.js';
import { Turns } from './turns.js';
import { failureOf, type Asked, type Reply, type WriterData } from './writer-messages.js';

/** Rows in a transaction: some milliseconds, for which every other owner's write waits. */
const ROWS_TOGETHER = 2_000;
/** A command's transaction on the same file takes some ten milliseconds. */
const BUSY_MS = 5_000;

type AskedJob = Extract<Asked, { job: unknown }>;

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
    const outcomes = run(group.map(({ job }) => job));
    port.postMessage(group.map(({ id }, i) => replyOf(id, outcomes[i] as JobOutcome)));
  }
  if (!isClosing) return;
  writer?.close();
  port.close();
});

function take(asked: readonly Asked[]): void {
  for (const each of asked) {
    if ('job' in each) turns.add(each.owner, each);
    else if ('install' in each) port.postMessage([replyOf(each.id, install(each.install))]);
    else isClosing = true;
  }
}

function run(jobs: readonly IndexJob[]): JobOutcome[] {
  try {
    return opened().run(jobs);
  } catch (error) {
    return jobs.map(() => ({ error: unavailable(error, folder) }));
  }
}

function install(generation: string): JobOutcome {
  try {
    opened().install(generation);
    return { result: 'installed' };
  } catch (error) {
    return { error: unavailable(error, folder) };
  }
}

function opened(): GroupWriter {
  writer ??= new GroupWriter(folder, { busyMs: BUSY_MS });
  return writer;
}

function replyOf(id: number, outcome: JobOutcome): Reply {
  return 'error' in outcome ? { id, failure: failureOf(outcome.error) } : { id, result: outcome.result };
}
