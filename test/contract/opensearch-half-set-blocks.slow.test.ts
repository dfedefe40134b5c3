// Slow: waits for changes of a cluster that are held back.
/** OpenSearch sets a block in two steps. Here writes under way keep the second step waiting. */
import { expect } from 'chai';
import { OpenSearchIndexAdmin } from '../../src/adapters/opensearch/admin/opensearch-index-admin.js';
import { describeCluster } from '../support/backends.js';
import { livingHead } from '../support/factories.js';
import { holdWrites } from '../support/hold-writes.js';
import { headEntry, makeNew } from '../support/rebuild-helpers.js';
import { until } from '../support/until.js';
import { openSearchUnderTest, type OpenSearchUnderTest } from './opensearch-index.js';

/** Longer than what each test does in the meantime. */
const HELD_MS = 3_000;

describeCluster('a block that is half set', function () {
  this.timeout(60_000);
  let backends: OpenSearchUnderTest;
  let admin: OpenSearchIndexAdmin;
  let made: string;

  beforeEach(async () => {
    backends = openSearchUnderTest({ shards: 1 });
    await backends.open().install('first');
    admin = new OpenSearchIndexAdmin(backends.options);
    made = await makeNew(admin);
  });
  afterEach(async () => {
    await admin.close();
    await backends.dispose();
  });

  const write = () => admin.writeIfHigher(made, [headEntry(livingHead())]);
  const unblock = async () => admin.unblock(await admin.takeToken(made, 1));

  /** Asks for a block and waits for its first step only. */
  async function halfSet(block: 'write' | 'read_only'): Promise<{ ended: Promise<unknown> }> {
    const held = await holdWrites(backends.client, { index: made, ms: HELD_MS });
    const asked = backends.client.indices.addBlock({ index: made, block });
    asked.catch(() => undefined);
    await until(() => admin.isBlocked(made));
    return { ended: Promise.all([held.ended, asked]) };
  }

  /** Asks for a block that waits for a moment only. OpenSearch then leaves it half set. */
  async function abandoned(block: 'write' | 'read_only'): Promise<void> {
    const { ended } = await holdWrites(backends.client, { index: made, ms: HELD_MS });
    const { body } = await backends.client.indices.addBlock({ index: made, block, timeout: '1ms' });
    expect(body.acknowledged).to.equal(false);
    await ended;
  }

  it('endHalfSet: is lifted for good: it does not become whole afterwards', async () => {
    const { ended } = await halfSet('write');
    await unblock();
    await write();
    await ended;
    await write();
    expect(await admin.isBlocked(made)).to.equal(false);
  });

  it('endHalfSet: is lifted where the request for it was given up, so that nothing makes it whole', async () => {
    await abandoned('write');
    await unblock();
    await write();
  });

  it('endHalfSet: is seen, and lifted, also where the settings do not show it', async () => {
    const { ended } = await halfSet('write');
    await backends.client.indices.putSettings({ index: made, body: { 'index.blocks.write': null } });
    await ended;
    expect(await admin.isBlocked(made)).to.equal(true);
    await unblock();
    await write();
  });

  it('is made whole by a block that follows, whose end lifts it', async () => {
    await abandoned('write');
    const token = await admin.takeToken(made, 1);
    await admin.block(token);
    await admin.unblock(token);
    await write();
  });

  it('does not keep others from a token or from unblocking, where it is a drain', async () => {
    const token = await admin.takeToken(made, 1);
    await abandoned('read_only');
    await admin.unblock(token);
    await write();
    await abandoned('read_only');
    await unblock();
    await write();
  });

  it('does not keep others from removing the index, where it is a drain', async () => {
    await abandoned('read_only');
    await admin.remove(made);
    expect((await backends.client.indices.exists({ index: made })).body).to.equal(false);
  });
});
