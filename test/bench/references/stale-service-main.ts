/**
 * The service without its freshness: no search waits for anything that was written, and no write tells of itself. What
 * freshness costs is the difference to the real one.
 */
import { readConfig } from '../../../src/config/read-config.js';
import { openBackends, type Backends } from '../../../src/server/backends.js';
import { createService } from '../../../src/server/service.js';
import { intercept } from '../../support/intercept-backends.js';

/** An epoch that never moves: one refresh makes a process fresh for good. */
const EPOCH = { incarnation: 'stale', sequence: 0 };

function withoutFreshness(backends: Backends): Backends {
  return {
    ...backends,
    index: intercept('index', backends.index, async ({ name }, real) => (name === 'refresh' ? undefined : real())),
    counters: intercept('counters', backends.counters, async ({ name }, real) => {
      if (name === 'bumpEpoch') return undefined;
      const answer = await real();
      return name === 'admit' ? { ...(answer as object), epoch: EPOCH } : answer;
    }),
  };
}

const config = readConfig(process.env);
const backends = await openBackends(config.storage, { limiterMode: () => undefined });
const service = await createService(config, { backends: withoutFreshness(backends) });
process.once('SIGTERM', () => {
  void service.close().then(() => process.exit(0));
});
await service.start();
