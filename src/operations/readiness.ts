import { GENERATION_KEY } from '../log/object-keys.js';
import type { ObjectStore } from '../ports/object-store.js';

export type Readiness = {
  /** Names of what is missing; an empty list: ready. Probes may come as often as they like. */
  missing(): Promise<string[]>;
  isDraining(): boolean;
  /** From now on the process is ending. */
  drain(): void;
};

const BELIEVED_MS = 1_000;

export type ReadinessParts = {
  index: { confirm(): Promise<unknown> };
  store: ObjectStore;
  /** Whether this process has not tried yet to prove and set up the store: another one may have done it already. */
  isStarting(): boolean;
};

/**
 * Whether the service can do its work. The counter store is not asked for: without it the service goes
 * on, with limits per process. Nor is it asked whether the store takes writes: reads go on.
 */
export function createReadiness(parts: ReadinessParts): Readiness {
  const checks: Record<string, () => Promise<unknown>> = {
    index: () => parts.index.confirm(),
    'object store': () => parts.store.read(GENERATION_KEY),
  };
  let draining = false;
  let last: { at: number; answer: Promise<string[]> } | undefined;
  const ask = async () => {
    const names = Object.keys(checks);
    const results = await Promise.allSettled(Object.values(checks).map((check) => check()));
    const missing = names.filter((_, i) => results[i]?.status === 'rejected');
    return missing.length === 0 && parts.isStarting() ? ['set-up'] : missing;
  };
  return {
    missing: async () => {
      if (draining) return ['draining'];
      if (!last || performance.now() - last.at > BELIEVED_MS) last = { at: performance.now(), answer: ask() };
      return last.answer;
    },
    isDraining: () => draining,
    drain: () => { draining = true; },
  };
}
