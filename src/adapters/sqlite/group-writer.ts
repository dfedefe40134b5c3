import { UnavailableError } from '../../domain/errors.js';
import type { ConnectionOptions } from './connection.js';
import { IndexFolder } from './index-folder.js';
import { runJob, usable, type IndexJob, type JobResult } from './index-jobs.js';
import { isBusy, unavailable } from './sqlite-errors.js';

export type JobOutcome = { result: JobResult } | { error: UnavailableError };

/** Writes to the current index of a folder, several at once in one transaction. For a thread of its own: it waits. */
export class GroupWriter {
  readonly #folder: IndexFolder;

  constructor(path: string, options: ConnectionOptions) {
    this.#folder = new IndexFolder(path, options);
    if (!this.#folder.isFixed) return;
    this.#folder.close();
    throw new UnavailableError(`the disk of ${path} takes no writes`);
  }

  /** In their order. A job that fails takes none of the others with it. All is durable when this returns. */
  run(jobs: readonly IndexJob[]): JobOutcome[] {
    // Opened while the disk took no writes.
    if (this.#folder.isFixed) this.#folder.files.close();
    try {
      return this.#together(jobs).map((result) => ({ result }));
    } catch (error) {
      const failure = { error: unavailable(error, this.#folder.path) };
      // Each job alone would wait as long again.
      if (isBusy(error)) return jobs.map(() => failure);
      if (jobs.length > 1) return jobs.flatMap((job) => this.run([job]));
      return [failure];
    }
  }

  install(generation: string): void {
    this.#folder.install(generation);
  }

  close(): void {
    this.#folder.close();
  }

  /** Repeats where another index has become the current one before this had the lock. */
  #together(jobs: readonly IndexJob[]): JobResult[] {
    const { catalog, files } = this.#folder;
    for (;;) {
      const row = usable(catalog.current());
      const isCurrent = () => catalog.current()?.number === row.number;
      try {
        const results = files.write(row, (now, writer) =>
          now && isCurrent() ? jobs.map((job) => runJob(job, now, writer)) : undefined,
        );
        if (results) return results;
      } catch (error) {
        // A rebuild may have removed its file meanwhile.
        if (isCurrent()) throw error;
      }
    }
  }
}
