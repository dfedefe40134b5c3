import { expect } from 'chai';
import { expectStatus, type Answer, type Client } from '../http/client.js';
import {
  content,
  create,
  createFolder,
  paragraph,
  push,
  put,
  read,
  restore,
  unique,
  unknownId,
  type NewVersion,
} from '../http/making.js';
import { makeClient } from './client.js';
import { expectError, timestamp } from './expecting.js';
import { find, patchDocument } from './making.js';
import { suite } from './suite.js';

type Operation = [name: string, role: string, run: (client: Client, id: string) => Promise<Answer>];

const operations: Operation[] = [
  ['create document', 'documents:write', (client) => client.post('/v1/documents', content())],
  ['get document', 'documents:read', (client, id) => client.get(`/v1/documents/${id}`)],
  ['view document', 'documents:read', (client, id) => client.get(`/v1/documents/${id}/view`)],
  ['search documents', 'documents:read', (client) => client.get('/v1/documents/search?q=a')],
  ['push version', 'documents:write', (client, id) => client.post(`/v1/documents/${id}/versions`, content())],
  ['list versions', 'documents:read', (client, id) => client.get(`/v1/documents/${id}/versions`)],
  ['get version', 'documents:read', (client, id) => client.get(`/v1/documents/${id}/versions/1`)],
  ['patch document', 'documents:write', (client, id) => client.patch(`/v1/documents/${id}`, { title: 'patched' })],
  ['diff versions', 'documents:read', (client, id) => client.get(`/v1/documents/${id}/versions/1/diff/1`)],
  ['restore version', 'documents:write', (client, id) => client.post(`/v1/documents/${id}/versions/1/restore`)],
  ['create folder', 'folders:write', (client) => client.post('/v1/folders', { name: 'made' })],
  ['list folders', 'folders:read', (client) => client.get('/v1/folders?limit=1')],
  ['delete document', 'documents:write', (client, id) => client.delete(`/v1/documents/${id}`)],
];

/** A key of the right form; its checksum or its owner is made up. */
const madeUp = `dk_0123456789abcdefghijABCDEFGHIJ0123456789abczzzzzz`;

suite('auth: keys', ['alice'], ({ alice }) => {
  for (const [name, , run] of operations) {
    it(`that are missing or invalid are 401: ${name}`, async () => {
      expectError(await run(makeClient(), unknownId()), 401, 'MISSING_API_KEY');
      expectError(await run(makeClient(madeUp), unknownId()), 401, 'INVALID_API_KEY');
    });
  }

  const key = String(alice.headers['X-API-Key']);
  const invalid: [string, string][] = [
    ['a word', 'secret'],
    ['the prefix alone', 'dk_'],
    ['one character changed', flipLast(key)],
    ['one character fewer', key.slice(0, -1)],
    ['one character more', `${key}0`],
    ['the other case', swapCase(key)],
    ['a key after a word', `Bearer ${key}`],
    ['without their prefix', key.slice(3)],
    ['doubled', `${key}, ${key}`],
    ['very many characters', `dk_${'a'.repeat(5_000)}`],
  ];
  for (const [what, value] of invalid) {
    it(`are 401 when they are ${what}`, async () => {
      expectError(await makeClient(value).get('/v1/folders'), 401, 'INVALID_API_KEY');
    });
  }

  it('are 401 when empty', async () => {
    expect((await makeClient('').get('/v1/folders')).status).to.equal(401);
  });

  it('are 401 when sent twice', async () => {
    const { status } = await makeClient().get('/v1/folders', { 'X-API-Key': [key, key] });
    expect(status).to.equal(401);
  });

  it('are never taken from a query', async () => {
    const answer = await makeClient().get(`/v1/folders?api_key=${key}&access_token=${key}`);
    expectError(answer, 401, 'MISSING_API_KEY');
  });

  it('have the form dk_, 43 base62 characters and a checksum of 6', () => {
    expect(key).to.match(/^dk_[0-9A-Za-z]{49}$/);
  });
});

suite('auth: roles', ['alice', 'reader', 'writer', 'none'], ({ alice, reader, writer, none }) => {
  for (const [name, role, run] of operations) {
    it(`let ${name} pass with ${role} alone`, async () => {
      const { id } = await create(alice);
      const [able, unable] = role.endsWith(':read') ? [reader, writer] : [writer, reader];
      for (const caller of [unable, none]) {
        expect(expectError(await run(caller, id), 403, 'INSUFFICIENT_ROLE')).to.deep.equal({ required: role });
      }
      expect((await run(able, id)).status).to.be.oneOf([200, 201, 204]);
    });
  }

  it('to write alone show title and block count of a version, and the path of a parent folder', async () => {
    const name = unique();
    const parent = await createFolder(alice, { name });
    const secret = { title: unique(), metadata: { tags: ['secret'] }, blocks: [paragraph('secret')] };
    const made = await create(alice, { ...secret, folder_id: parent.id });
    const { id, url, title } = made;
    const shown = ({ created_at, ...rest }: NewVersion) => {
      expect(created_at).to.match(timestamp);
      return rest;
    };
    const version = (number: number) => ({ id, url, version: number, version_count: number, title, block_count: 1 });
    expect(shown(await patchDocument(writer, id, {}))).to.deep.equal(version(1));
    expect(shown(await restore(writer, id, 1))).to.deep.equal(version(2));
    const below = await createFolder(writer, { name: 'below', parent_id: parent.id });
    expect(below).to.have.all.keys('id', 'name', 'parent_id', 'path', 'depth', 'created_at', 'updated_at', 'revision');
    expect(below.path).to.equal(`/${name}/below`);
  });

  it('to write alone show folder and visibility of a document to a PUT by its key', async () => {
    const key = unique();
    const { id: folder_id } = await createFolder(alice);
    await put(alice, key, { ...content(), metadata: { a: 'secret' }, folder_id, visibility: 'public' });
    const title = unique();
    const written = await put(writer, key, content({ title, metadata: null }));
    expect(written).to.include({ title, folder_id, visibility: 'public', metadata: null });
  });

  it('belong to keys, documents and folders to owners', async () => {
    const made = await create(writer);
    expect((await read(reader, made.id)).title).to.equal(made.title);
    expect(await find(reader, { q: made.title })).to.have.length(1);
    expect((await push(alice, made.id)).version).to.equal(2);
    const folder = await createFolder(writer);
    expectStatus(await reader.get(`/v1/folders?parent_id=${folder.id}`), 200);
  });
});

function flipLast(key: string): string {
  return key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
}

function swapCase(key: string): string {
  const swap = (letter: string): string =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
  return `dk_${[...key.slice(3)].map(swap).join('')}`;
}
