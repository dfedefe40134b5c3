import type { BenchOptions } from './options.js';

/** How long and how often everything is measured. */
export type Pace = {
  name: 'quick' | 'full';
  sizes: readonly number[];
  rounds: number;
  /** Of one run of many clients, and of one client. */
  seconds: number;
  oneClientSeconds: number;
  /** Before the first round, so that the service's compiler has seen the code. */
  warmUpSeconds: number;
  /** Of searches, once, before anything is measured of them: OpenSearch's compilers take longer. */
  openSearchWarmUpSeconds: number;
  /** Documents of the rebuild that is measured. */
  rebuiltDocuments: number;
};

const QUICK: Pace = {
  name: 'quick', sizes: [10_000, 50_000], rounds: 3, seconds: 0.3, oneClientSeconds: 0.12, warmUpSeconds: 0.5,
  openSearchWarmUpSeconds: 4, rebuiltDocuments: 2_000,
};

const FULL: Pace = {
  name: 'full', sizes: [10_000, 100_000, 1_000_000], rounds: 5, seconds: 2, oneClientSeconds: 0.5, warmUpSeconds: 2,
  openSearchWarmUpSeconds: 20, rebuiltDocuments: 50_000,
};

export function paceOf({ quick, sizes, rounds }: BenchOptions): Pace {
  const pace = quick ? QUICK : FULL;
  return { ...pace, sizes: sizes ?? pace.sizes, rounds: rounds ?? pace.rounds };
}
