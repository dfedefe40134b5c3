// Slow: rebuilds the index again and again.
/** An index that is lost or emptied under the running service: nothing is ever said to be absent. */
import { expect } from 'chai';
import { concreteIndexName, GENERATION_ADDRESS } from '../../src/adapters/opensearch/model/addresses.js';
import { quireJson } from '../cli/quire.js';
import { Client, expectError, expectStatus, type Answer } from '../http/client.js';
import {
  content,
  create,
  createFolder,
  listFolders,
  listVersions,
  push,
  read,
  restoreOf,
  search,
  searchFor,
  unique,
  unknownId,
  versionsOf,
} from '../http/making.js';
import { eventually, keyed, saying } from '../races/support.js';
import { expectUnavailable } from './rounds.js';
import { callerOf, describeWithFaults, openSearchClient, FaultInjectedService } from './fault-injected-service.js';

type OpenSearch = ReturnType<typeof openSearchClient>;
type Index = { client: OpenSearch; alias: string; name: string };

const FOREIGN = 'that is deleted, with one of another log in its place';

const WAYS: Record<string, (index: Index) => Promise<unknown>> = {
  'that is deleted': ({ client, name }) => client.indices.delete({ index: name }),
  [FOREIGN]: async ({ client, alias, name }) => {
    await client.indices.delete({ index: name });
    const index = concreteIndexName(alias, 'foreign');
    await client.indices.create({ index, body: { aliases: { [alias]: {} } } });
    await client.index({ index, ...GENERATION_ADDRESS, body: { kind: 'generation', generation: 'foreign' } });
  },
  // What the service writes meanwhile conflicts.
  'that is emptied': ({ client, name }) =>
    eventually('nothing is left', async () => {
      const all = { index: name, refresh: true, conflicts: 'proceed', body: { query: { match_all: {} } } } as const;
      await client.deleteByQuery(all);
      return (await client.count({ index: name })).body.count === 0;
    }),
};

/** What the caller has, and what it answered when all was well. */
type World = { id: string; word: string; folderId: string; deleted: string; key: string; before: unknown[] };

const REQUESTS: Record<string, (caller: Client, world: World) => Promise<Answer>> = {
  'a document': (caller, { id }) => caller.get(`/v1/documents/${id}`),
  'a document that never was': (caller) => caller.get(`/v1/documents/${unknownId()}`),
  'a deleted document': (caller, { deleted }) => caller.get(`/v1/documents/${deleted}`),
  'a version': (caller, { id }) => caller.get(`${versionsOf(id)}/1`),
  'the versions': (caller, { id }) => caller.get(versionsOf(id)),
  // Of sizes that nobody has asked for: a page that was made before may be served for a moment.
  'a search': (caller, { word }) => caller.get(searchFor({ q: word, limit: 41 })),
  'a search for nothing': (caller) => caller.get(searchFor({ q: unique() })),
  'a search of a folder': (caller, { word, folderId }) =>
    caller.get(searchFor({ q: word, folder_id: folderId, limit: 42 })),
  'a search far behind the end': (caller, { word }) => caller.get(searchFor({ q: word, offset: 100_000 })),
  'the folders': (caller) => caller.get('/v1/folders'),
  'the folders of a folder': (caller, { folderId }) => caller.get(`/v1/folders?parent_id=${folderId}`),
  'a page': (caller, { id }) => caller.get(`/d/${id}`),
  'a push': (caller, { id }) => caller.post(versionsOf(id), content()),
  'a keyed push': (caller, { id }) => caller.post(versionsOf(id), content(), keyed(unique())),
  'a restore': (caller, { id }) => caller.post(restoreOf(id, 1)),
  'a delete': (caller, { id }) => caller.delete(`/v1/documents/${id}`),
  'a delete of a deleted document': (caller, { deleted }) => caller.delete(`/v1/documents/${deleted}`),
  'a create': (caller) => caller.post('/v1/documents', content()),
  'a keyed create': (caller, { key }) => caller.post('/v1/documents', saying(key), keyed(key)),
  'a create in a folder': (caller, { folderId }) => caller.post('/v1/documents', content({ folder_id: folderId })),
  'a folder': (caller) => caller.post('/v1/folders', { name: unique() }),
  'a folder in a folder': (caller, { folderId }) => caller.post('/v1/folders', { name: unique(), parent_id: folderId }),
};

