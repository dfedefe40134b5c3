import { UnavailableError } from '../../../domain/errors.js';
import { statfsSync } from 'node:fs';
import { inTransaction, type ConnectionOptions } from '../files/connection.js';
import { DataFolder } from '../index/data-folder.js';
import { runJob, type IndexJob, type JobResult } from '../index/index-jobs.js';
import { expectWritable, logFile } from '../files/log-file.js';
import { ObjectWriter, type ObjectJob } from '../log/object-writer.js';
import { isBusy, unavailable } from '../files/sqlite-errors.js';

export type Job = ObjectJob | IndexJob;
export type JobOutcome = { result: JobResult } | { error: UnavailableError };

/** For what the index has to write after the log. */
const RESERVED_BYTES = 4 * 1024 * 1024;

/** Writes to the log and to the current index, several at once in one transaction each. For a thread: it waits. */
export class GroupWriter {
  readonly #path: string;
  readonly #folder: DataFolder;
  readonly #objects: ObjectWriter;

  constructor(path: string, options: ConnectionOptions) {
    this.#path = path;
    this.#folder = new DataFolder(path, options);
    try {
      expectWritable(this.#folder.log);
      this.#objects = new ObjectWriter(this.#folder.log.connection);
    } catch (error) {
      this.#folder.close();
      throw error;
    }
  }

  /** In their order. A job that fails takes none of the others with it. All is durable when this returns. */
  writeObjects(jobs: readonly ObjectJob[]): JobOutcome[] {
    const full = lackOfRoom(this.#path);
    if (!full) return this.#writeObjects(jobs);
    const removed = (job: ObjectJob) => (job.kind === 'remove' ? this.#writeObjects([job]) : [{ error: full }]);
    return jobs.flatMap(removed);
  }

  /** As `writeObjects`. */
  writeIndex(jobs: readonly IndexJob[]): JobOutcome[] {
    // Opened while the disk took no writes.
    if (this.#folder.files.isFixed) this.#folder.files.close();
    return this.#run(jobs, (some) => this.#writeIndex(some));
  }

  install(generation: string): void {
    const full = lackOfRoom(this.#path);
    if (full) throw full;
    this.#folder.install(generation);
  }

  close(): void {
    this.#folder.close();
  }

  #writeObjects(jobs: readonly ObjectJob[]): JobOutcome[] {
    const { connection } = this.#folder.log;
    return this.#run(jobs, (some) => inTransaction(connection, () => some.map((job) => this.#objects.run(job))));
  }

  #run<T extends Job>(jobs: readonly T[], together: (jobs: readonly T[]) => JobResult[]): JobOutcome[] {
    if (jobs.length === 0) return [];
    try {
      return together(jobs).map((result) => ({ result }));
    } catch (error) {
      const failure = { error: unavailable(error, logFile(this.#path)) };
      // Each job alone would wait as long again.
      if (isBusy(error)) return jobs.map(() => failure);
      if (jobs.length > 1) return jobs.flatMap((job) => this.#run([job], together));
      return [failure];
    }
  }

  #writeIndex(jobs: readonly IndexJob[]): JobResult[] {
    const { catalog, files } = this.#folder;
    return this.#folder.onCurrent((row) =>
      files.write(row, (now, writer) => {
        const isCurrent = now && catalog.current()?.number === row.number;
        return isCurrent ? jobs.map((job) => runJob(job, now, writer)) : 'replaced';
      }),
    );
  }
}

/** An object without its head would be a write that nobody is told the outcome of. */
function lackOfRoom(folder: string): UnavailableError | undefined {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < RESERVED_BYTES ? new UnavailableError(`the disk of ${folder} is full`) : undefined;
}
