import type { Counters } from '../../ports/counters.js';
import type { Findings, Realm } from './findings.js';
import type { Persist } from '../shared/persist.js';
import type { Anomalies } from '../shared/anomalies.js';
import type { ReadContext } from '../shared/with-lease.js';

export type CheckOptions = {
  /** Compare only keys and version numbers; objects are read only where those differ. */
  quick: boolean;
  /** Compare every version's summary with its object, not only the newest: one GET per version. */
  everyVersion: boolean;
  /** The longest a write may take, in milliseconds; it does nothing after that. */
  writeMs: number;
};

export type RepairOptions = {
  /** The share of a realm that may be repaired, from 0 to 1; a few members always may. */
  limitShare: number;
  /** Repair without a limit. */
  force: boolean;
};

/** Whether a write that began at `begunAt`, by the writer's clock, must have ended. */
export function isOver({ now, options }: Pick<CheckContext, 'now' | 'options'>, begunAt: string): boolean {
  return now().getTime() - Date.parse(begunAt) > options.writeMs;
}

export type CheckContext = ReadContext & {
  options: CheckOptions;
  persist: Persist;
  /** The concrete index. */
  index: string;
  /** Undefined: the counters are in the service's own process. */
  counters: Counters | undefined;
  findings: Findings;
  anomalies: Anomalies;
  /** Undefined: nothing may be changed. */
  repair: Repair | undefined;
};

export type Repair = {
  /** Call before each change. Raises an error if `more` repairs exceed the limit, or the lease is lost. */
  check(realm: Realm, more: number): Promise<void>;
};