describeWithFaults(
  'an index',
  () => ({}),
  (service) => {
    let caller: Client;
    let client: OpenSearch;
    before(async () => {
      caller = await callerOf(service());
      client = openSearchClient(service());
    });
    after(() => client.close());

    for (const [way, lose] of Object.entries(WAYS)) {
      describe(way, () => {
        let world: World;
        before(async () => {
          world = await makeWorld(caller);
          const alias = String(service().storage.env['INDEX_PREFIX']);
          const [name = ''] = Object.keys((await client.indices.getAlias({ name: alias })).body);
          service().forgetLines();
          await lose({ client, alias, name });
        });

        it('makes every request unavailable: nothing is said to be absent, no page is empty', async () => {
          for (const [what, request] of Object.entries(REQUESTS)) {
            const answer = await request(caller, world);
            expect(answer.status, `${what}: ${answer.text}`).to.equal(503);
            expectUnavailable(answer);
          }
        });

        it('is told of by readiness, and each line of the log says what to do', async () => {
          await service().untilMissing('index');
          expectStatus(await caller.get('/health/live'), 200);
          const refused = service().lines.filter(({ code }) => code === 'UNAVAILABLE');
          expect(refused).to.have.length.of.at.least(Object.keys(REQUESTS).length);
          for (const { reason, route } of refused) expect(reason, String(route)).to.match(/quire reindex/);
        });

        it('keeps no service from starting, which says the same', async () => {
          const other = await FaultInjectedService.start({ storage: service().storage });
          const there = new Client(other.api.url, caller.headers);
          expectUnavailable(await there.get(`/v1/documents/${world.id}`));
          expect((await other.readiness()).missing).to.deep.equal(['index']);
          const told = () => other.lines.some(({ level, msg }) => level === 50 && /quire reindex/.test(msg));
          await eventually('the log says it', async () => told());
          await other.close();
        });

        it('is whole again after quire reindex, and nobody tells the service', async () => {
          await quireJson(
            { ...service().storage.env, OPENSEARCH_TIMEOUT_MS: '1000' },
            'reindex',
            ...(way === FOREIGN ? ['--discard-index'] : []),
          );
          await service().untilMissing();
          expect(await lookAt(caller, world)).to.deep.equal(world.before);
          expectError(await caller.get(`/v1/documents/${world.deleted}`), 'DOCUMENT_NOT_FOUND');
          const { id } = await create(caller, saying(world.key), keyed(world.key));
          expect((await search(caller, { q: world.key })).results.map((found) => found.id)).to.deep.equal([id]);
          expect((await push(caller, world.id)).version).to.equal(3);
        });
      });
    }
  },
);

async function makeWorld(caller: Client): Promise<World> {
  const word = unique();
  const { id: folderId } = await createFolder(caller);
  await createFolder(caller, { parent_id: folderId });
  const { id } = await create(caller, { ...saying(word), folder_id: folderId, visibility: 'public' });
  await push(caller, id, saying(word));
  const { id: deleted } = await create(caller);
  expectStatus(await caller.delete(`/v1/documents/${deleted}`), 204);
  const world = { id, word, folderId, deleted, key: unique(), before: [] };
  return { ...world, before: await lookAt(caller, world) };
}

async function lookAt(caller: Client, { id, word, folderId }: World): Promise<unknown[]> {
  return [
    await read(caller, id),
    await listVersions(caller, id),
    await search(caller, { q: word, folder_id: folderId }),
    await listFolders(caller, `?parent_id=${folderId}`),
  ];
}
