// Slow: waits until a service notices, and rebuilds by commands of their own.
/** An index that is put back to an older state, while the log is newer: a snapshot, a volume, a folder. */
import { expect } from 'chai';
import { pino } from 'pino';
import { quireJson } from '../cli/quire.js';
import { Client, expectError, expectStatus, type Answer } from '../http/client.js';
import { content, create, push, read, search, searchFor, unique, versionsOf } from '../http/making.js';
import { startApi, type Api } from '../http/suite.js';
import { eventually } from '../races/support.js';
import { issueKey } from '../support/issue-key.js';
import { describeModes, type TestStorage } from '../support/modes.js';
import { keepIndex, type KeptIndex } from './older-index.js';
import { expectUnavailable } from './rounds.js';
import type { ServiceLogLine } from './fault-injected-service.js';

const ROUND_MS = 120_000;
const SAYS_WHAT_TO_DO = /the index is older than the log: run `quire reindex`/;

type World = { id: string; word: string; made: string; deleted: string; kept: KeptIndex };

const REQUESTS: Record<string, (caller: Client, world: World) => Promise<Answer>> = {
  'a document': (caller, { id }) => caller.get(`/v1/documents/${id}`),
  'a document that the index lacks': (caller, { made }) => caller.get(`/v1/documents/${made}`),
  'a version': (caller, { id }) => caller.get(`${versionsOf(id)}/1`),
  'the versions': (caller, { id }) => caller.get(versionsOf(id)),
  'a search': (caller, { word }) => caller.get(searchFor({ q: word, limit: 41 })),
  'the folders': (caller) => caller.get('/v1/folders'),
  'a push': (caller, { id }) => caller.post(versionsOf(id), content()),
  'a folder': (caller) => caller.post('/v1/folders', { name: unique() }),
  'a delete': (caller, { id }) => caller.delete(`/v1/documents/${id}`),
};

describeModes('faults: an index that is put back as it was', (makeStorage) => {
  let storage: TestStorage;
  let api: Api | undefined;
  let caller: Client;
  let key: string;
  let lines: string[];

  beforeEach(async function () {
    this.timeout(ROUND_MS);
    storage = await makeStorage();
    lines = [];
    key = await issueKey(storage.env);
    await start();
  });
  afterEach(async () => {
    await stop();
    await storage.dispose();
  });

  async function start(): Promise<void> {
    const logger = () =>
      pino(
        { level: 'info', base: null },
        {
          write: (line: string) => {
            lines.push(line);
          },
        },
      );
    api = await startApi({ ...storage, dispose: async () => undefined }, { logger });
    caller = new Client(api.url, { 'X-API-Key': key });
  }

  async function stop(): Promise<void> {
    await api?.close();
    api = undefined;
  }

  /** What is done after the index was kept: a push, a create, and at last a deletion. */
  async function makeWorld(): Promise<World> {
    const word = unique();
    const { id } = await create(caller, { title: `${word} old` });
    const { id: deleted } = await create(caller, { title: `${word} deleted` });
    if (storage.mode === 'embedded') await stop();
    const kept = await keepIndex(storage);
    if (storage.mode === 'embedded') await start();
    await push(caller, id, { title: `${word} pushed` });
    const { id: made } = await create(caller, { title: `${word} new` });
    expectStatus(await caller.delete(`/v1/documents/${deleted}`), 204);
    return { id, word, made, deleted, kept };
  }

  async function missing(): Promise<string[]> {
    const { body } = await (api as Api).stranger.get<{ missing: string[] }>('/health/ready');
    return body.missing;
  }

  async function expectRefused(world: World): Promise<void> {
    for (const [what, request] of Object.entries(REQUESTS)) {
      const answer = await request(caller, world);
      expect(answer.status, `${what}: ${answer.text}`).to.equal(503);
      expectUnavailable(answer);
    }
    expect(await statusOfCreate()).to.equal(503);
    const told = lines.map((line) => JSON.parse(line) as ServiceLogLine);
    expect(told.filter(({ level, msg }) => level === 50 && SAYS_WHAT_TO_DO.test(msg))).to.have.length(1);
    const refused = told.filter(({ code }) => code === 'UNAVAILABLE');
    expect(refused).to.have.length.of.at.least(Object.keys(REQUESTS).length);
    for (const { reason } of refused) expect(reason).to.match(SAYS_WHAT_TO_DO);
  }

  /** Without a look at its headers: a process that has just begun cannot tell how much of the quota is used. */
  async function statusOfCreate(): Promise<number> {
    const { status } = await fetch(`${caller.url}/v1/documents`, {
      method: 'POST',
      body: JSON.stringify(content()),
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    });
    return status;
  }

  async function expectWhole({ id, word, made, deleted }: World): Promise<void> {
    await eventually('it is ready', async () => (await missing()).length === 0);
    expect((await read(caller, id)).title).to.equal(`${word} pushed`);
    expectError(await caller.get(`/v1/documents/${deleted}`), 'DOCUMENT_NOT_FOUND');
    const { results } = await search(caller, { q: word });
    expect(results.map((found) => found.id)).to.deep.equal([made, id]);
    expect((await push(caller, id)).version).to.equal(3);
  }

  const REPAIRS = { 'quire reindex': ['reindex'], 'quire doctor --repair': ['doctor', '--repair'] };
  for (const [command, args] of Object.entries(REPAIRS)) {
    it(`is refused by a service that starts on it, which goes on after ${command}`, async function () {
      this.timeout(ROUND_MS);
      const world = await makeWorld();
      await stop();
      await world.kept.putBack();
      lines = [];
      await start();
      // Any request may be the first to meet it.
      expectUnavailable(await caller.get(`/v1/documents/${world.id}`));
      expect(await missing()).to.deep.equal(['index']);
      await expectRefused(world);
      await quireJson({ ...storage.env, OPENSEARCH_TIMEOUT_MS: '5000' }, ...args);
      await expectWhole(world);
    });
  }

  it('is noticed by a service that runs, whatever is asked', async function () {
    // The service goes on with the files that it has open.
    if (storage.mode === 'embedded') this.skip();
    this.timeout(ROUND_MS);
    const world = await makeWorld();
    await world.kept.putBack();
    await eventually('it is noticed', async () => (await missing()).includes('index'));
    await eventually('the log says it', async () => lines.some((line) => SAYS_WHAT_TO_DO.test(line)));
    await expectRefused(world);
    await quireJson({ ...storage.env, OPENSEARCH_TIMEOUT_MS: '5000' }, 'reindex');
    await expectWhole(world);
  });
});
