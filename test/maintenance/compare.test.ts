/** What the comparison of a rebuild takes for a difference, and what becomes of it. */
import { expect } from 'chai';
import type { Entry, FencingToken, IndexAdmin } from '../../src/ports/index-admin.js';
import type { Client } from '../http/client.js';
import { create, push, unique } from '../http/making.js';
import { altering, once } from '../support/intercept-calls.js';
import { describeModes } from '../support/modes.js';
import { errorOf } from '../support/rebuild-helpers.js';
import { headAt } from './planting.js';
import { maintenanceHarnessOf } from './maintenance-harness.js';

const TEST_MS = 60_000;

describeModes('the comparison of a rebuild', (makeStorage) => {
  const getHarness = maintenanceHarnessOf(makeStorage);
  let client: Client;
  let id: string;

  beforeEach(async () => {
    client = await getHarness().caller({ owner: unique() });
    ({ id } = await create(client));
  });

  /** A feed that does not tell of the document; `act` is called each time that it could. */
  function hidingFeed(real: IndexAdmin, act: () => Promise<unknown>): IndexAdmin {
    return altering(real, 'changesAfter', async function* (changes) {
      for await (const batch of changes() as AsyncIterable<Entry[]>) yield batch.filter((entry) => !isHead(entry));
      await act();
    });
  }

  function isHead(entry: Entry): boolean {
    return entry.kind === 'head' && entry.head.id === id;
  }

  /** Calls `act` as soon as the new index has the document. */
  function afterLoading(real: IndexAdmin, act: () => Promise<unknown>): IndexAdmin {
    return altering(real, 'writeIfHigher', async (write, [, entries]) => {
      await write();
      if ((entries as Entry[]).some(isHead)) await act();
    });
  }

  it('counts no difference in what gets a higher number whenever following looks for it', async () => {
    const harness = getHarness();
    const source = await harness.index();
    let isOpen = true;
    let version = 1;
    const pushing = hidingFeed(harness.backends.admin, async () => {
      if (isOpen) ({ version } = await push(client, id));
    });
    const blocking = altering(pushing, 'block', async (block, [token]) => {
      if ((token as FencingToken).index === source) isOpen = false;
      return block();
    });
    // Under the block no number is given any more.
    const admin = altering(blocking, 'changesAfter', (changes, [index, position]) =>
      isOpen ? changes() : harness.backends.admin.changesAfter(index as string, position as Record<string, number>),
    );
    const { counts } = await harness.reindexHarness.reindex({ backends: { ...harness.backends, admin } });
    expect(counts.repaired).to.equal(0);
    expect(version).to.be.greaterThan(2);
    expect((await headAt(harness, id))?.head.currentVersion).to.equal(version);
  }).timeout(TEST_MS);

  it('repairs what following does not bring, and nobody has changed since', async () => {
    const harness = getHarness();
    const admin = afterLoading(
      hidingFeed(harness.backends.admin, async () => undefined),
      once(() => push(client, id)),
    );
    const { counts } = await harness.reindexHarness.reindex({ backends: { ...harness.backends, admin } });
    expect(counts.repaired).to.equal(1);
    expect((await headAt(harness, id))?.head.currentVersion).to.equal(2);
  }).timeout(TEST_MS);

  it('ends without a swap where a difference cannot be mended', async () => {
    const harness = getHarness();
    const source = await harness.index();
    let isLoaded = false;
    const loading = afterLoading(
      harness.backends.admin,
      once(async () => {
        isLoaded = true;
        await push(client, id);
      }),
    );
    const admin = altering(loading, 'writeIfHigher', async (write, [, entries]) => {
      if (!isLoaded || !(entries as Entry[]).some(isHead)) await write();
    });
    const error = await errorOf(harness.reindexHarness.reindex({ backends: { ...harness.backends, admin } }));
    expect(error.message).to.match(/still differs .* nothing was swapped/);
    expect(await harness.index()).to.equal(source);
  }).timeout(TEST_MS);
});
