import { expect } from 'chai';

import type { AcceptanceAnswer, AcceptanceClient, HeaderFields } from './client.js';
import { expectError, expectInvalid } from './expecting.js';
import {
  createDocument,
  documentBody,
  getDocument,
  listVersions,
  pushVersion,
  times,
  unique,
  unknownId,
} from './making.js';
import { suite } from './suite.js';

type Write = (client: AcceptanceClient, id: string, headers: HeaderFields) => Promise<AcceptanceAnswer<unknown>>;

const writes: [string, number, Write][] = [
  ['push', 201, (client, id, headers) => client.post(`/v1/documents/${id}/versions`, documentBody(), headers)],
  ['patch', 200, (client, id, headers) => client.patch(`/v1/documents/${id}`, { title: unique() }, headers)],
  ['restore', 201, (client, id, headers) => client.post(`/v1/documents/${id}/versions/1/restore`, undefined, headers)],
  ['delete', 204, (client, id, headers) => client.delete(`/v1/documents/${id}`, headers)],
];

suite('preconditions: If-Match', ['alice'], ({ alice }) => {
  for (const [name, status, write] of writes) {
    for (const match of ['"2"', 'W/"2"', '*']) {
      it(`lets ${name} pass with ${match} at version 2`, async () => {
        const { id } = await createDocument(alice);
        await pushVersion(alice, id);
        expect((await write(alice, id, { 'If-Match': match })).status).to.equal(status);
      });
    }

    for (const match of ['"1"', 'W/"1"', '"3"', '"99999999999999999999"']) {
      it(`refuses ${name} with ${match} at version 2, says the newest, and writes nothing`, async () => {
        const { id } = await createDocument(alice);
        await pushVersion(alice, id);
        const before = await getDocument(alice, id);
        const details = expectError(await write(alice, id, { 'If-Match': match }), 412, 'PRECONDITION_FAILED');
        expect(details['current_version']).to.equal(2);
        expect(await getDocument(alice, id)).to.deep.equal(before);
        expect((await listVersions(alice, id)).current_version).to.equal(2);
      });
    }

    for (const match of ['1', '"1', '1"', 'one', 'w/"1"', '**']) {
      it(`refuses ${name} with the malformed ${match}`, async () => {
        const { id } = await createDocument(alice);
        expectInvalid(await write(alice, id, { 'If-Match': match }));
        expect((await listVersions(alice, id)).current_version).to.equal(1);
      });
    }

    it(`leaves ${name} 404 for an unknown document, with * too`, async () => {
      for (const match of ['"1"', '*']) {
        expectError(await write(alice, unknownId(), { 'If-Match': match }), 404, 'DOCUMENT_NOT_FOUND');
      }
    });
  }

  it('takes the ETag of a document', async () => {
    const { id } = await createDocument(alice);
    const { headers } = await alice.get(`/v1/documents/${id}`);
    await pushVersion(alice, id, {}, { 'If-Match': headers.get('ETag') ?? '' });
  });

  it('lets exactly one of ten concurrent pushes pass', async () => {
    const { id } = await createDocument(alice);
    const answers = await times(10, () =>
      alice.post(`/v1/documents/${id}/versions`, documentBody(), { 'If-Match': '"1"' }),
    );
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).to.deep.equal([201, ...Array.from({ length: 9 }, () => 412)]);
    expect((await listVersions(alice, id)).current_version).to.equal(2);
  });
});
