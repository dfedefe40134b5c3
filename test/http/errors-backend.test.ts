import { expect } from 'chai';
import { UnavailableError } from '../../src/domain/errors.js';
import type { LivingHead } from '../../src/domain/head.js';
import type { Backends } from '../../src/server/backends.js';
import type { Revision } from '../../src/ports/document-index.js';
import { versionSummary } from '../support/factories.js';
import { expectError, expectStatus, header, type Answer, type Client } from './client.js';
import { PortFaults, type PortFault, type WatchedCall } from './faults.js';
import {
  content,
  create,
  createFolder,
  listFolders,
  listVersions,
  push,
  restoreOf,
  search,
  searchFor,
  unique,
  versionsOf,
} from './making.js';
import { describeOwnHttp } from './suite.js';

/** What an error of a backend may say, and no answer may. */
const SECRET = 'connect ECONNREFUSED db.internal:9200 at /srv/quire/dist/secret.js:12:7';

const unavailable = () => {
  throw new UnavailableError(SECRET, { cause: new Error(SECRET) });
};
const crash = () => {
  throw new TypeError(SECRET);
};
const onDocuments =
  (fault: () => void): PortFault =>
  ([key]) => {
    if (String(key).startsWith('documents/')) fault();
  };

type Broken = { call: WatchedCall; only?: typeof onDocuments; run(client: Client, id: string): Promise<Answer> };

const READS: Record<string, Broken> = {
  'a document': { call: 'index.readHead', run: (client, id) => client.get(`/v1/documents/${id}`) },
  'the content of a document': {
    call: 'store.read',
    only: onDocuments,
    run: (client, id) => client.get(`/v1/documents/${id}`),
  },
  'a version': { call: 'store.read', only: onDocuments, run: (client, id) => client.get(`${versionsOf(id)}/1`) },
  'the versions': {
    call: 'index.readSummaries',
    run: (client, id) => pushElsewhere(id).then(() => client.get(versionsOf(id))),
  },
  'a search': { call: 'index.search', run: (client) => client.get(searchFor({ q: unique() })) },
  folders: { call: 'index.listFolders', run: (client) => client.get('/v1/folders') },
  'a folder': { call: 'index.readFolder', run: (client) => client.get(`/v1/folders?parent_id=${'x'.repeat(24)}`) },
  'what a push needs': { call: 'index.readHead', run: (client, id) => client.post(versionsOf(id), content()) },
  'what a restore needs': { call: 'store.read', only: onDocuments, run: (client, id) => client.post(restoreOf(id, 1)) },
  'what a delete needs': { call: 'index.readHead', run: (client, id) => client.delete(`/v1/documents/${id}`) },
};

const WRITES: Record<string, Broken> = {
  "a folder's object": { call: 'store.create', run: (client) => client.post('/v1/folders', { name: 'x' }) },
  'a folder': { call: 'index.raiseKey', run: (client) => client.post('/v1/folders', { name: 'x' }) },
  "a document's object": { call: 'store.create', run: (client) => client.post('/v1/documents', content()) },
  'a head': { call: 'index.writeHead', run: (client) => client.post('/v1/documents', content()) },
  "a version's object": { call: 'store.create', run: (client, id) => client.post(versionsOf(id), content()) },
  'the head of a restore': { call: 'index.writeHead', run: (client, id) => client.post(restoreOf(id, 1)) },
  'the head of a delete': { call: 'index.writeHead', run: (client, id) => client.delete(`/v1/documents/${id}`) },
};

const faults = new PortFaults();
let backends: Backends;
const wrap = (own: Backends) => {
  backends = own;
  return faults.wrap(own);
};

/** As another process would: of its versions this one keeps nothing. */
async function pushElsewhere(id: string): Promise<void> {
  const { head, revision } = (await backends.index.readHead(id)) as { head: LivingHead; revision: Revision };
  const currentVersion = head.currentVersion + 1;
  const summaries = [versionSummary({ version: currentVersion })];
  await backends.index.writeHead({ head: { ...head, currentVersion }, expected: revision, summaries });
}

const SETTINGS = { WRITE_DEADLINE_MS: '1000' };

