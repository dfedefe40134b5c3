/** Keys that somebody invented cost the object store next to nothing, and nobody else anything. */
import { expect } from 'chai';
import { freePorts } from '../../scripts/stack/ports.js';
import { newApiKey } from '../../src/domain/api-key.js';
import { exchange } from '../http/exchange.js';
import { describeModes } from '../support/modes.js';
import { HostileTarget } from './support/target.js';

const TEST_MS = 60_000;
const PER_MINUTE = 30;
const INVENTED = 600;
const LOOK_UPS_PER_SECOND = 5;
/** Look-ups of one address that go on at once. */
const TURNS = 8;
/** A look-up reads the key's record, and whether it was revoked. */
const READS_PER_LOOK_UP = 2;
/** What the service reads of its own accord. */
const OTHER_READS = 20;
const READ = /^quire_backend_call_duration_seconds_count\{([^}]*port="object_store"[^}]*)\} (\d+)/gm;

describeModes('hostile: keys that were invented', (makeStorage) => {
  let target: HostileTarget;
  let metricsUrl: string;
  /** In use. */
  let key: string;
  before(async () => {
    const [port] = await freePorts(1);
    metricsUrl = `http://127.0.0.1:${port}`;
    const settings = { METRICS_PORT: String(port), UNAUTHENTICATED_PER_MINUTE: String(PER_MINUTE) };
    target = await HostileTarget.start(await makeStorage(), { settings });
    key = await target.key();
    expect(await statusWith(key)).to.equal(200);
  });
  after(() => target.dispose());

  async function storeCalls(): Promise<number> {
    const { text } = await exchange(metricsUrl, { method: 'GET', path: '/metrics', headers: {} });
    return [...text.matchAll(READ)].reduce((sum, [, , count]) => sum + Number(count), 0);
  }

  const statusWith = async (key: string) => (await target.get('/v1/folders', { 'X-API-Key': key })).status;

  it('are looked up as often as their address may ask, also where all are sent at once', async function () {
    this.timeout(TEST_MS);
    const [before, since] = [await storeCalls(), performance.now()];
    const statuses = await Promise.all(Array.from({ length: INVENTED / 2 }, () => statusWith(newApiKey())));
    const seconds = Math.ceil((performance.now() - since) / 1_000);
    const reads = (await storeCalls()) - before;
    expect(new Set(statuses)).to.deep.equal(new Set([401, 429]));
    const lookUps = PER_MINUTE + TURNS + LOOK_UPS_PER_SECOND * (seconds + 1);
    expect(reads).to.be.at.most(READS_PER_LOOK_UP * lookUps + OTHER_READS);
  });
});
