import type { Counters } from '../ports/counters.js';
import type { Findings, Realm } from './findings.js';
import type { Persist } from './persist.js';
import type { Strange } from './strange.js';
import type { LookTools } from './with-lease.js';

export type CareOptions = {
  /** By keys and version numbers alone: no object is read but of what differs. */
  quick: boolean;
  /** Compare the summary of every version with its object, not of the newest alone: one GET a version. */
  everyVersion: boolean;
  /** How long a write may take, in milliseconds: what it has not done after that it does not do any more. */
  writeMs: number;
};

/** Whether what began at this time, by the clock of whoever wrote it, cannot be under way any more. */
export function isOver({ now, options }: Pick<Care, 'now' | 'options'>, begunAt: string): boolean {
  return now().getTime() - Date.parse(begunAt) > options.writeMs;
}

/** What doctor works with on the way through log and index. */
export type Care = LookTools & {
  options: CareOptions;
  persist: Persist;
  /** The concrete index. */
  index: string;
  /** Undefined: they are in another process. */
  counters: Counters | undefined;
  findings: Findings;
  strange: Strange;
  /** Where it repairs. */
  repair: Repair | undefined;
};

export type Repair = {
  /**
   * Raises an error where `more` of a realm would be more than may be repaired, or another process has the lease. To be
   * called before anything is changed.
   */
  check(realm: Realm, more: number): Promise<void>;
};
