import { expect } from 'chai';
import { expectStatus } from '../http/client.js';
import {
  create,
  listVersions,
  paragraph,
  push,
  read,
  restore,
  unknownId,
  type MadeVersion,
  type Versions,
} from '../http/making.js';
import { expectError, expectInvalidAt, timestamp } from './expecting.js';
import { authorOf, times } from './making.js';
import { suite } from './suite.js';

const badNumbers = ['0', '01', '-1', '+1', '1.0', '1e0', 'one', '0x1', '%201', '1%20', '%D9%A1', 'null'];
const unknownNumbers = ['2', '10', '4294967297', '9007199254740993', '9'.repeat(300)];

suite('versions: list', ['alice', 'bob'], ({ alice, bob }) => {
  it('has the first version of a new document', async () => {
    const author = await authorOf(alice);
    const { id, title, created_at } = await create(alice, { blocks: [paragraph(), paragraph()] });
    expect(expectStatus(await alice.get(`/v1/documents/${id}/versions`), 200)).to.deep.equal({
      versions: [{ version: 1, title, block_count: 2, created_at, author }],
      current_version: 1,
    });
  });

  it('has every version, oldest first, as push and restore answered them', async () => {
    const first = await create(alice, { title: 'one' });
    const second = await push(alice, first.id, { title: 'two', blocks: [] });
    const third = await restore(alice, first.id, 1);
    const author = await authorOf(alice);
    const { versions, current_version } = await listVersions(alice, first.id);
    expect(current_version).to.equal(3);
    expect(versions).to.deep.equal(
      [{ ...first, version: 1 }, second, third].map(({ version, title, block_count, created_at }) => ({
        version,
        title,
        block_count,
        created_at,
        author,
        ...(version === 3 && { restored_from: 1 }),
      })),
    );
  });

  it('never goes back in time', async () => {
    const { id } = await create(alice);
    await times(10, () => push(alice, id));
    const moments = (await listVersions(alice, id)).versions.map((version) => version.created_at);
    for (const moment of moments) expect(moment).to.match(timestamp);
    expect(moments).to.deep.equal([...moments].sort());
    expect((await read(alice, id)).updated_at).to.equal(moments.at(-1));
  });

  it('moves on in time', async () => {
    const { id, created_at } = await create(alice);
    for (let n = 0; n < 10; n++) await push(alice, id);
    const { versions } = await listVersions(alice, id);
    expect((versions.at(-1)?.created_at ?? '') > created_at).to.equal(true);
  });

  it('is 404 for an unknown document and for what cannot be one', async () => {
    for (const id of [unknownId(), 'x']) {
      expectError(await alice.get(`/v1/documents/${id}/versions`), 404, 'DOCUMENT_NOT_FOUND');
    }
  });

  it('is 403 for a caller who is not the owner', async () => {
    const { id } = await create(alice, { visibility: 'public' });
    expectError(await bob.get(`/v1/documents/${id}/versions`), 403, 'NOT_OWNER');
  });
});

suite('versions: pages of a list', ['alice'], ({ alice }) => {
  let path: string;
  before(async function () {
    this.timeout(60_000);
    const { id } = await create(alice);
    path = `/v1/documents/${id}/versions`;
    await times(60, () => push(alice, id));
  });

  async function numbers(parameters: string): Promise<number[]> {
    const { versions, current_version } = expectStatus(await alice.get<Versions>(`${path}?${parameters}`), 200);
    expect(current_version).to.equal(61);
    return versions.map(({ version }) => version);
  }

  it('are not cut unless asked', async () => {
    expect(await numbers('')).to.deep.equal(Array.from({ length: 61 }, (_, n) => n + 1));
  });

  it('are cut by limit and offset', async () => {
    expect(await numbers('limit=2')).to.deep.equal([1, 2]);
    expect(await numbers('limit=3&offset=10')).to.deep.equal([11, 12, 13]);
    expect(await numbers('offset=59')).to.deep.equal([60, 61]);
    expect(await numbers('limit=1000&offset=60')).to.deep.equal([61]);
    expect(await numbers('limit=1000&offset=2147483647')).to.deep.equal([]);
  });

  for (const bad of [
    'limit=0',
    'limit=1001',
    'limit=-1',
    'limit=1.5',
    'limit=x',
    'limit=',
    'offset=-1',
    'offset=0.5',
    'offset=x',
    'offset=1.0',
    'offset=2147483648',
    'limit=1&limit=1',
    'offset=0&offset=0',
  ]) {
    it(`refuse ${bad}`, async () => {
      expectInvalidAt(await alice.get(`${path}?${bad}`), `/${bad.split('=')[0]}`);
    });
  }
});

suite('versions: get', ['alice', 'bob'], ({ alice, bob }) => {
  it('answers 200 with exactly the fields of the specification', async () => {
    const created = await create(alice, { content_type: 'text', metadata: { a: 1 } });
    const { blocks } = await read(alice, created.id);
    const { title, content_type, metadata, created_at } = created;
    expect(expectStatus(await alice.get(`/v1/documents/${created.id}/versions/1`), 200)).to.deep.equal({
      version: 1,
      title,
      content_type,
      metadata,
      blocks,
      created_at,
      author: await authorOf(alice),
      source: null,
      assets: {},
      root: null,
    });
  });

  it('answers an earlier version as it was, after pushes and restores', async () => {
    const { id } = await create(alice, { metadata: { tags: ['first'] } });
    const before = await alice.get<MadeVersion>(`/v1/documents/${id}/versions/1`);
    await push(alice, id, { content_type: 'html' });
    await restore(alice, id, 2);
    expect((await alice.get(`/v1/documents/${id}/versions/1`)).body).to.deep.equal(before.body);
  });

  it('answers what a push sent', async () => {
    const { id } = await create(alice);
    const { created_at } = await push(alice, id, { title: 'two', blocks: [paragraph('second')] });
    const { body } = await alice.get<MadeVersion>(`/v1/documents/${id}/versions/2`);
    expect(body).to.include({ version: 2, title: 'two', metadata: null, content_type: 'markdown', created_at });
    expect(body.blocks.map(({ order, content }) => [order, content])).to.deep.equal([[0, 'second']]);
  });

  for (const number of unknownNumbers) {
    it(`is 404 for ${number.slice(0, 20)}, which does not exist`, async () => {
      const { id } = await create(alice);
      expectError(await alice.get(`/v1/documents/${id}/versions/${number}`), 404, 'VERSION_NOT_FOUND');
      expectError(await alice.post(`/v1/documents/${id}/versions/${number}/restore`), 404, 'VERSION_NOT_FOUND');
    });
  }

  for (const number of badNumbers) {
    it(`is 400 for ${number}, which is no version number, document or not`, async () => {
      const { id } = await create(alice);
      for (const of of [id, unknownId()]) {
        expectInvalidAt(await alice.get(`/v1/documents/${of}/versions/${number}`), '/version_number');
        expectInvalidAt(await alice.post(`/v1/documents/${of}/versions/${number}/restore`), '/version_number');
      }
    });
  }

  it('is 404 for an unknown document and for what cannot be one', async () => {
    for (const id of [unknownId(), 'x']) {
      expectError(await alice.get(`/v1/documents/${id}/versions/1`), 404, 'DOCUMENT_NOT_FOUND');
    }
  });

  it('is 403 for a caller who is not the owner', async () => {
    const { id } = await create(alice, { visibility: 'public' });
    expectError(await bob.get(`/v1/documents/${id}/versions/1`), 403, 'NOT_OWNER');
  });
});
