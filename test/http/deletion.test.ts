import { expect } from 'chai';
import { readConfig } from '../../src/config/read-config.js';
import { openObjectStore } from '../../src/server/backends.js';
import { until } from '../support/until.js';
import { expectStatus } from './client.js';
import { create, push } from './making.js';
import { describeHttp, type Api } from './suite.js';

describeHttp('a deleted document', (api) => {
  it('leaves only its tombstone in the object store, without anything of its content', async () => {
    const alice = await api.caller();
    const { id } = await create(alice, { title: 'secret-title', blocks: [{ type: 'quote', content: 'secret-words' }] });
    for (let i = 0; i < 4; i++) await push(alice, id);
    expectStatus(await alice.delete(`/v1/documents/${id}`), 204);
    const objects = await objectsOf(api, id, 1);
    expect([...objects.keys()]).to.deep.equal([`documents/${id}/versions/0000000006.json`]);
    const [tombstone = ''] = objects.values();
    expect(JSON.parse(tombstone)).to.deep.include({ format: 3, deleted: true, id, version: 6 });
    expect(tombstone).not.to.match(/secret/);
  });
});

/** The objects under a document's prefix, once there are so many. */
async function objectsOf(api: Api, id: string, count: number): Promise<Map<string, string>> {
  const store = await openObjectStore(readConfig(api.storage.env).storage);
  try {
    const objects = new Map<string, string>();
    await until(async () => {
      objects.clear();
      for await (const key of store.list(`documents/${id}/`)) {
        objects.set(key, Buffer.from((await store.read(key)) ?? []).toString());
      }
      return objects.size === count;
    });
    return objects;
  } finally {
    await store.close();
  }
}
