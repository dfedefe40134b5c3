import { UnavailableError } from '../../../domain/errors.js';
import type { Job } from './group-writer.js';
import type { JobResult } from '../index/index-jobs.js';
import { ThreadCalls } from './thread-calls.js';

/** Jobs with the same `turn` wait for each other; jobs with others do not wait for all of them. */
export type TurnedJob<J extends Job = Job> = { turn: string; job: J };

/** `install`: a generation. */
export type AskedWrite = TurnedJob | { install: string };

type FolderWriterOptions = {
  /** Called before each write. Raises `UnavailableError`: it may not be written now. */
  confirm?: () => void;
};

/** Writes of this process to log and current index of a folder, by a thread that waits for the disk. */
export class FolderWriter {
  readonly folder: string;
  readonly #options: FolderWriterOptions;
  readonly #thread: ThreadCalls<AskedWrite, JobResult>;
  #isClosed = false;

  constructor(folder: string, options: FolderWriterOptions = {}) {
    this.folder = folder;
    this.#options = options;
    const module = new URL('./writer-thread.js', import.meta.url);
    this.#thread = new ThreadCalls({ module, data: folder, doing: 'writing to the data folder' });
  }

  /** Resolves when the job is durable. Raises `UnavailableError`: it may have happened. */
  write(turn: string, job: Job): Promise<JobResult> {
    return this.#ask({ turn, job });
  }

  async install(generation: string): Promise<void> {
    await this.#ask({ install: generation });
  }

  /** Resolves when what was asked before is done. */
  idle(): Promise<void> {
    return this.#thread.idle();
  }

  /** Finishes what was asked before. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#thread.close();
  }

  async #ask(asked: AskedWrite): Promise<JobResult> {
    if (this.#isClosed) throw new UnavailableError('the data folder is closed');
    this.#options.confirm?.();
    return this.#thread.ask(asked);
  }
}
