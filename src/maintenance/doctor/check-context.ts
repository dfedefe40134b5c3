import type { MonthCounts } from '../../ports/month-counts.js';
import type { Findings } from './findings.js';
import type { Anomalies } from '../shared/anomalies.js';
import type { ReadContext } from '../shared/with-lease.js';

export type CheckContext = ReadContext & {
  /** The longest a write may take, in milliseconds; it does nothing after that. */
  writeMs: number;
  /** The concrete index. */
  index: string;
  /** Undefined: the counters are in the service's own process. */
  counters: MonthCounts | undefined;
  findings: Findings;
  anomalies: Anomalies;
  /** Call before each change. Raises an error if the lease is lost. Undefined: nothing may be changed. */
  beforeChange: (() => Promise<void>) | undefined;
};

/** Whether a write that began at `begunAt`, by the writer's clock, must have ended. */
export function isOver({ now, writeMs }: Pick<CheckContext, 'now' | 'writeMs'>, begunAt: string): boolean {
  return now().getTime() - Date.parse(begunAt) > writeMs;
}
