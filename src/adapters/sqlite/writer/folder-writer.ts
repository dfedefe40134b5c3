import type { JobResult } from '../index/index-jobs.js';
import type { Job } from './group-writer.js';
import { ThreadCalls } from './thread-calls.js';

/** Jobs with the same `turn` wait for each other; jobs with others do not wait for all of them. */
export type TurnedJob<J extends Job = Job> = { turn: string; job: J };

/** `install`: a generation. */
export type AskedWrite = TurnedJob | { install: string };

/** Writes of this process to log and current index of a folder, by a thread that waits for the disk. */
export class FolderWriter extends ThreadCalls<AskedWrite, JobResult> {
  readonly folder: string;
  readonly #confirm: () => void;

  /** `confirm`: called before each write. Raises `UnavailableError`: it may not be written now. */
  constructor(folder: string, confirm: () => void = () => undefined) {
    super({ module: new URL('./writer-thread.js', import.meta.url), data: folder, doing: 'writing to the data folder' });
    this.folder = folder;
    this.#confirm = confirm;
  }

  /** Resolves when the job is durable. Raises `UnavailableError`: it may have happened. */
  write(turn: string, job: Job): Promise<JobResult> {
    return this.ask({ turn, job });
  }

  async install(generation: string): Promise<void> {
    await this.ask({ install: generation });
  }

  override async ask(asked: AskedWrite): Promise<JobResult> {
    this.#confirm();
    return super.ask(asked);
  }
}
