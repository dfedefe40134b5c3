/** A process that dies between an asset and the document that names it. */
import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { AssetLog } from '../../src/log/asset-log.js';
import { assetEntryKey } from '../../src/log/object-keys.js';
import { Client, expectStatus } from '../http/client.js';
import { content, unique } from '../http/making.js';
import { DAY_MS, MaintenanceHarness } from '../maintenance/maintenance-harness.js';
import { FleetMember } from '../support/fleet/member.js';
import type { CrashPoint } from '../support/fleet/steps.js';
import { issueKey } from '../support/issue-key.js';
import { objectsOf } from '../support/log-objects.js';
import { describeModes } from '../support/modes.js';
import { until } from '../support/until.js';

const TEST_MS = 120_000;
const TOMORROW_MS = DAY_MS * 1.1;
const CREATE = { operation: 'keyed create', call: 'store.create' } as const;
/** The use of the asset is created first, then the slot. */
const POINTS: Record<string, CrashPoint> = {
  'before the use': { ...CREATE, moment: 'before', nth: 1 },
  'after the use': { ...CREATE, moment: 'after', nth: 1 },
  'after the slot': { ...CREATE, moment: 'after', nth: 2 },
};

async function keep(client: Client, bytes: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect((await client.send('PUT', `/v1/assets/${sha256}`, { body: bytes, headers: {} })).status).to.be.oneOf([
    200, 201,
  ]);
  return sha256;
}

describeModes('crashes: assets', (makeStorage) => {
  for (const [name, crashAt] of Object.entries(POINTS)) {
    it(`a death ${name} leaves nothing after gc but a document, and lets the create be repeated`, async function () {
      this.timeout(TEST_MS);
      const storage = await makeStorage();
      const [owner, bytes] = [unique(), randomBytes(20)];
      const key = await issueKey(storage.env, { owner });
      const member = await FleetMember.start(storage.env);
      await until(async () => (await fetch(`${member.url}/health/ready`)).ok);
      const killed = new Client(member.url, { 'X-API-Key': key });
      const sha256 = await keep(killed, bytes);
      await member.order({ crashAt });
      const document = content({ assets: { a: sha256 } });
      const repeat = { 'Idempotency-Key': unique() };
      expect(await killed.post('/v1/documents', document, repeat).catch(() => 'no answer')).to.equal('no answer');
      expect(await member.ended).to.equal('SIGKILL');

      const harness = await MaintenanceHarness.open(storage);
      const { store } = harness.backends;
      const client = new Client(harness.reindexHarness.service.url, { 'X-API-Key': key });
      try {
        const tomorrow = () => new Date(Date.now() + TOMORROW_MS).toISOString();
        await harness.gc({ at: tomorrow() });
        const newest = await new AssetLog(store).newest({ owner, sha256 });
        expect(newest?.kind).to.equal(name === 'after the slot' ? 'kept' : 'ended');
        if (newest?.kind === 'ended') {
          const left = Object.keys(await objectsOf(store)).filter((each) => each.includes(sha256));
          expect(left).to.deep.equal([assetEntryKey({ owner, sha256 }, 2)]);
        }
        await keep(client, bytes);
        const answer = await client.post<{ id: string }>('/v1/documents', document, repeat);
        const { id } = expectStatus(answer, 201);
        await harness.gc({ at: tomorrow() });
        expect((await client.get(`/v1/documents/${id}/assets/${sha256}`)).bytes).to.deep.equal(bytes);
      } finally {
        await harness.close();
        await storage.dispose();
      }
    });
  }
});
