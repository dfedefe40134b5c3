import { expect } from 'chai';
import { readConfig } from '../../src/config/read-config.js';
import { openObjectStore } from '../../src/backends.js';
import { until } from '../support/until.js';
import { expectError, expectStatus, type Client } from './client.js';
import {
  content,
  create,
  createFolder,
  listFolders,
  push,
  restoreOf,
  search,
  searchFor,
  unique,
  versionsOf,
} from './making.js';
import { describeHttp, type Api } from './suite.js';

describeHttp('a deleted document', (api) => {
  let alice: Client;
  before(async () => {
    alice = await api.caller();
  });

  it('is 404 for every operation and every caller', async () => {
    const { id } = await create(alice, { visibility: 'public' });
    await push(alice, id);
    expectStatus(await alice.delete(`/v1/documents/${id}`), 204);
    for (const client of [alice, await api.caller()]) {
      expectError(await client.get(`/v1/documents/${id}`), 'DOCUMENT_NOT_FOUND');
      expectError(await client.delete(`/v1/documents/${id}`), 'DOCUMENT_NOT_FOUND');
      expectError(await client.delete(`/v1/documents/${id}`, { 'If-Match': '"2"' }), 'DOCUMENT_NOT_FOUND');
      expectError(await client.get(versionsOf(id)), 'DOCUMENT_NOT_FOUND');
      expectError(await client.get(`${versionsOf(id)}/1`), 'DOCUMENT_NOT_FOUND');
      expectError(await client.get(`${versionsOf(id)}/9`), 'DOCUMENT_NOT_FOUND');
      expectError(await client.post(versionsOf(id), content()), 'DOCUMENT_NOT_FOUND');
      expectError(await client.post(restoreOf(id, 1)), 'DOCUMENT_NOT_FOUND');
    }
    expectStatus(await api.stranger.get(`/d/${id}`), 404);
  });

  it('is in no search, and its folder stays', async () => {
    const folder = await createFolder(alice);
    const [title, tag] = [unique(), unique()];
    const { id } = await create(alice, { title, folder_id: folder.id, metadata: { tags: [tag] } });
    expectStatus(await alice.delete(`/v1/documents/${id}`), 204);
    for (const query of [{ q: title }, { tag }, { q: title, folder_id: folder.id }]) {
      expect((await search(alice, query)).results).to.deep.equal([]);
    }
    expectStatus(await alice.get(searchFor({ q: title, folder_id: folder.id })), 200);
    expect((await listFolders(alice)).map(({ id: each }) => each)).to.include(folder.id);
  });

  it('leaves only its tombstone in the object store, without anything of its content', async () => {
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
  const store = await openObjectStore(readConfig(api.place.env).storage);
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
