/** Something other than a rebuild blocks writes. No request lives to see the end of that, so none waits for it. */
import { expect } from 'chai';
import { expectError, header, type Answer, type Client } from '../http/client.js';
import { content, create, keyPath, push, put, unique, versionsOf } from '../http/making.js';
import { keyed } from '../races/support.js';
import { callerOf, describeWithFaults, openSearchClient, type FaultInjectedService } from './fault-injected-service.js';

const AT_MOST_MS = 3_000;

type Refused = { title: string; send(caller: Client, documentId: string): Promise<Answer> };

const WRITES: Refused[] = [
  { title: 'a create', send: (caller) => caller.post('/v1/documents', content()) },
  { title: 'a folder', send: (caller) => caller.post('/v1/folders', { name: unique() }) },
  { title: 'a document by key', send: (caller) => caller.put(keyPath(unique()), content()) },
  { title: 'a push', send: (caller, id) => caller.post(versionsOf(id), content()) },
  { title: 'a push after a refused one', send: (caller, id) => caller.post(versionsOf(id), content()) },
  { title: 'a delete', send: (caller, id) => caller.delete(`/v1/documents/${id}`) },
];

describeWithFaults(
  'an OpenSearch whose disk is full',
  () => ({}),
  (service) => {
    afterEach(() => setBlock(service(), null));

    for (const { title, send } of WRITES) {
      it(`refuses ${title} at once, and says when to come again`, async () => {
        const caller = await callerOf(service());
        const { id } = await create(caller);
        await setBlock(service(), true);
        if (title.includes('after')) await send(caller, id);
        const begun = performance.now();
        const answer = await send(caller, id);
        const took = performance.now() - begun;
        expectError(answer, 'UNAVAILABLE');
        expect(took, 'ms').to.be.lessThan(AT_MOST_MS);
        expect(header(answer, 'Retry-After')).to.equal('30');
      });
    }

    it('takes the repeat of a refused write when there is room', async () => {
      const caller = await callerOf(service());
      const { id } = await create(caller);
      const body = content();
      const key = keyed(unique());
      await setBlock(service(), true);
      expectError(await caller.post(versionsOf(id), body, key), 'UNAVAILABLE');
      await setBlock(service(), null);
      const repeated = await caller.post<{ version: number }>(versionsOf(id), body, key);
      expect(repeated.status).to.equal(201);
      expect(repeated.body.version).to.equal(2);
      expect((await push(caller, id)).version).to.equal(3);
      await put(caller, unique(), content());
    });
  },
);

async function setBlock(service: FaultInjectedService, value: true | null): Promise<void> {
  const client = openSearchClient(service);
  const index = String(service.storage.env['INDEX_PREFIX']);
  await client.indices.putSettings({ index, body: { 'index.blocks.read_only_allow_delete': value } });
  await client.close();
}
