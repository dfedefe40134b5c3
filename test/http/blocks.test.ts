import { expect } from 'chai';
import { expectInvalid, type Client } from './client.js';
import { content, create, paragraph, push, read, readVersion, versionsOf } from './making.js';
import { describeHttp, describeOwnHttp } from './suite.js';

const EIGHT = [
  { type: 'heading', content: 'Title', metadata: { level: 2 } },
  { type: 'paragraph', content: 'Some **words**.', metadata: null },
  { type: 'code', content: 'let a = 1;\n', metadata: { language: 'js' } },
  { type: 'list', content: '- one\n- two', metadata: { listType: 'bullet' } },
  { type: 'quote', content: 'Said.', metadata: { by: 'someone' } },
  { type: 'table', content: '|a|b|\n|-|-|\n|1|2|', metadata: {} },
  { type: 'image', content: '![x](https://a.example/x.png)', metadata: { width: 5 } },
  { type: 'divider', content: '', metadata: null },
];

describeHttp('blocks', (api) => {
  let alice: Client;
  before(async () => {
    alice = await api.caller();
  });

  it('of all eight types come back in the order sent, numbered from 0', async () => {
    const { id, block_count: count } = await create(alice, { blocks: EIGHT });
    expect(count).to.equal(8);
    const { blocks } = await read(alice, id);
    expect(blocks.map(({ id: _id, ...rest }) => rest)).to.deep.equal(
      EIGHT.map((block, order) => ({ ...block, order })),
    );
    expect(new Set(blocks.map((block) => block.id)).size).to.equal(8);
    expect((await readVersion(alice, id, 1)).blocks).to.deep.equal(blocks);
  });

  it('have identifiers and positions of the service, whatever was sent', async () => {
    const sent = [
      { ...paragraph('a'), id: 'same', order: 7 },
      { ...paragraph('b'), id: 'same', order: 'first' },
    ];
    const { id } = await create(alice, { blocks: sent });
    const { blocks } = await read(alice, id);
    expect(blocks.map(({ order, content: text }) => [order, text])).to.deep.equal([
      [0, 'a'],
      [1, 'b'],
    ]);
    expect(blocks.map((block) => block.id)).not.to.include('same');
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

  const WRONG: [unknown, string][] = [
    [{ type: 'video', content: 'x' }, '/type'],
    [{ type: 'Heading', content: 'x' }, '/type'],
    [{ content: 'x' }, '/type'],
    [{ type: null, content: 'x' }, '/type'],
    [{ type: 'quote' }, '/content'],
    [{ type: 'quote', content: null }, '/content'],
    [{ type: 'quote', content: 5 }, '/content'],
    [{ type: 'divider' }, '/content'],
    [{ ...paragraph(), metadata: [] }, '/metadata'],
    [{ ...paragraph(), metadata: 'x' }, '/metadata'],
    [{ type: 'heading', content: 'x', metadata: { level: 0 } }, '/metadata/level'],
    [{ type: 'heading', content: 'x', metadata: { level: 7 } }, '/metadata/level'],
    [{ type: 'heading', content: 'x', metadata: { level: '1' } }, '/metadata/level'],
    [{ type: 'heading', content: 'x', metadata: { level: 1.5 } }, '/metadata/level'],
    [{ type: 'code', content: 'x', metadata: { language: 5 } }, '/metadata/language'],
    [{ type: 'list', content: 'x', metadata: { listType: 'numbered' } }, '/metadata/listType'],
    ['text', ''],
    [null, ''],
    [[], ''],
  ];
  it('are refused where they are wrong, each fault with its path, on create and on push', async () => {
    const { id } = await create(alice);
    for (const [block, path] of WRONG) {
      for (const at of ['/v1/documents', versionsOf(id)]) {
        const faults = expectInvalid(await alice.post(at, content({ blocks: [paragraph(), block] })));
        expect(new Set(faults), JSON.stringify(block)).to.deep.equal(new Set([`/blocks/1${path}`]));
      }
    }
  });

  it('of other types are free to use the known keys of one', async () => {
    const { id } = await create(alice, {
      blocks: [{ ...paragraph(), metadata: { level: 'x', language: 5, listType: [] } }],
    });
    expect((await read(alice, id)).blocks[0]?.metadata).to.deep.equal({ level: 'x', language: 5, listType: [] });
  });

  it('are needed, as a list', async () => {
    for (const blocks of [undefined, null, {}, 'x']) {
      expect(expectInvalid(await alice.post('/v1/documents', content({ blocks })))).to.deep.equal(['/blocks']);
    }
  });

  it('are counted before they are looked at: 10,000 pass, wrong ones beyond that are one fault', async () => {
    const many = Array.from({ length: 10_000 }, () => paragraph('x'));
    expect((await create(alice, { blocks: many })).block_count).to.equal(10_000);
    const wrong = Array.from({ length: 10_001 }, () => 5);
    expect(expectInvalid(await alice.post('/v1/documents', content({ blocks: wrong })))).to.deep.equal(['/blocks']);
  });

  it('have the first 100 of their faults listed', async () => {
    const wrong = Array.from({ length: 300 }, () => ({ type: 'video', content: 'x' }));
    expect(expectInvalid(await alice.post('/v1/documents', content({ blocks: wrong })))).to.have.length(100);
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
