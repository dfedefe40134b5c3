// Slow: writes an object of 256 MB, which is read several times.
import { expect } from 'chai';
import { LARGEST_OBJECT_BYTES } from '../../src/log/json-objects.js';
import { slotKey } from '../../src/log/object-keys.js';
import { expectStatus } from '../http/client.js';
import { create } from '../http/making.js';
import { embeddedStorage } from '../support/modes.js';
import { putSlowly } from '../support/put-slowly.js';
import { maintenanceHarnessOf } from './maintenance-harness.js';

/** An upload of this size takes long; that a bucket raises what is said of a size is of the contract of stores. */
describe('an object that is larger than any of the format', () => {
  const getHarness = maintenanceHarnessOf(embeddedStorage);

  it('stops nothing', async function () {
    this.timeout(120_000);
    const harness = getHarness();
    const { store } = harness.backends;
    const client = await harness.caller();
    const { id } = await create(client);
    // Its JSON could be read: only its size is wrong.
    const large = Buffer.alloc(LARGEST_OBJECT_BYTES + 1, ' ');
    large.set((await store.read(slotKey(id, 1))) as Uint8Array);
    await putSlowly(store, slotKey(id, 1), large);
    expectStatus(await client.get(`/v1/documents/${id}`), 503);
    expect((await harness.look()).findings['damaged log']?.examples).to.deep.equal([id]);
    await harness.reindexHarness.reindex({ options: { discardIndex: true, acceptUnreadable: true } });
    expectStatus(await client.get(`/v1/documents/${id}`), 503);
  });
});
