import type { Supervisor } from './supervisor.js';

/** What every backend is started with. */
export interface StackContext {
  readonly supervisor: Supervisor;
  /** Where fetched jars and binaries stay for the next time. */
  readonly libFolder: string;
  /** State and logs of this run alone; removed at its end. */
  readonly runFolder: string;
  /** Path of a `java` that is recent enough. */
  readonly java: string;
  /** Says one plain line to the person who waits. */
  readonly note: (line: string) => void;
}

/** A backend that answers. */
export interface RunningBackend {
  /** As people read it. */
  readonly name: string;
  readonly url: string;
  /** The variables that lead to it. */
  readonly env: Readonly<Record<string, string>>;
}
