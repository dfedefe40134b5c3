/** Whether an index refuses writes, told from all that looks like it. */
import { expect } from 'chai';
import { OpenSearchIndexAdmin } from '../../src/adapters/opensearch/admin/opensearch-index-admin.js';
import { startAnswerProxy, type AnswerProxy, type ProxiedAnswer } from '../support/answer-proxy.js';
import { describeCluster } from '../support/backends.js';
import { livingHead } from '../support/factories.js';
import { expectUnavailable } from '../support/expect-unavailable.js';
import { holdWrites } from '../support/hold-writes.js';
import { block, headEntry, makeNew } from '../support/rebuild-helpers.js';
import { openSearchUnderTest, type OpenSearchUnderTest } from './opensearch-index.js';

const error = (status: number, type: string, reason: string): ProxiedAnswer => ({
  status,
  body: { error: { root_cause: [{ type, reason }], type, reason }, status },
});
const BUSY = error(429, 'circuit_breaking_exception', 'Data too large');
const RECOVERING = error(
  503,
  'cluster_block_exception',
  'blocked by: [SERVICE_UNAVAILABLE/1/state not recovered / initialized];',
);
const READ_ONLY = error(403, 'cluster_block_exception', 'blocked by: [FORBIDDEN/6/cluster read-only (api)];');

describeCluster('a look for a block of writes', function () {
  this.timeout(60_000);
  let backends: OpenSearchUnderTest;
  let proxy: AnswerProxy;
  let admin: OpenSearchIndexAdmin;
  let made: string;

  beforeEach(async () => {
    backends = openSearchUnderTest({ shards: 1 });
    await backends.open().install('first');
    proxy = await startAnswerProxy(backends.options.url);
    admin = new OpenSearchIndexAdmin({ ...backends.options, url: proxy.url, timeoutMs: 5_000 });
    made = await makeNew(admin);
  });
  afterEach(async () => {
    await admin.close();
    await proxy.close();
    await backends.dispose();
  });

  const setting = (name: string, value: true | null) =>
    backends.client.indices.putSettings({ index: made, body: { [`index.blocks.${name}`]: value } });

  /** The first looks are answered so. */
  function answerLooks(answer: ProxiedAnswer, times: number): void {
    let left = times;
    proxy.alter(({ method }) => (method === 'DELETE' && left-- > 0 ? answer : undefined));
  }

  for (const [title, answer] of [
    ['is busy', BUSY],
    ['is being recovered', RECOVERING],
  ] as const) {
    it(`is repeated while OpenSearch ${title}`, async () => {
      answerLooks(answer, 3);
      expect(await admin.isBlocked(made)).to.equal(false);
      const token = await block(admin, made);
      answerLooks(answer, 3);
      expect(await admin.isBlocked(made)).to.equal(true);
      await admin.unblock(token);
    });

    it(`endHalfSet: does not end the end of a block while OpenSearch ${title}`, async () => {
      const token = await admin.takeToken(made, 1);
      const { ended } = await holdWrites(backends.client, { index: made, ms: 500 });
      await backends.client.indices.addBlock({ index: made, block: 'write', timeout: '1ms' });
      await ended;
      answerLooks(answer, 2);
      await admin.unblock(token);
      await admin.writeIfHigher(made, [headEntry(livingHead())]);
    });
  }

  it('raises an error where a block of the whole cluster hides those of the index', async () => {
    answerLooks(READ_ONLY, Infinity);
    await expectUnavailable(admin.isBlocked(made), /403 cluster_block_exception/);
  });

  it('raises an error where the index is closed', async () => {
    await backends.client.indices.close({ index: made });
    await expectUnavailable(admin.isBlocked(made), /index_closed_exception/);
  });

  for (const other of ['read_only', 'read_only_allow_delete']) {
    it(`takes no block ${other} for it, and sees it beside one`, async () => {
      await setting('write', true);
      await setting(other, true);
      expect(await admin.isBlocked(made)).to.equal(true);
      await setting(other, null);
      await setting('write', null);
      await setting(other, true);
      expect(await admin.isBlocked(made)).to.equal(false);
      await setting(other, null);
    });
  }
});
