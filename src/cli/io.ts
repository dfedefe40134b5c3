import type { Env } from '../config/env-reader.js';
import type { ProgressStream } from './progress.js';

/** To the process that has started this one, where that wants to talk. */
export type Channel = {
  send(message: object): void;
  onMessage(hear: (message: object) => void): void;
  /** Resolves when that process has ended, or has nothing more to say. */
  ended: Promise<void>;
};

/** What a command has of its process. */
export type Io = {
  env: Env;
  /** The file that this process runs. */
  program: string;
  /** The system's name of the user that it runs as. */
  user: string;
  /** One line on standard output. */
  print(line: string): void;
  /** Standard error, for progress, and for what is to be in the log. */
  stderr: ProgressStream;
  /** Resolves when somebody asks the process to end. */
  interrupted: Promise<void>;
  /** `work` is done at the end of the process, whatever the reason; nothing is waited for there. */
  onExit(work: () => void): void;
  parent: Channel | undefined;
};
