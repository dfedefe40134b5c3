import type { BenchOptions } from './options.js';

/** How long and how often everything is measured. */
export type Pace = {
  name: 'quick' | 'full';
  sizes: readonly number[];
  rounds: number;
  /** Of one run of many clients, and of one client. */
  seconds: number;
  oneClientSeconds: number;
  /** Before the first round, if there is time: then the compiler of a new process has seen the code. */
  warmUpRequests: number;
  warmUpSeconds: number;
  /** Of searches, once, before anything is measured of them: OpenSearch's compilers take longer. */
  openSearchWarmUpSeconds: number;
  /** Different ones of each shape. A service that has answered them all is waited for until none may be kept. */
  queries: number;
  /** Documents of the rebuild that is measured; one of 50,000 takes a minute. */
  rebuiltDocuments: number;
};

const QUICK: Pace = {
  name: 'quick',
  sizes: [10_000],
  rounds: 2,
  seconds: 0.2,
  oneClientSeconds: 0.1,
  warmUpRequests: 400,
  warmUpSeconds: 0.4,
  openSearchWarmUpSeconds: 2,
  queries: 3_000,
  rebuiltDocuments: 1_000,
};

const FULL: Pace = {
  name: 'full',
  sizes: [10_000, 100_000, 1_000_000],
  rounds: 3,
  seconds: 1,
  oneClientSeconds: 0.5,
  warmUpRequests: 10_000,
  warmUpSeconds: 8,
  openSearchWarmUpSeconds: 15,
  queries: 20_000,
  rebuiltDocuments: 50_000,
};

export function paceOf({ quick, sizes, rounds }: BenchOptions): Pace {
  const pace = quick ? QUICK : FULL;
  return { ...pace, sizes: sizes ?? pace.sizes, rounds: rounds ?? pace.rounds };
}
