import type { Env } from '../config/env-reader.js';

/** What a command has of its process. */
export type Io = {
  env: Env;
  /** One line on standard output. */
  print(line: string): void;
  /** Resolves when somebody asks the process to end. */
  interrupted: Promise<void>;
};
