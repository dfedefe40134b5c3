import type { IndexJob, JobResult } from '../index/index-jobs.js';
import type { ObjectJob } from '../log/object-writer.js';
import { ThreadCalls } from './thread-calls.js';

/** Makes an empty index the current one, unless there is one. */
export type InstallJob = { kind: 'install'; generation: string };
export type Job = ObjectJob | IndexJob | InstallJob;

/** Jobs with the same `turn` wait for each other; jobs with others do not wait for all of them. */
export type TurnedJob<J extends Job = Job> = { turn: string; job: J };

/** Writes of this process to log and current index of a folder, by a thread that waits for the disk. */
export class FolderWriter extends ThreadCalls<TurnedJob, JobResult> {
  readonly folder: string;

  /** `confirm`: called before each write. Raises `UnavailableError`: it may not be written now. */
  constructor(folder: string, confirm?: () => void) {
    const module = new URL('./writer-thread.js', import.meta.url);
    super({ module, data: folder, doing: 'writing to the data folder', confirm });
    this.folder = folder;
  }

  /** Resolves when the job is durable. Raises `UnavailableError`: it may have happened. */
  write(turn: string, job: Job): Promise<JobResult> {
    return this.ask({ turn, job });
  }

  async install(generation: string): Promise<void> {
    await this.write('', { kind: 'install', generation });
  }
}