describeOwnHttp('a failing backend', { settings: SETTINGS, wrap }, (api) => {
  let alice: Client;
  let id: string;
  beforeEach(async () => {
    faults.clear();
    alice ??= await api.caller();
    ({ id } = await create(alice));
  });
  after(() => faults.clear());

  function expectSilent(answer: Answer): void {
    expect(answer.text + JSON.stringify(answer.headers)).not.to.match(
      /internal|srv|secret|ECONN|dist\/|node_modules|\.js:/,
    );
  }

  for (const [what, { call, only, run }] of Object.entries({ ...READS, ...WRITES })) {
    it(`is 503 with Retry-After when it cannot be asked for ${what}`, async () => {
      faults.set(call, only ? only(unavailable) : unavailable);
      const answer = await run(alice, id);
      expect(expectError(answer, 'UNAVAILABLE')).to.deep.equal({});
      expect(header(answer, 'Retry-After')).to.match(/^[1-9]\d*$/);
      expect(answer.headers).not.to.have.any.keys('etag');
      expectSilent(answer);
    });

    it(`is 500 and says nothing of itself when it crashes at ${what}`, async () => {
      faults.set(call, only ? only(crash) : crash);
      const answer = await run(alice, id);
      expect(expectError(answer, 'INTERNAL_ERROR')).to.deep.equal({});
      expectSilent(answer);
    });
  }

  it('is 503 for a caller whose key cannot be looked up, and 401 for one whose key cannot be one', async () => {
    const bob = await api.caller();
    faults.set('store.read', unavailable);
    expectError(await bob.get('/v1/folders'), 'UNAVAILABLE');
    expectError(await bob.post('/v1/documents', content(), { 'X-API-Key': 'dk_x' }), 'INVALID_API_KEY');
    faults.clear();
    expect(await listFolders(bob)).to.deep.equal([]);
  });

  it('is 503 for a list that cannot be made fresh, and none for one that need not be', async () => {
    const folders = (await listFolders(alice)).length;
    faults.set('index.refresh', unavailable);
    expectStatus(await alice.get('/v1/folders'), 200);
    faults.clear();
    await createFolder(alice);
    faults.set('index.refresh', unavailable);
    expectError(await alice.get('/v1/folders'), 'UNAVAILABLE');
    faults.clear();
    expect(await listFolders(alice)).to.have.length(folders + 1);
  });

  it('that counts writes does not fail them: the writer refreshes by itself', async () => {
    faults.set('counters.bumpEpoch', unavailable);
    const word = unique();
    const made = await create(alice, { title: word });
    await push(alice, made.id, { title: word });
    expect(faults.count('index.refresh')).to.be.at.least(2);
    expect((await search(alice, { q: word })).results.map((result) => result.current_version)).to.deep.equal([2]);
    faults.set('index.refresh', unavailable);
    expectError(await alice.post(versionsOf(made.id), content()), 'UNAVAILABLE');
  });

  it('leaves a push whose outcome is unknown to be repeated with its key: it is made once', async () => {
    const headers = { 'Idempotency-Key': unique() };
    const body = content();
    faults.set('index.writeHead', unavailable);
    expectError(await alice.post(versionsOf(id), body, headers), 'UNAVAILABLE');
    expect((await listVersions(alice, id)).current_version).to.equal(1);
    faults.clear();
    expect(expectStatus(await alice.post<{ version: number }>(versionsOf(id), body, headers), 201).version).to.equal(2);
    expect((await listVersions(alice, id)).current_version).to.equal(2);
  });

  it('leaves a create whose outcome is unknown to be repeated with its key: it costs one unit', async () => {
    const bob = await api.caller({ plan: 'two-documents' });
    const headers = { 'Idempotency-Key': unique() };
    const body = content();
    faults.set('index.writeHead', unavailable);
    const failed = await bob.post('/v1/documents', body, headers);
    expectError(failed, 'UNAVAILABLE');
    expect(header(failed, 'X-Quota-Used')).to.equal('1');
    faults.clear();
    const repeat = await bob.post('/v1/documents', body, headers);
    expectStatus(repeat, 201);
    expect(header(repeat, 'X-Quota-Used')).to.equal('1');
    await create(bob);
    expectError(await bob.post('/v1/documents', content()), 'QUOTA_EXCEEDED');
  });

  it('is not asked for the summaries of what this process wrote', async () => {
    faults.set('index.readSummaries', unavailable);
    const headers = { 'Idempotency-Key': unique() };
    const body = content();
    const first = expectStatus(await alice.post(versionsOf(id), body, headers), 201);
    await push(alice, id, {}, { 'Idempotency-Key': unique() });
    expect(expectStatus(await alice.post(versionsOf(id), body, headers), 201)).to.deep.equal(first);
    expect((await listVersions(alice, id)).versions.map(({ version }) => version)).to.deep.equal([1, 2, 3]);
  });

  it('goes on with a write whose answer was lost, and makes one version', async () => {
    let lost = 0;
    faults.set('store.create', () => {
      if (lost++ === 0) unavailable();
    });
    faults.set('index.writeHead', () => {
      if (lost++ === 1) unavailable();
    });
    expect((await push(alice, id)).version).to.equal(2);
    expect(lost).to.be.at.least(3);
  });

  it('is told to the caller of the viewer in the one error shape', async () => {
    faults.set('index.readHead', unavailable);
    const path = `/d/${id}`;
    const refused = await api.stranger.get(path);
    expectError(refused, 'UNAVAILABLE');
    expectSilent(refused);
    faults.set('index.readHead', crash);
    expectError(await api.stranger.get(path), 'INTERNAL_ERROR');
  });
});
