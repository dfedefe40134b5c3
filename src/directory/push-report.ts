/** What became of one path; in a dry run, what would become of it. */
export type PushOutcome = {
  path: string;
  action: 'create' | 'update' | 'unchanged' | 'delete' | 'conflict' | 'fail' | 'skip';
  id?: string;
  url?: string;
  /** The version that the document has now. */
  version?: number;
  /** The version before. */
  fromVersion?: number;
  /** Why it failed, was left out, or is a conflict. */
  reason?: string;
};

/** By the result of a PUT by key. */
export const ACTIONS = { created: 'create', updated: 'update', unchanged: 'unchanged' } as const;

export type PushCounts = Record<PushOutcome['action'], number>;

/** Counts what is reported. */
export class PushTally {
  readonly counts: PushCounts = { create: 0, update: 0, unchanged: 0, delete: 0, conflict: 0, fail: 0, skip: 0 };
  /** Files of other kinds, and those that patterns leave out. They are not reported one by one. */
  leftOut = 0;
  /** Those of other kinds, by extension. */
  leftOutKinds: ReadonlyMap<string, number> = new Map();
  /** Paths whose documents are as their files are. */
  readonly kept = new Set<string>();
  readonly deleted = new Set<string>();
  readonly #hear: (outcome: PushOutcome) => void;

  constructor(hear: (outcome: PushOutcome) => void) {
    this.#hear = hear;
  }

  report(outcome: PushOutcome): void {
    const { path, action } = outcome;
    this.counts[action] += 1;
    if (action === 'create' || action === 'update' || action === 'unchanged') this.kept.add(path);
    if (action === 'delete') this.deleted.add(path);
    this.#hear(outcome);
  }
}
