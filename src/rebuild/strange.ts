/** What does not belong into a log, or is missing in it. None of it stops a rebuild. */
export type StrangeKind =
  | 'foreign key'
  | 'unreadable object'
  | 'gap in the versions'
  | 'no first version'
  | 'head without a log';

type Seen = { count: number; examples: string[] };

export type StrangeReport = Partial<Record<StrangeKind, Seen>>;

const EXAMPLES = 20;

/** Counts what was strange, with a few examples of each kind, so that memory stays bounded. */
export class Strange {
  readonly #report: StrangeReport;

  /** `earlier`: what an interrupted run had found. */
  constructor(earlier: StrangeReport = {}) {
    this.#report = structuredClone(earlier);
  }

  add(kind: StrangeKind, example: string): void {
    const seen = this.#report[kind] ??= { count: 0, examples: [] };
    seen.count++;
    if (seen.examples.length < EXAMPLES) seen.examples.push(example);
  }

  addAll(found: StrangeReport): void {
    for (const [kind, { count, examples }] of Object.entries(found) as [StrangeKind, Seen][]) {
      const seen = this.#report[kind] ??= { count: 0, examples: [] };
      seen.count += count;
      seen.examples.push(...examples.slice(0, EXAMPLES - seen.examples.length));
    }
  }

  /** For what may be met again; known by its examples, so the count is a floor. */
  addOnce(kind: StrangeKind, example: string): void {
    if (!this.#report[kind]?.examples.includes(example)) this.add(kind, example);
  }

  report(): StrangeReport {
    return structuredClone(this.#report);
  }
}
