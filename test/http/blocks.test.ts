import { expect } from 'chai';
import { expectInvalid, type Client } from './client.js';
import { content, create, paragraph, push, read, readVersion } from './making.js';
import { describeHttp, describeOwnHttp } from './suite.js';

describeHttp('blocks', (api) => {
  let alice: Client;
  before(async () => {
    alice = await api.caller();
  });

  it('that divide have no content, whatever was sent', async () => {
    const { id } = await create(alice, { blocks: [{ type: 'divider', content: '---' }] });
    await push(alice, id, { blocks: [{ type: 'divider', content: '***' }] });
    expect((await read(alice, id)).blocks[0]?.content).to.equal('');
    expect((await readVersion(alice, id, 1)).blocks[0]?.content).to.equal('');
  });

  it('take null for metadata and for its known keys', async () => {
    const blocks = [
      { ...paragraph(), metadata: null },
      { type: 'heading', content: 'x', metadata: { level: null } },
      { type: 'code', content: 'x', metadata: { language: null } },
      { type: 'list', content: 'x', metadata: { listType: null } },
    ];
    const { id } = await create(alice, { blocks });
    const { blocks: found } = await read(alice, id);
    expect(found.map(({ metadata }) => metadata)).to.deep.equal(blocks.map(({ metadata }) => metadata));
  });
});

const SMALL = { MAX_BLOCKS: '2', MAX_METADATA_BYTES: '1024', MAX_FOLDER_DEPTH: '1' };

describeOwnHttp('sizes that an operator has set', { settings: SMALL }, (api) => {
  it('bound blocks, metadata and depth of folders', async () => {
    const alice = await api.caller();
    const three = Array.from({ length: 3 }, () => paragraph());
    const metadata = { a: 'x'.repeat(1_024) };
    expect(expectInvalid(await alice.post('/v1/documents', content({ blocks: three })))).to.deep.equal(['/blocks']);
    expect(expectInvalid(await alice.post('/v1/documents', content({ metadata })))).to.deep.equal(['/metadata']);
    await create(alice, { blocks: three.slice(1) });
    let parent: string | undefined;
    for (const name of ['a', 'b']) {
      const answer = await alice.post<{ id: string }>('/v1/folders', { name, parent_id: parent });
      parent = answer.body.id;
    }
    expect(expectInvalid(await alice.post('/v1/folders', { name: 'c', parent_id: parent }))).to.deep.equal([
      '/parent_id',
    ]);
  });
});
