import type { Env } from '../config/env-reader.js';
import type { ProgressStream } from './progress.js';

/** What a command has of its process. */
export type Io = {
  env: Env;
  /** One line on standard output. */
  print(line: string): void;
  /** Standard error, for progress. */
  stderr: ProgressStream;
  /** Resolves when somebody asks the process to end. */
  interrupted: Promise<void>;
  /** `work` is done at the end of the process, whatever the reason; nothing is waited for there. */
  onExit(work: () => void): void;
};
