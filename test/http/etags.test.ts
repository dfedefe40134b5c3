import { expect } from 'chai';
import { expectError, expectStatus, header, type Client } from './client.js';
import { create, createFolder, push, restore, searchFor, unique, versionsOf } from './making.js';
import { describeHttp } from './suite.js';

describeHttp('ETag', (api) => {
  let alice: Client;
  let id: string;
  let title: string;
  let paths: string[];
  before(async () => {
    alice = await api.caller();
    title = unique();
    ({ id } = await create(alice, { title, visibility: 'public' }));
    paths = [
      `/v1/documents/${id}`,
      versionsOf(id),
      `${versionsOf(id)}/1`,
      `${versionsOf(id)}/1/diff/1`,
      searchFor({ q: title }),
      '/v1/folders',
    ];
  });

  it('of a document is its newest version, and so is that of its versions', async () => {
    const made = await create(alice);
    const tag = async (path: string) => header(await alice.get(path), 'ETag');
    for (const version of [1, 2, 3]) {
      expect(await tag(`/v1/documents/${made.id}`)).to.equal(`"${version}"`);
      expect(await tag(versionsOf(made.id))).to.equal(`"${version}"`);
      expect(await tag(`${versionsOf(made.id)}/1`)).to.equal('"1"');
      await (version === 1 ? push(alice, made.id) : restore(alice, made.id, 1));
    }
  });

  it('of a search and of a folder list changes with what they answer, and only then', async () => {
    const bob = await api.caller();
    const word = unique();
    const made = await create(bob, { title: word });
    const tags = async () => [
      header(await bob.get(searchFor({ q: word })), 'ETag'),
      header(await bob.get('/v1/folders'), 'ETag'),
    ];
    const first = await tags();
    expect(await tags()).to.deep.equal(first);
    await push(bob, made.id, { title: word });
    await createFolder(bob);
    const second = await tags();
    expect(second[0]).not.to.equal(first[0]);
    expect(second[1]).not.to.equal(first[1]);
  });

  it('that the caller names is answered 304, with its headers and no body, on GET and on HEAD', async () => {
    for (const path of paths) {
      const tag = header(await alice.get(path), 'ETag');
      for (const names of [tag, `W/${tag}`, `"x", ${tag}`, `"x",W/${tag}`, '*']) {
        for (const method of ['GET', 'HEAD']) {
          const answer = await alice.send(method, path, { headers: { 'If-None-Match': names } });
          expectStatus(answer, 304);
          expect(header(answer, 'ETag')).to.equal(tag);
          expect(answer.headers).not.to.have.any.keys('content-type', 'content-length');
        }
      }
    }
  });

  it('that the caller does not name is answered in full', async () => {
    for (const path of paths) {
      for (const names of ['"none"', 'W/"none"', '"x", "y"', 'x']) {
        expectStatus(await alice.get(path, { 'If-None-Match': names }), 200);
      }
    }
  });

  it('is judged after key, role and ownership', async () => {
    const bob = await api.caller();
    const none = await api.caller({ roles: [] });
    const headers = { 'If-None-Match': '*' };
    for (const path of paths) {
      expectError(await api.stranger.get(path, headers), 'MISSING_API_KEY');
      expectError(await none.get(path, headers), 'INSUFFICIENT_ROLE');
    }
    for (const path of paths.slice(0, 3)) expectError(await bob.get(path, headers), 'NOT_OWNER');
    expectError(await alice.get(`${versionsOf(id)}/2`, headers), 'VERSION_NOT_FOUND');
  });

  it('of a write is that of the document after it, and If-None-Match is no matter to it', async () => {
    const answer = await alice.post(versionsOf(id), { title, blocks: [] }, { 'If-None-Match': '*' });
    expectStatus(answer, 201);
    expect(header(answer, 'ETag')).to.equal(header(await alice.get(`/v1/documents/${id}`), 'ETag'));
  });
});
