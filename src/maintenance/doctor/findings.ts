/** The kind of thing a finding concerns; repairs are limited to a share of each. */
export type Realm = 'documents' | 'versions' | 'folders' | 'months' | 'keys';

/** `on-demand`: requests restore it. `manual`: the log cannot decide. `informational`: harmless. */
type Fate = 'repairable' | 'on-demand' | 'manual' | 'informational';

const KINDS = {
  'missing head': { of: 'documents', fate: 'repairable' },
  'stale head': { of: 'documents', fate: 'repairable' },
  'differing head': { of: 'documents', fate: 'repairable' },
  'head of a deleted document': { of: 'documents', fate: 'repairable' },
  'ghost head': { of: 'documents', fate: 'repairable' },
  'head ahead of the log': { of: 'documents', fate: 'manual' },
  'deletion missing in the log': { of: 'documents', fate: 'manual' },
  'damaged log': { of: 'documents', fate: 'manual' },
  'versions without a first one': { of: 'documents', fate: 'informational' },
  'tombstone left to gc': { of: 'documents', fate: 'informational' },
  'write under way': { of: 'documents', fate: 'informational' },
  'missing summary': { of: 'versions', fate: 'on-demand' },
  'differing summary': { of: 'versions', fate: 'repairable' },
  'ghost summary': { of: 'versions', fate: 'repairable' },
  'stray summary': { of: 'versions', fate: 'repairable' },
  'damaged version': { of: 'versions', fate: 'manual' },
  'missing folder': { of: 'folders', fate: 'repairable' },
  'differing folder': { of: 'folders', fate: 'repairable' },
  'ghost folder': { of: 'folders', fate: 'manual' },
  'damaged folder object': { of: 'folders', fate: 'manual' },
  'low month count': { of: 'months', fate: 'repairable' },
  'high month count': { of: 'months', fate: 'repairable' },
  'damaged key object': { of: 'keys', fate: 'manual' },
} as const satisfies Record<string, { of: Realm; fate: Fate }>;

export type FindingKind = keyof typeof KINDS;
export type FindingsReport = Partial<Record<FindingKind, { count: number; repaired: number; examples: string[] }>>;

const EXAMPLES = 20;

/** Counts findings, with a few examples of each kind to bound memory. */
export class Findings {
  readonly #report: FindingsReport = {};

  add(kind: FindingKind, example: string, repaired = false): void {
    const found = (this.#report[kind] ??= { count: 0, repaired: 0, examples: [] });
    found.count++;
    if (repaired) found.repaired++;
    if (found.examples.length < EXAMPLES && !found.examples.includes(example)) found.examples.push(example);
  }

  /** Faults that a repair fixes, fixed ones included. */
  toMend(realm: Realm): number {
    return this.#sum(
      (kind) => KINDS[kind].of === realm && KINDS[kind].fate === 'repairable',
      ({ count }) => count,
    );
  }

  /** Whether a repair would change anything. `withLazy`: it also restores what requests would. */
  isWork(withLazy: boolean): boolean {
    const mends = (kind: FindingKind) =>
      KINDS[kind].fate === 'repairable' || (withLazy && KINDS[kind].fate === 'on-demand');
    return this.#sum(mends, ({ count, repaired }) => count - repaired) > 0;
  }

  get left(): number {
    const isFault = (kind: FindingKind) => ['repairable', 'manual'].includes(KINDS[kind].fate);
    return this.#sum(isFault, ({ count, repaired }) => count - repaired);
  }

  report(): FindingsReport {
    return structuredClone(this.#report);
  }

  #sum(counts: (kind: FindingKind) => boolean, amount: (found: { count: number; repaired: number }) => number): number {
    return Object.entries(this.#report).reduce(
      (sum, [kind, found]) => sum + (counts(kind as FindingKind) ? amount(found) : 0),
      0,
    );
  }
}

export function fateOf(kind: FindingKind): Fate {
  return KINDS[kind].fate;
}
