import type { Readable } from 'node:stream';
import type { Env } from '../../config/env-reader.js';
import type { PrintedAs } from './printed-text.js';
import type { ProgressStream } from './progress.js';

/** A command's access to its process. */
export type ProcessContext = {
  env: Env;
  nodeVersion: string;
  /** The command line, from the command's name on. */
  args: readonly string[];
  /** How a shell runs `quire` at the place that `env` names. */
  command: string;
  /** The operating system's user name. */
  user: string;
  /** On standard output. By default one line, in which what a terminal would obey is shown. */
  print(text: string, as?: PrintedAs): void;
  /** Standard output is a terminal. */
  isTerminal: boolean;
  stdin: Readable & { readonly isTTY?: boolean | undefined };
  /** Standard error, for progress and log lines. */
  stderr: ProgressStream;
  /** Resolves when the process is asked to end. */
  interrupted: Promise<void>;
  /** `work` runs at any kind of process exit, synchronously. */
  onExit(work: () => void): void;
};
