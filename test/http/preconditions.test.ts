import { expect } from 'chai';
import { expectError, expectInvalid, expectStatus, type Answer, type Client } from './client.js';
import { content, create, listVersions, push, restoreOf, versionsOf } from './making.js';
import { describeHttp } from './suite.js';

type Write = { status: number; run(client: Client, id: string, match: string | string[]): Promise<Answer> };

const WRITES: Record<string, Write> = {
  push: { status: 201, run: (client, id, match) => client.post(versionsOf(id), content(), { 'If-Match': match }) },
  restore: { status: 201, run: (client, id, match) => client.post(restoreOf(id, 1), undefined, { 'If-Match': match }) },
  delete: { status: 204, run: (client, id, match) => client.delete(`/v1/documents/${id}`, { 'If-Match': match }) },
};

describeHttp('If-Match', (api) => {
  let alice: Client;
  before(async () => {
    alice = await api.caller();
  });

  for (const [name, { status, run }] of Object.entries(WRITES)) {
    it(`lets a ${name} pass when it names the newest version`, async () => {
      for (const match of ['"2"', 'W/"2"', '*', ' * ', '"1", "2"', 'W/"7" ,"2"', '"2",']) {
        const { id } = await create(alice);
        await push(alice, id);
        expectStatus(await run(alice, id, match), status);
      }
      const { id } = await create(alice);
      expectStatus(await run(alice, id, ['"9"', '"1"']), status);
    });

    it(`refuses a ${name} when the newest version is another, and nothing is written`, async () => {
      const { id } = await create(alice);
      await push(alice, id);
      for (const match of ['"1"', '"3"', 'W/"1"', '"02"', '"1", "3"', '""', '"*"']) {
        expect(expectError(await run(alice, id, match), 'PRECONDITION_FAILED')).to.deep.equal({ current_version: 2 });
      }
      expect((await listVersions(alice, id)).current_version).to.equal(2);
    });

    it(`is 400 on a ${name} when it is malformed`, async () => {
      const { id } = await create(alice);
      for (const match of ['1', '', ' ', '"1', '1"', 'w/"1"', '"1" "2"', '*, "1"', 'W/1', '"a"b"']) {
        expect(expectInvalid(await run(alice, id, match)), match).to.deep.equal(['If-Match']);
      }
      expect((await listVersions(alice, id)).current_version).to.equal(1);
    });
  }

  it('is no matter where it is not taken', async () => {
    const { id } = await create(alice, {}, { 'If-Match': '"nonsense' });
    expectStatus(await alice.get(`/v1/documents/${id}`, { 'If-Match': '"9"' }), 200);
    expectStatus(await alice.get(versionsOf(id), { 'If-Match': 'x' }), 200);
    expectStatus(await alice.post('/v1/folders', { name: 'x' }, { 'If-Match': 'x' }), 201);
  });
});
