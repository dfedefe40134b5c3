import { expect } from 'chai';
import { randomBase62 } from '../../src/domain/base62.js';
import { UnavailableError } from '../../src/domain/errors.js';
import { newId, newWriteId } from '../../src/domain/ids.js';
import { revisionEntry } from '../../src/domain/folders/revision.js';
import { FolderTreeLog } from '../../src/log/folder-tree-log.js';
import { hashTag } from '../../src/http/answers/entity-tags.js';
import type { DocumentIndex } from '../../src/ports/document-index.js';
import type { ObjectStore } from '../../src/ports/object-store.js';
import { versionSummary } from '../support/factories.js';
import { readExisting, replaceHead } from '../support/index-helpers.js';
import { describeModes } from '../support/modes.js';
import { expectError, expectStatus, header, type Answer, type Client } from './client.js';
import { beginReading } from './cut-answer.js';
import { PortFaults, type WatchedCall } from './faults.js';
import { create, createFolder, unique, versionsOf } from './making.js';
import { startApi, type Api } from './suite.js';
import { WrittenLog } from './written-log.js';

const LENGTH = 2_500;
/** Of a name or title: 2,500 of them are far more than one slice, and no compressor makes them one. */
const long = () => randomBase62(200);

type List = { member: 'folders' | 'versions'; path: string };

/** What a list of versions is read with while it is sent; the fifth is far behind the first bytes. */
const CALL: WatchedCall = 'index.readSummaries';
const LATER = 5;

