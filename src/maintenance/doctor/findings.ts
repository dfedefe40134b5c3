/** The kind of thing a finding concerns; repairs are limited to a share of each. */
export type Realm = 'documents' | 'versions' | 'folders' | 'months' | 'keys';

/** `mended`: by a repair. `lazy`: requests restore it. `operator`: the log cannot decide. `told`: harmless. */
type Fate = 'mended' | 'lazy' | 'operator' | 'told';

const KINDS = {
  'missing head': { of: 'documents', fate: 'mended' },
  'stale head': { of: 'documents', fate: 'mended' },
  'differing head': { of: 'documents', fate: 'mended' },
  'head of a deleted document': { of: 'documents', fate: 'mended' },
  'ghost head': { of: 'documents', fate: 'mended' },
  'head ahead of the log': { of: 'documents', fate: 'operator' },
  'deletion missing in the log': { of: 'documents', fate: 'operator' },
  'damaged log': { of: 'documents', fate: 'operator' },
  'versions without a first one': { of: 'documents', fate: 'told' },
  'tombstone left to gc': { of: 'documents', fate: 'told' },
  'write under way': { of: 'documents', fate: 'told' },
  'missing summary': { of: 'versions', fate: 'lazy' },
  'differing summary': { of: 'versions', fate: 'mended' },
  'ghost summary': { of: 'versions', fate: 'mended' },
  'stray summary': { of: 'versions', fate: 'mended' },
  'damaged version': { of: 'versions', fate: 'operator' },
  'missing folder': { of: 'folders', fate: 'mended' },
  'differing folder': { of: 'folders', fate: 'mended' },
  'ghost folder': { of: 'folders', fate: 'operator' },
  'damaged folder object': { of: 'folders', fate: 'operator' },
  'low month count': { of: 'months', fate: 'mended' },
  'high month count': { of: 'months', fate: 'mended' },
  'damaged key object': { of: 'keys', fate: 'operator' },
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
      (kind) => KINDS[kind].of === realm && KINDS[kind].fate === 'mended',
      ({ count }) => count,
    );
  }

  /** Whether a repair would change anything. `withLazy`: it also restores what requests would. */
  isWork(withLazy: boolean): boolean {
    const mends = (kind: FindingKind) => KINDS[kind].fate === 'mended' || (withLazy && KINDS[kind].fate === 'lazy');
    return this.#sum(mends, ({ count, repaired }) => count - repaired) > 0;
  }

  get left(): number {
    const isFault = (kind: FindingKind) => ['mended', 'operator'].includes(KINDS[kind].fate);
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
