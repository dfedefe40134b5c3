import { issueKey } from './support/issue-key.js';
import type { TestStorage } from './support/modes.js';
import { runMocha, type Outcome, type Showing } from './support/run-mocha.js';
import { startServiceProcess } from './support/service-process.js';

const PLANS = JSON.stringify({ three: { per_minute: 100_000, per_day: 100_000, documents_per_month: 3 } });

/** Starts a service process at the place with the keys that the suite needs, and runs the suite against its URL. */
export async function runAcceptance(storage: TestStorage, showing: Showing = {}): Promise<Outcome> {
  process.stderr.write(`\nacceptance, ${storage.mode} mode\n`);
  // A caller must not notice how many processes the service has.
  const env = { ...storage.env, PLANS, WORKERS: storage.mode === 'cluster' ? '2' : '1' };
  const service = await startServiceProcess(env);
  try {
    const KEYS = JSON.stringify(await issueKeys(env));
    return await runMocha(['dist/test/acceptance/**/*.test.js'], { BASE: service.url, KEYS }, showing);
  } finally {
    await service.stop();
    await storage.dispose();
  }
}

async function issueKeys(env: Record<string, string>): Promise<Record<string, string>> {
  return {
    alice: await issueKey(env, { owner: 'alice' }),
    bob: await issueKey(env, { owner: 'bob' }),
    reader: await issueKey(env, { owner: 'alice', roles: ['documents:read', 'folders:read'] }),
    writer: await issueKey(env, { owner: 'alice', roles: ['documents:write', 'folders:write'] }),
    none: await issueKey(env, { owner: 'alice', roles: [] }),
    free: await issueKey(env, { owner: 'freda', plan: 'free' }),
    bounded: await issueKey(env, { owner: 'bound', plan: 'three' }),
    limited: await issueKey(env, { owner: 'limited', plan: 'three' }),
    pusher: await issueKey(env, { owner: 'alice', roles: ['documents:write'] }),
  };
}
