/** What a process did to its files and what it was told, in the order in which it ended; times are steps. */
export type Change =
  | { kind: 'make folder'; path: string }
  | { kind: 'make file'; path: string }
  | { kind: 'write'; path: string; data: string }
  | { kind: 'link'; from: string; to: string }
  | { kind: 'rename'; from: string; to: string }
  | { kind: 'unlink'; path: string }
  | { kind: 'sync'; path: string };

/** `outcome` is missing where the process ended first. */
export type LogOperation = { kind: 'create' | 'put' | 'remove'; key: string; body: string; outcome?: string };

export type TracedStep<What> = What & { began: number; ended: number };

export type Trace = { changes: TracedStep<Change>[]; operations: TracedStep<LogOperation>[]; steps: number };
