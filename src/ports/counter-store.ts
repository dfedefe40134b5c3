import type { Counters } from './counters.js';
import type { MonthCounts } from './month-counts.js';

/** One store serves both ports: a bump of an epoch also ends the unit of a create, in the same step. */
export interface CounterStore extends Counters, MonthCounts {
  close(): Promise<void>;
}
