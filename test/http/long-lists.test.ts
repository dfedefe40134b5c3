import { expect } from 'chai';
import { randomBase62 } from '../../src/domain/base62.js';
import { UnavailableError } from '../../src/domain/errors.js';
import type { Folder } from '../../src/domain/folder.js';
import { hashTag } from '../../src/http/answers/entity-tags.js';
import type { DocumentIndex } from '../../src/ports/document-index.js';
import { altering } from '../support/intercept-calls.js';
import { folder, versionSummary } from '../support/factories.js';
import { addFolders, readExisting, replaceHead } from '../support/index-helpers.js';
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

/** `call`: what an answer is read with while it is sent; `later`: such a call far behind the first bytes. */
type List = { member: 'folders' | 'versions'; path: string; call: WatchedCall; later: number };

describeModes('http: long lists', (makeStorage) => {
  const faults = new PortFaults();
  const log = new WrittenLog();
  let api: Api;
  let alice: Client;
  let owner: string;
  let index: DocumentIndex;
  /** Which of a group of folders is not found. */
  let forgotten: number | undefined;
  let parentId: string;
  let lists: List[];

  before(async function () {
    this.timeout(60_000);
    api = await startApi(await makeStorage(), {
      logger: log.logger,
      wrap: (parts) => {
        index = parts.index;
        const forgetful = altering(index, 'readFolders', async (real) =>
          ((await real()) as (Folder | undefined)[]).map((found, i) => (i === forgotten ? undefined : found)),
        );
        return faults.wrap({ ...parts, index: forgetful });
      },
    });
    owner = unique();
    alice = await api.caller({ owner });
    ({ id: parentId } = await createFolder(alice));
    await addFolders(
      index,
      Array.from({ length: LENGTH }, (_, i) => child(`é${i % 1_000} "${long()}"`)),
    );
    await index.refresh();
    lists = [
      { member: 'folders', path: `/v1/folders?parent_id=${parentId}`, call: 'index.readFolders', later: 9 },
      { member: 'versions', path: `${versionsOf(await longDocument())}?`, call: 'index.readSummaries', later: 5 },
    ];
  });
  after(() => api.close());
  afterEach(() => {
    faults.clear();
    forgotten = undefined;
  });

  const child = (name: string) => folder({ owner, parentId, name, path: `/p/${name}`, depth: 1 });

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
    expect(faults.count('index.readFolders')).to.equal(0);
    expectStatus(await alice.head(lists[1]?.path ?? ''), 200);
  });

  it('lack a folder that is made while they are sent, so that the tag is that of the bytes', async () => {
    const [{ path }] = lists as [List];
    const late = child('a');
    let made: Promise<unknown> | undefined;
    faults.set('index.readFolders', async () => {
      made ??= addFolders(index, [late]).then(() => index.refresh());
      await made;
    });
    const before = await alice.get<{ folders: { id: string }[] }>(path);
    expect(made).not.to.equal(undefined);
    expect(before.body.folders).to.have.length(LENGTH);
    expect(header(before, 'ETag')).to.equal(hashTag(before.text));
    const after = await alice.get<{ folders: { id: string }[] }>(path);
    expect(after.body.folders).to.have.length(LENGTH + 1);
    expect(after.body.folders[0]?.id).to.equal(late.id);
    expect(header(after, 'ETag')).to.equal(hashTag(after.text)).and.not.equal(header(before, 'ETag'));
  });

  for (const coding of ['identity', 'gzip']) {
    it(`end with a destroyed connection and one line in the log when a later part cannot be read (${coding})`, async () => {
      // Other summaries than before: those are kept in memory.
      const versions = { ...lists[1], path: versionsOf(await longDocument()) } as List;
      for (const { path, call, later } of [lists[0] as List, versions]) {
        const requestId = unique();
        const headers = { ...alice.headers, 'Accept-Encoding': coding, 'X-Request-Id': requestId };
        const reading = beginReading(api.url + path, headers);
        let reads = 0;
        faults.set(call, async () => {
          if (++reads < later) return;
          await reading.begun;
          throw new UnavailableError('down');
        });
        const { status, isWhole, text } = await reading.ended;
        expect([status, isWhole]).to.deep.equal([200, false]);
        expect(text).to.match(/^\{"(folders|versions)":\[\{/);
        expect(() => JSON.parse(text) as unknown).to.throw(SyntaxError);
        expect(await log.ofRequest(requestId)).to.deep.include({
          level: 40,
          status: 503,
          code: 'UNAVAILABLE',
          reason: 'down',
        });
        faults.clear();
      }
      expect(log.lines.filter(({ msg }) => msg === 'response failed')).to.deep.equal([]);
    }).timeout(30_000);
  }

  it('of folders are cut off where one of the folders is missing by then', async () => {
    const reading = beginReading(api.url + (lists[0]?.path ?? ''), alice.headers);
    let reads = 0;
    faults.set('index.readFolders', async () => {
      if (++reads < 5) return;
      await reading.begun;
      forgotten = 7;
    });
    const { status, isWhole } = await reading.ended;
    expect([status, isWhole]).to.deep.equal([200, false]);
  });

  it('are 503 when not even their first part can be read', async () => {
    const versions = { ...lists[1], path: versionsOf(await longDocument()) } as List;
    for (const { path, call } of [lists[0] as List, versions]) {
      faults.set(call, () => {
        throw new UnavailableError('down');
      });
      const answer = await alice.get(path);
      expectError(answer, 'UNAVAILABLE');
      expect(answer.headers).not.to.have.any.keys('etag');
    }
    faults.clear();
    forgotten = 0;
    expectError(await alice.get(lists[0]?.path ?? ''), 'UNAVAILABLE');
  });

  it('whose client hangs up are no failure', async () => {
    for (const coding of ['identity', 'gzip']) {
      const requestId = unique();
      const headers = { ...alice.headers, 'Accept-Encoding': coding, 'X-Request-Id': requestId };
      const reading = beginReading(api.url + (lists[0]?.path ?? ''), headers);
      let reads = 0;
      faults.set('index.readFolders', async () => {
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
