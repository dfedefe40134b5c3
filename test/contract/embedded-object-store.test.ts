import { join } from 'node:path';
import { makeDurably } from '../../src/adapters/filesystem/make-durably.js';
import { RemoteObjectStore } from '../../src/adapters/segments/remote-object-store.js';
import { SegmentObjectStore } from '../../src/adapters/segments/segment-object-store.js';
import { serveObjects } from '../../src/adapters/segments/serve-objects.js';
import type { ObjectStore } from '../../src/ports/object-store.js';
import { altered } from '../support/log-objects.js';
import { objectStoreContract, type ObjectStoreFixture } from './object-store-contract.js';
import { temporaryFolder } from '../support/temporary-folder.js';

objectStoreContract('the owner of an embedded log', async () => {
  const { owned, asked, dispose } = await ownedAndAsked();
  return { store: owned, another: asked, dispose };
});

objectStoreContract('an embedded log by way of its owner', async () => {
  const { owned, asked, dispose } = await ownedAndAsked();
  return { store: await asked(), another: async () => altered(owned, { close: async () => undefined }), dispose };
});

type Fixture = { owned: SegmentObjectStore; asked(): Promise<ObjectStore>; dispose: ObjectStoreFixture['dispose'] };

async function ownedAndAsked(): Promise<Fixture> {
  const folder = temporaryFolder();
  const root = join(folder, 'new', 'log');
  makeDurably(root);
  const owned = new SegmentObjectStore(root);
  const listener = await serveObjects(root, owned);
  const asked = async () => {
    const store = await RemoteObjectStore.connect(root);
    if (!store) throw new Error('nobody serves the objects');
    return store;
  };
  return {
    owned,
    asked,
    dispose: async () => {
      await listener.close();
      await owned.close();
    },
  };
}
