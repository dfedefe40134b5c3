import type { Counters } from './counters.js';
import type { MonthCounts } from './month-counts.js';
import type { SeenKeys } from './seen-keys.js';

/** One store serves the three ports: a bump of an epoch also ends the unit of a create, in the same step. */
export interface CounterStore extends Counters, MonthCounts, SeenKeys {
  close(): Promise<void>;
}
