import { expect } from 'chai';
import { expectStatus, header, type Client } from '../http/client.js';
import {
  create,
  createFolder,
  paragraph,
  push,
  restore,
  unknownId,
  type MadeVersion,
  type VersionDiff,
} from '../http/making.js';
import { expectError, expectInvalid } from './expecting.js';
import { authorOf, patchDocument } from './making.js';
import { applyDiff } from './apply-diff.js';
import { suite } from './suite.js';

const heading = { type: 'heading', content: 'Why', metadata: { level: 2 } };
const divider = { type: 'divider', content: '' };

function pathOf(id: string, from: number | string, to: number | string): string {
  return `/v1/documents/${id}/versions/${from}/diff/${to}`;
}

async function diffOf(client: Client, id: string, from: number, to: number): Promise<VersionDiff> {
  return expectStatus(await client.get<VersionDiff>(pathOf(id, from, to)), 200);
}

suite('versions: diff', ['alice', 'bob', 'none'], ({ alice, bob, none }) => {
  let id: string;
  let moments: string[];
  before(async () => {
    const first = await create(alice, { title: 'Plan A', blocks: [heading, paragraph('one two'), divider] });
    ({ id } = first);
    const content = { title: 'Plan B', content_type: 'text', metadata: { tags: ['x'] } };
    const second = await push(alice, id, { ...content, blocks: [divider, heading, paragraph('one 2'), divider] });
    const third = await restore(alice, id, 1);
    moments = [first, second, third].map(({ created_at }) => created_at);
  });

  it('answers how visibility and folder differ', async () => {
    const { id: folder_id } = await createFolder(alice);
    const made = await create(alice);
    await patchDocument(alice, made.id, { visibility: 'public', folder_id });
    const { fields } = await diffOf(alice, made.id, 1, 2);
    expect(fields).to.deep.equal({
      visibility: { from: 'private', to: 'public' },
      folder_id: { from: made.folder_id, to: folder_id },
    });
  });

  it('answers what differs, in the order of the second version', async () => {
    const author = await authorOf(alice);
    expect(await diffOf(alice, id, 1, 2)).to.deep.equal({
      document_id: id,
      from: { version: 1, created_at: moments[0], author },
      to: { version: 2, created_at: moments[1], author },
      fields: {
        title: {
          from: 'Plan A',
          to: 'Plan B',
          spans: [
            { op: 'equal', text: 'Plan ' },
            { op: 'delete', text: 'A' },
            { op: 'insert', text: 'B' },
          ],
        },
        content_type: { from: 'markdown', to: 'text' },
        metadata: { from: null, to: { tags: ['x'] } },
      },
      blocks: [
        { change: 'added', to: 0, block: { ...divider, metadata: null } },
        { change: 'kept', from: 0, to: 1, count: 1 },
        {
          change: 'changed',
          from: 1,
          to: 2,
          content: {
            spans: [
              { op: 'equal', text: 'one ' },
              { op: 'delete', text: 'two' },
              { op: 'insert', text: '2' },
            ],
          },
        },
        { change: 'kept', from: 2, to: 3, count: 1 },
      ],
    });
  });

  it('makes each version of the other, in either order', async () => {
    for (const [from, to] of [
      [1, 2],
      [2, 1],
      [2, 3],
    ] as const) {
      const [before, after] = await Promise.all(
        [from, to].map(
          async (version) => (await alice.get<MadeVersion>(`/v1/documents/${id}/versions/${version}`)).body,
        ),
      );
      const { title, content_type, metadata, blocks } = after as MadeVersion;
      expect(applyDiff(await diffOf(alice, id, from, to), before as MadeVersion)).to.deep.equal({
        title,
        content_type,
        metadata,
        blocks: blocks.map(({ type, content, metadata: own }) => ({ type, content, metadata: own })),
      });
    }
  });

  it('is empty between a version and itself, or its restored copy', async () => {
    for (const to of [1, 3]) {
      const { fields, blocks } = await diffOf(alice, id, 1, to);
      expect(fields).to.deep.equal({});
      expect(blocks).to.deep.equal([{ change: 'kept', from: 0, to: 0, count: 3 }]);
    }
  });

  it('has an entity tag of both numbers, and is 304 to a caller who has it', async () => {
    for (const [from, to] of [
      [1, 2],
      [2, 1],
    ] as const) {
      const path = pathOf(id, from, to);
      const tag = `"${from}-${to}"`;
      expect(header(await alice.get(path), 'ETag')).to.equal(tag);
      for (const method of ['GET', 'HEAD']) {
        const headers = { 'If-None-Match': `"x", W/${tag}` };
        const known = await alice.send(method, path, { headers });
        expect([known.status, known.bytes.length, known.headers.etag]).to.deep.equal([304, 0, tag]);
        const other = await alice.send(method, path, { headers: { 'If-None-Match': `"${to}-${from}"` } });
        expect([other.status, other.headers.etag]).to.deep.equal([200, tag]);
        expect(other.bytes.length > 0).to.equal(method === 'GET');
      }
    }
  });

  it('fits the description with every kind of change, on a short answer and on a long one', async () => {
    const same = 'What is the same in both versions, and long enough to be known again.';
    const before = [paragraph('moved'), paragraph('kept'), paragraph(`one ${same}`), { type: 'code', content: same }];
    const after = [paragraph('kept'), paragraph('moved'), paragraph(`two ${same}`), { type: 'quote', content: same }];
    for (const long of ['', 'word '.repeat(20_000)]) {
      const { id: changing } = await create(alice, {
        blocks: [...before, { ...paragraph(`${long}${same}`), metadata: { a: 1 } }, paragraph(`${long}gone`)],
      });
      const words = paragraph(`${long.replaceAll('w', 'v')}${same}, too`);
      await push(alice, changing, { blocks: [...after, words, { type: 'list', content: '- new' }] });
      const { blocks } = await diffOf(alice, changing, 1, 2);
      const kinds = new Set(blocks.flatMap((entry) => [entry.change, ...Object.keys(entry)]));
      expect(kinds).to.include.all.keys('kept', 'moved', 'added', 'removed', 'type', 'metadata', 'content');
      const contents = blocks.flatMap((entry) => ('content' in entry ? Object.keys(entry.content ?? {}) : []));
      expect(contents.includes('to')).to.equal(long !== '');
    }
  });

  it('gives contents with too many words whole', async () => {
    const [before, after] = ['a ', 'b '].map((word) => word.repeat(20_000));
    const long = await create(alice, { blocks: [paragraph(`${before}the same at the end of the two versions`)] });
    await push(alice, long.id, { blocks: [paragraph(`${after}the same at the end of the two versions`)] });
    const [entry] = (await diffOf(alice, long.id, 1, 2)).blocks;
    expect(entry).to.have.property('change', 'changed');
    expect(entry).to.have.property('content').with.all.keys('from', 'to');
  });

  it('is 404 where either version does not exist', async () => {
    for (const number of ['4', '9007199254740993', '9'.repeat(300)]) {
      expectError(await alice.get(pathOf(id, 1, number)), 404, 'VERSION_NOT_FOUND');
      expectError(await alice.get(pathOf(id, number, 1)), 404, 'VERSION_NOT_FOUND');
    }
  });

  it('is 400 where either is no version number, document or not', async () => {
    for (const number of ['0', '01', '-1', '1.0', 'one', '%201', '%D9%A1']) {
      for (const of of [id, unknownId()]) {
        expectInvalid(await alice.get(pathOf(of, 1, number)));
        expectInvalid(await alice.get(pathOf(of, number, 1)));
      }
    }
  });

  it('is 404 for escapes that are no UTF-8', async () => {
    for (const path of [pathOf(id, '%ff', 1), pathOf(id, 1, '%zz')]) {
      expectError(await alice.get(path), 404, 'VERSION_NOT_FOUND');
    }
  });

  it('is 404 for an unknown document and for what cannot be one', async () => {
    for (const of of [unknownId(), 'x']) expectError(await alice.get(pathOf(of, 1, 1)), 404, 'DOCUMENT_NOT_FOUND');
  });

  it('is 403 for a caller who is not the owner, and without the role', async () => {
    expectError(await bob.get(pathOf(id, 1, 2)), 403, 'NOT_OWNER');
    expectError(await none.get(pathOf(id, 1, 2)), 403, 'INSUFFICIENT_ROLE');
  });

  it('takes GET and HEAD only', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expectError(await alice.send(method, pathOf(id, 1, 2)), 405, 'METHOD_NOT_ALLOWED');
    }
  });
});
