import { expect } from 'chai';
import { expectStatus } from '../http/client.js';
import { create, createFolder, push, unique } from '../http/making.js';
import { find, times } from './making.js';
import { suite } from './suite.js';

suite('search: reads its writes', ['alice'], ({ alice }) => {
  it('finds a document as soon as its 201 was there, 30 times', async () => {
    const tag = unique();
    for (let n = 1; n <= 30; n++) {
      const { id, title } = await create(alice, { metadata: { tags: [tag] } });
      expect((await find(alice, { q: title })).map((found) => found.id)).to.deep.equal([id]);
      expect((await find(alice, { tag, limit: 50 })).map((found) => found.id))
        .to.have.length(n)
        .and.include(id);
    }
  });

  it('finds the new title and not the old one, 30 times', async () => {
    let title = unique();
    const { id } = await create(alice, { title });
    for (let version = 2; version <= 31; version++) {
      const old = title;
      title = unique();
      await push(alice, id, { title });
      expect((await find(alice, { q: title })).map((found) => found.current_version)).to.deep.equal([version]);
      expect(await find(alice, { q: old })).to.deep.equal([]);
    }
  });

  it('does not find a deleted document, 30 times', async () => {
    const folder_id = (await createFolder(alice)).id;
    for (let n = 0; n < 30; n++) {
      const { id, title } = await create(alice, { folder_id });
      expectStatus(await alice.delete(`/v1/documents/${id}`), 204);
      expect(await find(alice, { q: title, folder_id })).to.deep.equal([]);
    }
  });

  it('finds by the tags of the newest version alone', async () => {
    const [first, second] = [unique(), unique()];
    const { id } = await create(alice, { metadata: { tags: [first, 'both'] } });
    await push(alice, id, { metadata: { tags: [second, 'both'] } });
    expect(await find(alice, { tag: first })).to.deep.equal([]);
    expect(await find(alice, { tag: second })).to.have.length(1);
    await push(alice, id);
    expect(await find(alice, { tag: second })).to.deep.equal([]);
  });

  it('does so for ten writers at once', async () => {
    await times(50, async () => {
      const { id, title } = await create(alice);
      expect((await find(alice, { q: title })).map((found) => found.id)).to.deep.equal([id]);
    });
  });

  it('does so while others search', async () => {
    let busy = true;
    const others = times(4, async () => {
      while (busy) await find(alice, { q: 'q', limit: 50 });
    });
    try {
      for (let n = 0; n < 20; n++) {
        const { title } = await create(alice);
        expect(await find(alice, { q: title })).to.have.length(1);
      }
    } finally {
      busy = false;
      await others;
    }
  });
});
