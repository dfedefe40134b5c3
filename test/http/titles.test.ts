import { expect } from 'chai';
import { expectInvalid, type Client } from './client.js';
import { content, create, push, read, versionsOf } from './making.js';
import { describeHttp } from './suite.js';

describeHttp('titles', (api) => {
  let alice: Client;
  before(async () => {
    alice = await api.caller();
  });

  it('are 1 to 500 code points as sent', async () => {
    for (const title of ['x', '\u{1f600}'.repeat(500), ' ', 'e\u0301'.repeat(250), '\u0000\n', '0']) {
      const { id } = await create(alice, { title });
      expect((await read(alice, id)).title).to.equal(title);
      expect((await push(alice, id, { title })).title).to.equal(title);
    }
  });

  it('are refused empty, too long, or as anything but a text, on create and on push', async () => {
    const { id } = await create(alice);
    for (const path of ['/v1/documents', versionsOf(id)]) {
      for (const title of ['', '\u{1f600}'.repeat(501), 'x'.repeat(501), 5, null, ['x'], undefined]) {
        expect(expectInvalid(await alice.post(path, content({ title })))).to.deep.equal(['/title']);
      }
    }
  });
});
