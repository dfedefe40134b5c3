import { expect } from 'chai';
import { header, type Answer, type Client, type Headers } from '../http/client.js';
import { content, create, listVersions, push, read, unique, unknownId } from '../http/making.js';
import { expectError, expectInvalid } from './expecting.js';
import { times } from './making.js';
import { suite } from './suite.js';

type Write = (client: Client, id: string, headers: Headers) => Promise<Answer>;

const writes: [string, number, Write][] = [
  ['push', 201, (client, id, headers) => client.post(`/v1/documents/${id}/versions`, content(), headers)],
  ['patch', 200, (client, id, headers) => client.patch(`/v1/documents/${id}`, { title: unique() }, headers)],
  ['restore', 201, (client, id, headers) => client.post(`/v1/documents/${id}/versions/1/restore`, undefined, headers)],
  ['delete', 204, (client, id, headers) => client.delete(`/v1/documents/${id}`, headers)],
];

suite('preconditions: If-Match', ['alice'], ({ alice }) => {
  for (const [name, status, write] of writes) {
    for (const match of [
      '"2"',
      'W/"2"',
      '*',
      ' * ',
      '"1", "2"',
      'W/"7" ,"2"',
      ',,"2",',
      '"9",,"2"',
      ' , "2" , ',
      '"2-gzip"',
      'W/"2-br"',
      '"2--gzip"',
      '"2-zstd"',
    ]) {
      it(`lets ${name} pass with ${match} at version 2`, async () => {
        const { id } = await create(alice);
        await push(alice, id);
        expect((await write(alice, id, { 'If-Match': match })).status).to.equal(status);
      });
    }

    for (const match of [
      '"1"',
      'W/"1"',
      '"3"',
      '"02"',
      '""',
      '"*"',
      '"1", "3"',
      '"99999999999999999999"',
      '"1-gzip"',
      '"2-lzma"',
      '"-gzip"',
    ]) {
      it(`refuses ${name} with ${match} at version 2, says the newest, and writes nothing`, async () => {
        const { id } = await create(alice);
        await push(alice, id);
        const before = await read(alice, id);
        const details = expectError(await write(alice, id, { 'If-Match': match }), 412, 'PRECONDITION_FAILED');
        expect(details['current_version']).to.equal(2);
        expect(await read(alice, id)).to.deep.equal(before);
        expect((await listVersions(alice, id)).current_version).to.equal(2);
      });
    }

    for (const match of ['1', '', '"1', '1"', 'one', 'w/"1"', 'W/1', '**', '"1" "2"', '*, "1"', '"a"b"']) {
      it(`refuses ${name} with the malformed ${match}`, async () => {
        const { id } = await create(alice);
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

  it('may come as two headers', async () => {
    const { id } = await create(alice);
    const headers = { 'If-Match': ['"9"', '"1"'] };
    expect((await alice.delete(`/v1/documents/${id}`, headers)).status).to.equal(204);
  });

  it('is no matter where it is not taken', async () => {
    const nonsense = { 'If-Match': '"nonsense' };
    const { id } = await create(alice, {}, nonsense);
    expect((await alice.get(`/v1/documents/${id}/versions`, nonsense)).status).to.equal(200);
    expect((await alice.post('/v1/folders', { name: 'x' }, nonsense)).status).to.equal(201);
  });

  it('takes the ETag of a document', async () => {
    const { id } = await create(alice);
    const tag = header(await alice.get(`/v1/documents/${id}`), 'ETag');
    await push(alice, id, {}, { 'If-Match': tag });
  });

  it('lets exactly one of ten concurrent pushes pass', async () => {
    const { id } = await create(alice);
    const answers = await times(10, () => alice.post(`/v1/documents/${id}/versions`, content(), { 'If-Match': '"1"' }));
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).to.deep.equal([201, ...Array.from({ length: 9 }, () => 412)]);
    expect((await listVersions(alice, id)).current_version).to.equal(2);
  });
});
