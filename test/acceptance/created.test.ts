import { expect } from 'chai';
import { expectStatus, header, type Answer, type Headers } from '../http/client.js';
import { content, create, push, unique, type Created, type Document, type MadeVersion } from '../http/making.js';
import { makeClient } from './client.js';
import { suite } from './suite.js';

interface Description {
  paths: Record<string, Record<string, { responses: Record<string, { headers?: Record<string, unknown> }> }>>;
}

const tagged = (answer: Answer): { location: string; etag: string } => ({
  location: header(answer, 'Location'),
  etag: header(answer, 'ETag'),
});

suite('created: Location and ETag', ['alice'], ({ alice }) => {
  const pushTo = (id: string, headers: Headers = {}) =>
    alice.post(`/v1/documents/${id}/versions`, { title: 'pushed', blocks: [] }, headers);
  const restore = (id: string, headers: Headers = {}) =>
    alice.post(`/v1/documents/${id}/versions/1/restore`, undefined, headers);

  it('of a create lead to the document, and are its own', async () => {
    const answer = await alice.post<Created>('/v1/documents', content());
    const { id, title } = expectStatus(answer, 201);
    expect(tagged(answer)).to.deep.equal({ location: `/v1/documents/${id}`, etag: '"1"' });
    const found = await alice.get<Document>(header(answer, 'Location'));
    expect(expectStatus(found, 200)).to.include({ id, title });
    expect(header(found, 'ETag')).to.equal(header(answer, 'ETag'));
  });

  for (const [name, write] of [
    ['push', pushTo],
    ['restore', restore],
  ] as const) {
    it(`of a ${name} lead to the version, and are those of the document after it`, async () => {
      const { id } = await create(alice);
      for (const version of [2, 3]) {
        const answer = await write(id);
        expectStatus(answer, 201);
        const location = `/v1/documents/${id}/versions/${version}`;
        expect(tagged(answer)).to.deep.equal({ location, etag: `"${version}"` });
        expect(expectStatus(await alice.get<MadeVersion>(location), 200).version).to.equal(version);
        expect(header(await alice.get(`/v1/documents/${id}`), 'ETag')).to.equal(header(answer, 'ETag'));
      }
    });

    it(`of a repeated ${name} are those of the first one, also after later versions`, async () => {
      const { id } = await create(alice);
      const key = { 'Idempotency-Key': unique() };
      const first = await write(id, key);
      expectStatus(first, 201);
      expect(tagged(await write(id, key))).to.deep.equal(tagged(first));
      await push(alice, id);
      expect(tagged(await write(id, key))).to.deep.equal(tagged(first));
    });
  }

  it('of a repeated create are those of the first one, also after later versions', async () => {
    const [body, key] = [content(), { 'Idempotency-Key': unique() }];
    const make = () => alice.post<Created>('/v1/documents', body, key);
    const first = await make();
    expect(tagged(await make())).to.deep.equal(tagged(first));
    await push(alice, first.body.id);
    expect(tagged(await make())).to.deep.equal(tagged(first));
  });

  it('give the tag that If-Match takes', async () => {
    const { id } = await create(alice);
    const pushed = await pushTo(id);
    expectStatus(await pushTo(id, { 'If-Match': header(pushed, 'ETag') }), 201);
    expectStatus(await pushTo(id, { 'If-Match': header(pushed, 'ETag') }), 412);
  });

  it('are not held against If-None-Match', async () => {
    const { id } = await create(alice);
    for (const match of ['"1"', '"2"', '"3"', '*']) {
      const headers = { 'If-None-Match': match };
      expectStatus(await alice.post('/v1/documents', content(), headers), 201);
      expectStatus(await pushTo(id, headers), 201);
      expectStatus(await restore(id, headers), 201);
    }
  });

  it('of a folder lead to it, with its revision', async () => {
    const answer = await alice.post<{ id: string }>('/v1/folders', { name: unique() });
    const location = `/v1/folders/${answer.body.id}`;
    expect(tagged(answer)).to.deep.equal({ location, etag: '"1"' });
    expectStatus(await alice.get(location), 200);
  });

  it('are not on what was refused', async () => {
    for (const answer of [
      await alice.post('/v1/folders', {}),
      await alice.post('/v1/documents', {}),
      await pushTo('unknown'),
    ]) {
      for (const name of ['location', 'etag']) expect(answer.headers).not.to.have.property(name);
    }
  });

  it('are described', async () => {
    const { paths } = expectStatus(await makeClient().get<Description>('/openapi.json'), 200);
    const described = Object.entries(paths).flatMap(([path, { post }]) => {
      const { headers = {} } = post?.responses['201'] ?? {};
      return 'Location' in headers && 'ETag' in headers ? [path.replaceAll(/\{\w+\}/g, '{}')] : [];
    });
    expect(described).to.have.members([
      '/v1/documents',
      '/v1/documents/{}/versions',
      '/v1/folders',
      '/v1/documents/{}/versions/{}/restore',
    ]);
  });
});
