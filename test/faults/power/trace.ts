/** What a process did to its files and what it was told, in the order in which it ended; times are steps. */
export type Change =
  | { kind: 'make file' | 'unlink' | 'sync'; path: string }
  /** `data` is base64. `isDurable`: once it has ended. */
  | { kind: 'write'; path: string; at: number; data: string; isDurable: boolean }
  | { kind: 'truncate'; path: string; bytes: number };

/** `outcome` is missing where the process ended first. */
export type LogOperation = { kind: 'create' | 'put' | 'remove'; key: string; body: string; outcome?: string };

export type TracedStep<What> = What & { began: number; ended: number };

export type Trace = { changes: TracedStep<Change>[]; operations: TracedStep<LogOperation>[]; steps: number };
