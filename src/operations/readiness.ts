import { setMaxListeners } from 'node:events';
import { GENERATION_KEY } from '../log/object-keys.js';
import type { ObjectStore } from '../ports/object-store.js';

export type Readiness = {
  /** Names of missing dependencies; empty: ready. Checked at most once a second, however often probes come. */
  missing(): Promise<string[]>;
  /** Aborted when the process begins to end. */
  draining: AbortSignal;
  drain(): void;
};

const ANSWER_TTL_MS = 1_000;

export type ReadinessParts = { index: { confirm(): Promise<unknown> }; store: ObjectStore; setUp: SetUp };

/**
 * `waiting`: a backend is away. Writes are held back until `done`. `isProven`: the store has passed its proof. Before
 * that there may be no index that could be asked.
 */
export type SetUp = { state: 'begun' | 'waiting' | 'done'; isProven: boolean };

/** Counters are not required: without them limits are per process. Nor are store writes: reads go on. */
export function createReadiness(parts: ReadinessParts): Readiness {
  const checks: Record<string, () => Promise<unknown>> = {
    index: () => parts.index.confirm(),
    'object store': () => parts.store.read(GENERATION_KEY),
  };
  const ending = new AbortController();
  // Each bulk request listens.
  setMaxListeners(0, ending.signal);
  let last: { at: number; answer: Promise<string[]> } | undefined;
  const ask = async () => {
    const names = Object.keys(checks);
    const results = await Promise.allSettled(Object.values(checks).map((check) => check()));
    const missing = names.filter((_, i) => results[i]?.status === 'rejected');
    const { state, isProven } = parts.setUp;
    const isStarting = missing.length === 0 && state === 'begun';
    // Without a proof the index may be missing for want of the store alone.
    if (!isProven && (isStarting || missing.length > 0)) return ['object store'];
    return isStarting ? ['set-up'] : missing;
  };
  return {
    missing: async () => {
      if (ending.signal.aborted) return ['draining'];
      if (!last || performance.now() - last.at > ANSWER_TTL_MS) last = { at: performance.now(), answer: ask() };
      const answer = await last.answer;
      // The end may have begun while the backends were asked.
      return ending.signal.aborted ? ['draining'] : answer;
    },
    draining: ending.signal,
    drain: () => ending.abort(),
  };
}
