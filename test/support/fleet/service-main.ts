/**
 * A service process that a test can let die at any step, and whose backends it can let fail: the real service, through
 * its composition root, on real backends with something in between. Lives no longer than the test.
 */
import { MemoryCounters } from '../../../src/adapters/memory/memory-counters.js';
import { FallbackCounters } from '../../../src/adapters/decorators/fallback-counters.js';
import { RedisCounters } from '../../../src/adapters/redis/redis-counters.js';
import type { Storage } from '../../../src/config/config.js';
import { readConfig } from '../../../src/config/read-config.js';
import { openBackends, type Backends } from '../../../src/server/backends.js';
import { createService } from '../../../src/server/service.js';
import { Crash } from './crash.js';
import { interceptBackends, intercept, type Interceptor } from '../intercept-backends.js';
import type { Order, Report } from './messages.js';
import { BackendFaults } from './backend-faults.js';
import { markRequests } from './request-marks.js';

const crash = new Crash();
const faults = new BackendFaults();
/** A call that is made to fail is a step like any other. */
const through: Interceptor = (call, real) => crash.through(call, () => faults.through(call, real));

function tell(report: Report): void {
  process.send?.(report);
}

function obey(order: Order): void {
  if ('crashAt' in order) crash.arm(order.crashAt ?? undefined);
  else faults.set(order.fault ?? undefined);
  tell({ done: true });
}

/** In cluster mode the faults are behind the counters' fallback, where the real ones are. */
async function openInterceptedBackends(storage: Storage): Promise<Backends> {
  const backends = await openBackends(storage, { limiterMode: () => undefined });
  if (storage.mode === 'embedded') return interceptBackends(backends, through);
  await backends.counters.close();
  const shared = new RedisCounters(storage.redis);
  await shared.ping();
  const counters = new FallbackCounters(intercept('counters', shared, through), new MemoryCounters(), () => undefined);
  return { ...interceptBackends(backends, through), counters };
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const service = await createService(config, { backends: await openInterceptedBackends(config.storage) });
  markRequests();
  process.on('message', obey);
  process.on('disconnect', () => process.exit(1));
  process.once('SIGTERM', () => {
    void service.close().then(() => process.exit(0));
  });
  tell({ url: (await service.start()).url });
}

await main();
