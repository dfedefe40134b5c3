import { expect } from 'chai';

import { makeClient, type AcceptanceAnswer, type HeaderFields } from './client.js';
import { expectStatus, header } from './expecting.js';
import { createDocument, documentBody, pushVersion, unique } from './making.js';
import type { CreatedDocument, FullDocument, FullVersion } from './shapes.js';
import { suite } from './suite.js';

interface Description {
  paths: Record<string, Record<string, { responses: Record<string, { headers?: Record<string, unknown> }> }>>;
}

const tagged = (answer: AcceptanceAnswer<unknown>): { location: string; etag: string } => ({
  location: header(answer, 'Location'),
  etag: header(answer, 'ETag'),
});

suite('created: Location and ETag', ['alice'], ({ alice }) => {
  const push = (id: string, headers: HeaderFields = {}) =>
    alice.post(`/v1/documents/${id}/versions`, { title: 'pushed', blocks: [] }, headers);
  const restore = (id: string, headers: HeaderFields = {}) =>
    alice.post(`/v1/documents/${id}/versions/1/restore`, undefined, headers);

  it('of a create lead to the document, and are its own', async () => {
    const answer = await alice.post<CreatedDocument>('/v1/documents', documentBody());
    const { id, title } = expectStatus(answer, 201);
    expect(tagged(answer)).to.deep.equal({ location: `/v1/documents/${id}`, etag: '"1"' });
    const found = await alice.get<FullDocument>(header(answer, 'Location'));
    expect(expectStatus(found, 200)).to.include({ id, title });
    expect(header(found, 'ETag')).to.equal(header(answer, 'ETag'));
  });

  for (const [name, write] of [
    ['push', push],
    ['restore', restore],
  ] as const) {
    it(`of a ${name} lead to the version, and are those of the document after it`, async () => {
      const { id } = await createDocument(alice);
      for (const version of [2, 3]) {
        const answer = await write(id);
        expectStatus(answer, 201);
        const location = `/v1/documents/${id}/versions/${version}`;
        expect(tagged(answer)).to.deep.equal({ location, etag: `"${version}"` });
        expect(expectStatus(await alice.get<FullVersion>(location), 200).version).to.equal(version);
        expect(header(await alice.get(`/v1/documents/${id}`), 'ETag')).to.equal(header(answer, 'ETag'));
      }
    });

    it(`of a repeated ${name} are those of the first one, also after later versions`, async () => {
      const { id } = await createDocument(alice);
      const key = { 'Idempotency-Key': unique() };
      const first = await write(id, key);
      expectStatus(first, 201);
      expect(tagged(await write(id, key))).to.deep.equal(tagged(first));
      await pushVersion(alice, id);
      expect(tagged(await write(id, key))).to.deep.equal(tagged(first));
    });
  }

  it('of a repeated create are those of the first one, also after later versions', async () => {
    const [body, key] = [documentBody(), { 'Idempotency-Key': unique() }];
    const create = () => alice.post<CreatedDocument>('/v1/documents', body, key);
    const first = await create();
    expect(tagged(await create())).to.deep.equal(tagged(first));
    await pushVersion(alice, first.body.id);
    expect(tagged(await create())).to.deep.equal(tagged(first));
  });

  it('give the tag that If-Match takes', async () => {
    const { id } = await createDocument(alice);
    const pushed = await push(id);
    expectStatus(await push(id, { 'If-Match': header(pushed, 'ETag') }), 201);
    expectStatus(await push(id, { 'If-Match': header(pushed, 'ETag') }), 412);
  });

  it('are not held against If-None-Match', async () => {
    const { id } = await createDocument(alice);
    for (const match of ['"1"', '"2"', '"3"', '*']) {
      const headers = { 'If-None-Match': match };
      expectStatus(await alice.post('/v1/documents', documentBody(), headers), 201);
      expectStatus(await push(id, headers), 201);
      expectStatus(await restore(id, headers), 201);
    }
  });

  it('are not on a folder, which has no address, nor on what was refused', async () => {
    for (const answer of [
      await alice.post('/v1/folders', { name: unique() }),
      await alice.post('/v1/documents', {}),
      await push('unknown'),
    ]) {
      for (const name of ['Location', 'ETag']) expect(answer.headers.get(name)).to.equal(null);
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
      '/v1/documents/{}/versions/{}/restore',
    ]);
  });
});
