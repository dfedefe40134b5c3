import { expect } from 'chai';
import { monthOf } from '../../src/domain/month.js';
import type { CounterStore } from '../../src/ports/counter-store.js';
import { seed, usedOf } from '../contract/counters-helpers.js';
import { header, type Client } from '../http/client.js';
import { content, create } from '../http/making.js';
import { clusterStorage, embeddedStorage } from '../support/modes.js';
import { describeCluster } from '../support/backends.js';
import { cuttable } from '../support/cuttable.js';
import { maintenanceHarnessOf, type MaintenanceHarness } from './maintenance-harness.js';

describe('doctor and month counts (embedded)', () => {
  const getHarness = maintenanceHarnessOf(embeddedStorage);

  it("says that they are in the service's process", async () => {
    expect((await getHarness().look()).counts.months).to.equal("in the service's process");
  });
});

describeCluster('doctor and month counts', () => {
  const getHarness = maintenanceHarnessOf(clusterStorage);
  let owner: string;
  let client: Client;
  let month: string;

  beforeEach(async () => {
    ({ owner, client } = await getHarness().newCaller());
    month = monthOf(new Date().toISOString());
  });

  it('finds one below the truth, and a repair forgets it; the next create counts anew', async () => {
    const { harness, counters } = at();
    for (let i = 0; i < 3; i++) await create(client);
    await setCount(counters, 1);
    const looked = await harness.look();
    expect(looked.findings['low month count']?.examples).to.deep.equal([`${owner} ${month}: 1 of 3`]);
    expect(looked.left).to.equal(1);
    expect(await usedOf(counters, { owner, month })).to.equal(1);
    expect((await harness.repair()).left).to.equal(0);
    expect(header(await client.post('/v1/documents', content()), 'X-Quota-Used')).to.equal('4');
    expect((await harness.look()).left).to.equal(0);
  });

  it('finds one above the truth, too, and none that nobody has asked for', async () => {
    const { harness, counters } = at();
    await create(client);
    await setCount(counters, 5);
    await harness.caller();
    const { findings, left } = await harness.repair();
    expect([findings['high month count']?.examples, left]).to.deep.equal([[`${owner} ${month}: 5 of 1`], 0]);
    expect(header(await client.post('/v1/documents', content()), 'X-Quota-Used')).to.equal('2');
  });

  it('finds none wrong while documents are made', async () => {
    let isOver = false;
    const making = Promise.all(
      [1, 2, 3].map(async () => {
        while (!isOver) await create(client);
      }),
    );
    for (let i = 0; i < 5; i++) expect((await at().harness.look({ writeMs: 20_000 })).left).to.equal(0);
    isOver = true;
    await making;
  });

  it('brings the count of a document to the truth that a repair has brought back', async () => {
    const { harness, counters } = at();
    const { id } = await create(client);
    const { admin } = harness.backends;
    const [head] = await admin.readHeads(await harness.index(), [id]);
    await admin.removeHead(id, head!.revision);
    await setCount(counters, 0);
    const { findings, left } = await harness.repair();
    expect([findings['missing head']?.repaired, findings['low month count']?.repaired, left]).to.deep.equal([1, 1, 0]);
  });

  it('says so where the counters cannot be reached, and looks at the rest', async () => {
    const away = cuttable(at().counters);
    away.cut();
    expect((await at().harness.look()).counts.months)
      .to.be.a('number')
      .greaterThan(0);
    expect((await at().harness.look({ counters: away.line })).counts).to.deep.include({ months: 'unreachable' });
  });

  function at(): { harness: MaintenanceHarness; counters: CounterStore } {
    return { harness: getHarness(), counters: getHarness().counters as CounterStore };
  }

  /** As a store that has lost units would have it. */
  async function setCount(counters: CounterStore, count: number): Promise<void> {
    await counters.forgetQuota({ owner, month });
    await seed(counters, { owner, month }, count);
  }
});
