import { keepExample } from './keep-example.js';

/** Foreign or missing parts of a log. Only unreadable objects stop a rebuild, unless the operator accepts them. */
export type AnomalyKind =
  'foreign key' | 'unreadable object' | 'gap in the versions' | 'no first version' | 'head without a log';

type AnomalyCount = { count: number; examples: string[] };

export type AnomalyReport = Partial<Record<AnomalyKind, AnomalyCount>>;

export class Anomalies {
  readonly #report: AnomalyReport;

  constructor(earlier: AnomalyReport = {}) {
    this.#report = structuredClone(earlier);
  }

  add(kind: AnomalyKind, example: string): void {
    const seen = (this.#report[kind] ??= { count: 0, examples: [] });
    seen.count++;
    keepExample(seen.examples, example);
  }

  addAll(found: AnomalyReport): void {
    for (const [kind, { count, examples }] of Object.entries(found) as [AnomalyKind, AnomalyCount][]) {
      const seen = (this.#report[kind] ??= { count: 0, examples: [] });
      seen.count += count;
      for (const example of examples) keepExample(seen.examples, example);
    }
  }

  /** For anomalies that may be met again. Recognized by the kept examples alone, so the count may be too high. */
  addOnce(kind: AnomalyKind, example: string): void {
    if (!this.#report[kind]?.examples.includes(example)) this.add(kind, example);
  }

  report(): AnomalyReport {
    return structuredClone(this.#report);
  }
}