describeModes('http: long lists', (makeStorage) => {
  const faults = new PortFaults();
  const log = new WrittenLog();
  let api: Api;
  let alice: Client;
  let owner: string;
  let index: DocumentIndex;
  let store: ObjectStore;
  let parentId: string;
  let lists: List[];

  before(async function () {
    this.timeout(60_000);
    api = await startApi(await makeStorage(), {
      logger: log.logger,
      wrap: (parts) => {
        ({ index, store } = parts);
        return faults.wrap(parts);
      },
    });
    owner = unique();
    alice = await api.caller({ owner });
    ({ id: parentId } = await createFolder(alice));
    await addFolders(Array.from({ length: LENGTH }, (_, i) => `é${i % 1_000} "${long()}"`));
    lists = [
      { member: 'folders', path: `/v1/folders?parent_id=${parentId}` },
      { member: 'versions', path: `${versionsOf(await longDocument())}?` },
    ];
  });
  after(() => api.close());
  afterEach(() => faults.clear());

  /** By one entry of the log, as if another process had made them. */
  async function addFolders(names: readonly string[]): Promise<void> {
    const changes = names.map((name) => ({ kind: 'create', id: newId(owner), name, parentId }) as const);
    const entry = { number: 2, writeId: newWriteId(), at: new Date().toISOString(), changes };
    await new FolderTreeLog(store).claim(owner, entry);
    await index.raiseKey(revisionEntry(owner, 2));
  }

  /** A document with so many versions as far as the index knows, which is what lists are made from. */
  async function longDocument(): Promise<string> {
    const { id } = await create(alice, { title: long() });
    const { head } = await readExisting(index, id);
    const numbers = Array.from({ length: LENGTH - 1 }, (_, i) => i + 2);
    const summaries = numbers.map((version) => versionSummary({ version, title: long() + long() }));
    await index.restoreSummaries(id, summaries);
    await replaceHead(index, { ...head, currentVersion: LENGTH });
    return id;
  }

  async function rows({ member, path }: List, query = ''): Promise<unknown[]> {
    const answer: Answer<Record<string, unknown>> = await alice.get(path + query);
    return expectStatus(answer, 200)[member] as unknown[];
  }

  it('are whole, and what their pages are together', async () => {
    for (const list of lists) {
      const whole = await rows(list);
      expect(whole).to.have.length(LENGTH);
      const pages = [
        await rows(list, '&limit=1000'),
        await rows(list, '&limit=1000&offset=1000'),
        await rows(list, '&offset=2000'),
      ];
      expect(pages.flat()).to.deep.equal(whole);
      expect(await rows(list, '&offset=1')).to.deep.equal(whole.slice(1));
    }
  }).timeout(30_000);

  it('have no length and come in chunks, short ones have one', async () => {
    for (const { path } of lists) {
      const long = await alice.get(path);
      expect(long.headers['transfer-encoding']).to.equal('chunked');
      const short = await alice.get(`${path}&limit=100`);
      expect(header(short, 'Content-Length')).to.equal(String(short.bytes.length));
    }
  });

  it('have the same tag each time, which for folders is the hash of the text', async () => {
    for (const { path, member } of lists) {
      const [one, two] = [await alice.get(path), await alice.get(path, { 'Accept-Encoding': 'gzip' })];
      expect(header(two, 'ETag')).to.equal(header(one, 'ETag'));
      expect(two.text === one.text).to.equal(true);
      expect(header(one, 'ETag')).to.equal(member === 'folders' ? hashTag(one.text) : `"${LENGTH}"`);
    }
  });

  it('are 304 where their tag is named, and empty on HEAD, and nothing is read for sending', async () => {
    const [{ path }] = lists as [List];
    const tag = header(await alice.get(path), 'ETag');
    faults.clear();
    for (const method of ['GET', 'HEAD']) {
      const unchanged = await alice.send(method, path, { headers: { 'If-None-Match': tag } });
      expectStatus(unchanged, 304);
      expect(unchanged.headers).not.to.have.any.keys('content-type', 'content-length', 'transfer-encoding');
    }
    const head = await alice.head(path);
    expectStatus(head, 200);
    expect(header(head, 'ETag')).to.equal(tag);
    expect(header(head, 'Content-Type')).to.match(/^application\/json/);
    expectStatus(await alice.head(lists[1]?.path ?? ''), 200);
  });

  for (const coding of ['identity', 'gzip']) {
    it(`end with a destroyed connection and one line in the log when a later part cannot be read (${coding})`, async () => {
      // Other summaries than before: those are kept in memory.
      const requestId = unique();
      const headers = { ...alice.headers, 'Accept-Encoding': coding, 'X-Request-Id': requestId };
      const reading = beginReading(api.url + versionsOf(await longDocument()), headers);
      let reads = 0;
      faults.set(CALL, async () => {
        if (++reads < LATER) return;
        await reading.begun;
        throw new UnavailableError('down');
      });
      const { status, isWhole, text } = await reading.ended;
      expect([status, isWhole]).to.deep.equal([200, false]);
      expect(text).to.match(/^\{"versions":\[\{/);
      expect(() => JSON.parse(text) as unknown).to.throw(SyntaxError);
      const told = { level: 40, status: 503, code: 'UNAVAILABLE', reason: 'down' };
      expect(await log.ofRequest(requestId)).to.deep.include(told);
      expect(log.lines.filter(({ msg }) => msg === 'response failed')).to.deep.equal([]);
    }).timeout(30_000);
  }

  it('are 503 when not even their first part can be read', async () => {
    const path = versionsOf(await longDocument());
    faults.set(CALL, () => {
      throw new UnavailableError('down');
    });
    const answer = await alice.get(path);
    expectError(answer, 'UNAVAILABLE');
    expect(answer.headers).not.to.have.any.keys('etag');
  });

  it('whose client hangs up are no failure', async () => {
    for (const coding of ['identity', 'gzip']) {
      const requestId = unique();
      const headers = { ...alice.headers, 'Accept-Encoding': coding, 'X-Request-Id': requestId };
      const reading = beginReading(api.url + versionsOf(await longDocument()), headers);
      let reads = 0;
      faults.set(CALL, async () => {
        if (++reads < 3) return;
        await reading.begun;
        reading.hangUp();
        await log.ofRequest(requestId);
      });
      expect((await reading.ended).isWhole).to.equal(false);
      expect(await log.ofRequest(requestId))
        .to.deep.include({ level: 30, status: 499 })
        .and.not.have.any.keys('code');
      expect(log.lines.filter(({ msg }) => msg === 'response failed')).to.deep.equal([]);
    }
  });
});
