import { expect } from 'chai';
import { openObjectStore } from '../../src/server/backends.js';
import { readConfig } from '../../src/config/read-config.js';
import { Client } from '../http/client.js';
import { create, search } from '../http/making.js';
import { plantDocuments } from '../maintenance/plant.js';
import { startService, type RunningService } from '../support/in-process-service.js';
import { longestTurnDuring } from '../support/longest-turn.js';
import { medianOf } from '../support/median.js';
import { embeddedStorage } from '../support/modes.js';
import { quireJson } from './quire.js';

const DOCUMENTS = 5_000;
const HELD_AT_MOST_MS = 50;
const ROUNDS = 3;

type Report = { counts: { documents: number } };

describe('cli: a rebuild in the thread of an embedded service', function () {
  this.timeout(180_000);
  let service: RunningService;
  let client: Client;

  before(async () => {
    const storage = await embeddedStorage();
    const store = await openObjectStore(readConfig(storage.env).storage);
    await plantDocuments(store, { owners: ['o'], documents: DOCUMENTS, mostVersions: 3, random: Math.random });
    await store.close();
    await quireJson(storage.env, 'reindex');
    // Started here, in this process, so that its event loop is the one of this test.
    service = await startService(storage);
    client = new Client(service.url, { 'X-API-Key': await service.issueKey({ owner: 'o' }) });
    await useService(100);
  });
  after(() => service?.close());

  it('holds the event loop of the service for no more than 50 ms at a time, while it is read and written to', async () => {
    // A collection of garbage may fall into one of them: the median counts.
    const longest: number[] = [];
    for (let round = 0; round < ROUNDS; round++) longest.push(await longestTurnDuring(rebuild));
    expect(medianOf(longest), longest.join(', ')).to.be.lessThan(HELD_AT_MOST_MS);
  });

  /** Every document is loaded into a new index, while a client writes and searches. */
  async function rebuild(): Promise<void> {
    let isOver = false;
    const reports = quireJson<Report>(service.storage.env, 'reindex').finally(() => {
      isOver = true;
    });
    while (!isOver) await useService(1);
    expect((await reports)[0]?.counts.documents).to.be.at.least(DOCUMENTS);
  }

  async function useService(times: number): Promise<void> {
    for (let n = 0; n < times; n++) {
      await create(client);
      await search(client, { q: 'planted' });
    }
  }
});
