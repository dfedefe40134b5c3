/**
 * The rule concreteIndex on a real cluster: sequence numbers mean something in one concrete index only, so a
 * conditional write never goes through the alias.
 */
import { expect } from 'chai';
import { headAddress } from '../../src/adapters/opensearch/model/addresses.js';
import { makeClient } from '../support/opensearch-client.js';
import { readConfig } from '../../src/config/read-config.js';
import type { HeadWrite, Revision } from '../../src/ports/document-index.js';
import { create, listVersions, push, unique } from '../http/making.js';
import { clusterStorage } from '../support/modes.js';
import { describeCluster } from '../support/backends.js';
import { saying, type ReplicaCallers } from './support.js';
import { TwoReplicas } from './two-replicas.js';

describeCluster('races: a push', function () {
  this.timeout(60_000);
  let replicas: TwoReplicas;
  let client: ReturnType<typeof makeClient>;
  let alias: string;
  let callers: ReplicaCallers;

  beforeEach(async () => {
    replicas = await TwoReplicas.start(await clusterStorage(), 20_000);
    const { storage } = readConfig(replicas.storage.env);
    if (storage.mode !== 'cluster') throw new Error('the place is no cluster');
    client = makeClient(storage.openSearch);
    alias = storage.openSearch.indexPrefix;
    callers = await replicas.callers();
  });
  afterEach(async () => {
    await replicas.close();
    await client.close();
  });

  it('goes on when the block of its index is lifted', async () => {
    const { id } = await create(callers[1]);
    const outcomes: unknown[] = [];
    replicas.faults.arm('writeHead', async (real, [write]) => {
      const { index } = revisionOf(write);
      if (outcomes.length === 0) await client.indices.addBlock({ index, block: 'write' });
      if (outcomes.length === 2) {
        await client.indices.putSettings({ index, body: { 'index.blocks.write': null } });
      }
      outcomes.push(await real());
      return outcomes.at(-1);
    });
    expect((await push(callers[0], id)).version).to.equal(2);
    expect(outcomes).to.deep.equal(['refused', 'refused', 'written']);
    expect((await listVersions(callers[1], id)).current_version).to.equal(2);
  });

  it('takes nothing back where its index is exchanged meanwhile, also where sequence numbers coincide', async () => {
    const { id } = await create(callers[1]);
    const [own, others] = [unique(), unique()];
    let outcome: unknown;
    replicas.faults.once('writeHead', async (real, [write]) => {
      expect((await push(callers[1], id, saying(others))).version).to.equal(3);
      await exchange(id, revisionOf(write));
      outcome = await real();
      return outcome;
    });
    expect((await push(callers[0], id, saying(own))).version).to.equal(2);
    expect(outcome).to.equal('refused');
    const { versions } = await listVersions(callers[1], id);
    expect(versions.slice(1).map(({ title }) => title)).to.deep.equal([own, others]);
  });

  /** A new index behind the alias, in which the document's head has the number that an earlier one had in the old. */
  async function exchange(documentId: string, { index: old, seqNo, primaryTerm }: Revision): Promise<void> {
    const next = `${alias}-next`;
    const { id, routing } = headAddress(documentId);
    await client.indices.refresh({ index: old });
    await client.indices.create({ index: next });
    const { body: head } = await client.get({ index: old, id, routing });
    for (let written = -1; written < seqNo;) {
      const { body } = await client.index({ index: next, id, routing, body: head._source ?? {} });
      written = body._seq_no;
      expect(body._primary_term).to.equal(primaryTerm);
    }
    await client.reindex({
      refresh: true,
      body: { conflicts: 'proceed', source: { index: old }, dest: { index: next, op_type: 'create' } },
    });
    await client.indices.updateAliases({
      body: { actions: [{ remove: { index: old, alias, must_exist: true } }, { add: { index: next, alias } }] },
    });
    await client.indices.delete({ index: old });
  }
});

function revisionOf(write: unknown): Revision {
  const { expected } = write as HeadWrite;
  if (expected === 'absent') throw new Error('a push never writes a first head');
  return expected;
}
