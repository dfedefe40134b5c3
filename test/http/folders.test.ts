import { expect } from 'chai';
import { expectInvalid, type Client } from './client.js';
import { createFolder, listFolders } from './making.js';
import { describeHttp } from './suite.js';

describeHttp('folders', (api) => {
  let alice: Client;
  before(async () => {
    alice = await api.caller();
  });

  it('have names whose length is counted in code points', async () => {
    const name = '\u{1f600}'.repeat(255);
    expect(await createFolder(alice, { name })).to.deep.include({ name, path: `/${name}` });
    for (const wrong of [`${name}\u{1f600}`, '\u0085']) {
      expect(expectInvalid(await alice.post('/v1/folders', { name: wrong }))).to.deep.equal(['/name']);
    }
  });

  it('have paths of at most 4,096 bytes of UTF-8', async () => {
    let parent: string | undefined;
    // Four levels of 1,021 bytes, slash included: 12 bytes are left.
    for (let depth = 0; depth < 4; depth++) {
      parent = (await createFolder(alice, { name: '\u{1f600}'.repeat(255), parent_id: parent })).id;
    }
    const { path } = await createFolder(alice, { name: 'é'.repeat(5), parent_id: parent });
    expect(Buffer.byteLength(path)).to.equal(4_095);
    expect(Buffer.byteLength((await createFolder(alice, { name: 'x'.repeat(11), parent_id: parent })).path)).to.equal(
      4_096,
    );
    for (const name of ['x'.repeat(12), `x${'é'.repeat(5)}x`, '\u{1f600}'.repeat(255)]) {
      const answer = await alice.post('/v1/folders', { name, parent_id: parent });
      expect(expectInvalid(answer)).to.deep.equal(['/parent_id']);
      expect(answer.text).to.include('4096 bytes');
    }
    expect(await listFolders(alice, `?parent_id=${parent}`)).to.have.length(2);
  });

  it('are named as parents by texts alone', async () => {
    for (const parent of [[], {}]) {
      const answer = await alice.post('/v1/folders', { name: 'x', parent_id: parent });
      expect(expectInvalid(answer)).to.deep.equal(['/parent_id']);
    }
  });
});
