/** The thread of `FolderWriter`. What is asked while it writes is written together, by turns. */
import { parentPort, receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads';
import { UnavailableError } from '../../../domain/errors.js';
import { inTransaction } from '../files/connection.js';
import { freeBytes } from '../files/free-bytes.js';
import { expectWritable, logFile } from '../files/log-file.js';
import { isBusy, unavailable } from '../files/sqlite-errors.js';
import { DataFolder } from '../index/data-folder.js';
import { rowsOf, runJob, type IndexJob, type JobResult } from '../index/index-jobs.js';
import { isInParts } from '../log/object-parts.js';
import { ObjectWriter, type ObjectJob, type ObjectResult } from '../log/object-writer.js';
import type { InstallJob, Job, TurnedJob } from './folder-writer.js';
import { failureOf, type Asked, type Reply, type ToThread } from './thread-calls.js';
import { Turns } from './turns.js';

/** Rows in a transaction: some milliseconds, for which every other owner's write waits. */
const ROWS_TOGETHER = 2_000;
/** How long a write waits for the lock of a command on the same file, which holds it for some ten milliseconds. */
const BUSY_MS = 5_000;
/** For what the index has to write after the log. */
const RESERVED_BYTES = 4 * 1024 * 1024;

type AskedJob<J extends Job = Job> = Asked<TurnedJob<J>>;
type Opened = { folder: DataFolder; objects: ObjectWriter };

const port = parentPort as MessagePort;
const path = workerData as string;
const turns = new Turns<AskedJob>();
let opened: Opened | undefined;
let isClosing = false;

port.on('message', (message: ToThread<TurnedJob>) => {
  take(message);
  while (!turns.isEmpty) {
    // What came meanwhile takes its turn.
    for (let more = receiveMessageOnPort(port); more; more = receiveMessageOnPort(port)) {
      take(more.message as ToThread<TurnedJob>);
    }
    const group = turns.take(ROWS_TOGETHER, ({ asked: { job } }) => (job.kind === 'install' ? 1 : rowsOf(job)), isLong);
    const short = group.filter((each) => !isLong(each));
    answer(short.filter(isOfTheLog), writeObjects);
    answer(short.filter(isInstall), install);
    answer(short.filter(isOfTheIndex), writeIndex);
    // Last, so that nothing above waits for them.
    answer(group.filter(isLong), writeObjects);
  }
  if (!isClosing) return;
  opened?.folder.close();
  port.close();
});

function take(message: ToThread<TurnedJob>): void {
  if (message === 'close') isClosing = true;
  else for (const each of message) turns.add(each.asked.turn, each);
}

function isOfTheLog(each: AskedJob): each is AskedJob<ObjectJob> {
  return ['create', 'put', 'remove'].includes(each.asked.job.kind);
}

function isLong(each: AskedJob): each is AskedJob<ObjectJob> {
  return bytesInParts(each.asked.job) > 0;
}

function isInstall(each: AskedJob): each is AskedJob<InstallJob> {
  return each.asked.job.kind === 'install';
}

function isOfTheIndex(each: AskedJob): each is AskedJob<IndexJob> {
  return !isOfTheLog(each) && !isInstall(each);
}

/** Does the jobs at once and in their order. One that fails takes none of the others with it. */
function answer<J extends Job>(group: AskedJob<J>[], work: (opened: Opened, jobs: J[]) => JobResult[]): void {
  if (group.length === 0) return;
  const jobs = group.map(({ asked }) => asked.job);
  try {
    const results = work(openFolder(), jobs);
    const unfinished = group.filter((_, i) => results[i] === 'unfinished');
    for (const each of unfinished) turns.addFirst(each.asked.turn, each);
    reply(group.flatMap(({ id }, i) => (results[i] === 'unfinished' ? [] : { id, result: results[i] as JobResult })));
  } catch (error) {
    // Each job alone would wait as long again.
    if (group.length > 1 && opened && !isBusy(error)) return group.forEach((each) => answer([each], work));
    const failure = failureOf(unavailable(error, logFile(path)));
    reply(group.map(({ id }) => ({ id, failure })));
  }
}

function reply(replies: Reply<JobResult>[]): void {
  port.postMessage(replies);
}

function openFolder(): Opened {
  // Opened while the disk took no writes.
  if (opened?.folder.files.isFixed) opened.folder.files.close();
  if (opened) return opened;
  const folder = new DataFolder(path, { busyMs: BUSY_MS });
  try {
    expectWritable(folder.log);
    return (opened = { folder, objects: new ObjectWriter(folder.log.connection) });
  } catch (error) {
    folder.close();
    throw error;
  }
}

function writeObjects({ folder, objects }: Opened, jobs: ObjectJob[]): JobResult[] {
  const together = <T>(work: (job: ObjectJob) => T) =>
    inTransaction(folder.log.connection, () => jobs.map((job) => work(job)));
  let results: ObjectResult[];
  try {
    const toCome = jobs.reduce((sum, job) => sum + (objects.hasBegun(job) ? 0 : bytesInParts(job)), 0);
    if (jobs.some(({ kind }) => kind !== 'remove')) expectRoom(toCome);
    results = together((job) => objects.run(job));
  } catch (error) {
    if (!isBusy(error)) attempt(() => together((job) => objects.discard(job)));
    throw error;
  }
  // One after all parts would hold up others for a tenth of a second.
  if (results.includes('unfinished')) attempt(() => folder.log.connection.exec('PRAGMA wal_checkpoint(PASSIVE)'));
  return results;
}

function install({ folder }: Opened, jobs: InstallJob[]): JobResult[] {
  expectRoom();
  for (const { generation } of jobs) folder.install(generation);
  return jobs.map(() => 'installed');
}

function writeIndex({ folder }: Opened, jobs: IndexJob[]): JobResult[] {
  const { catalog, files } = folder;
  return folder.onCurrent((row) =>
    files.write(row, (now, writer) => {
      const isCurrent = now && catalog.current()?.number === row.number;
      return isCurrent ? jobs.map((job) => runJob(job, now, writer)) : 'replaced';
    }),
  );
}

/** Of a body that is written in parts; else 0. */
function bytesInParts(job: Job): number {
  return 'body' in job && isInParts(job.body) ? job.body.length : 0;
}

/** `quire gc` removes the parts that are left, and a later commit puts the log of writes into the file. */
function attempt(work: () => unknown): void {
  try {
    work();
  } catch {
    return;
  }
}

/** An object without its head would be a write that nobody is told the outcome of. */
function expectRoom(bytes = 0): void {
  if (freeBytes(path) < RESERVED_BYTES + bytes) throw new UnavailableError(`the disk of ${path} is full`);
}
