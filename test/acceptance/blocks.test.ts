import { expect } from 'chai';
import { expectStatus, type Client } from '../http/client.js';
import { content, create, paragraph, push, read, type Created, type Document } from '../http/making.js';
import { expectInvalidAt } from './expecting.js';
import { roundTrip } from './making.js';
import { suite } from './suite.js';

const eightTypes = [
  { type: 'heading', content: 'Title', metadata: { level: 1 } },
  { type: 'paragraph', content: 'Some **bold** text', metadata: null },
  { type: 'code', content: 'let a = 1;\n\tb();\n', metadata: { language: 'ts' } },
  { type: 'list', content: '- one\n- two', metadata: { listType: 'bullet' } },
  { type: 'quote', content: 'To be', metadata: null },
  { type: 'table', content: '| a | b |\n|---|---|\n| 1 | 2 |', metadata: null },
  { type: 'image', content: 'https://example.org/a.png', metadata: { alt: 'A', width: 10 } },
  { type: 'divider', content: '', metadata: null },
];

async function readBlocks(client: Client, blocks: object[]): Promise<Document['blocks']> {
  return (await roundTrip(client, { blocks })).blocks;
}

async function readMetadata(client: Client, type: string, metadata: unknown): Promise<unknown> {
  return (await readBlocks(client, [{ type, content: 'x', metadata }]))[0]?.metadata;
}

suite('blocks', ['alice'], ({ alice }) => {
  it('come back in the order supplied, each with its place, of all eight types', async () => {
    const blocks = await readBlocks(alice, eightTypes);
    expect(blocks.map(({ id: _id, ...rest }) => rest)).to.deep.equal(
      eightTypes.map((block, order) => ({ order, ...block })),
    );
  });

  it('have exactly id, order, type, content and metadata', async () => {
    const blocks = await readBlocks(alice, eightTypes);
    expect(blocks).to.have.length(eightTypes.length);
    for (const block of blocks) {
      expect(block).to.have.all.keys('id', 'order', 'type', 'content', 'metadata');
    }
  });

  it('get identifiers of their own', async () => {
    const ids = (await readBlocks(alice, eightTypes)).map((block) => block.id);
    expect(new Set(ids).size).to.equal(eightTypes.length);
    for (const id of ids) expect(id).to.be.a('string').and.not.equal('');
  });

  it('keep those identifiers from one read to the next', async () => {
    const { id } = await create(alice, { blocks: eightTypes });
    expect((await read(alice, id)).blocks).to.deep.equal((await read(alice, id)).blocks);
  });

  it('do not take id and order from the caller', async () => {
    const sent = [
      { id: 'mine', order: 9, ...paragraph('a') },
      { id: 'mine', order: 'x', ...paragraph('b') },
    ];
    const blocks = await readBlocks(alice, sent);
    expect(blocks.map(({ order, content: words }) => [order, words])).to.deep.equal([
      [0, 'a'],
      [1, 'b'],
    ]);
    expect(blocks.map((block) => block.id)).not.to.include('mine');
  });

  it('keep their content to the byte', async () => {
    const text = ' \t e\u0301 \u00e9 \u{1f600} \u0000 \r\n\n\u2028 <script>&amp; \ufeff ';
    expect((await readBlocks(alice, [paragraph(text)]))[0]?.content).to.equal(text);
  });

  it('may have empty content', async () => {
    expect((await readBlocks(alice, [paragraph('')]))[0]?.content).to.equal('');
  });

  it('of the type divider have empty content whatever was sent', async () => {
    const { id } = await create(alice, { blocks: [{ type: 'divider', content: '-----' }] });
    expect((await read(alice, id)).blocks[0]?.content).to.equal('');
    await push(alice, id, { blocks: [{ type: 'divider', content: '***' }] });
    expect((await read(alice, id)).blocks[0]?.content).to.equal('');
  });

  it('may be 10,000', async () => {
    const blocks = Array.from({ length: 10_000 }, (_, n) => paragraph(`${n}`));
    const answer = await alice.post<Created>('/v1/documents', content({ blocks }));
    const { id, block_count } = expectStatus(answer, 201);
    expect(block_count).to.equal(10_000);
    const found = await read(alice, id);
    expect(found.blocks.every((block, n) => block.order === n && block.content === `${n}`)).to.equal(true);
    expect(found.blocks).to.have.length(10_000);
  });

  it('may not be 10,001', async () => {
    const blocks = Array.from({ length: 10_001 }, () => paragraph(''));
    expectInvalidAt(await alice.post('/v1/documents', content({ blocks })), '/blocks');
  });
});

suite('blocks: metadata', ['alice'], ({ alice }) => {
  const kept: [string, string, unknown][] = [
    ['no metadata as null', 'paragraph', undefined],
    ['null as null', 'paragraph', null],
    ['an empty object', 'paragraph', {}],
    ['any key of any type', 'paragraph', { a: [1, { b: null }], '': false, level: 'x', listType: 3, language: [] }],
    ['a free key beside a known one', 'heading', { level: 1, id: 'x', language: 5 }],
    ['free keys of an image', 'image', { alt: 'x', level: 99 }],
    ['a level of 6', 'heading', { level: 6 }],
    ['the language of code', 'code', { language: '' }],
    ['an ordered list', 'list', { listType: 'ordered' }],
    ['a bullet list', 'list', { listType: 'bullet' }],
    ['a level of null', 'heading', { level: null }],
    ['a language of null', 'code', { language: null }],
    ['a list type of null', 'list', { listType: null }],
  ];
  for (const [what, type, metadata] of kept) {
    it(`keeps ${what}`, async () => {
      expect(await readMetadata(alice, type, metadata)).to.deep.equal(metadata ?? null);
    });
  }

  it('keeps __proto__ as the data it is', async () => {
    const blocks = '[{"type":"quote","content":"","metadata":{"__proto__":{"a":1},"b":2}}]';
    const answer = await alice.postText<Created>('/v1/documents', `{"title":"x","blocks":${blocks}}`);
    const { id } = expectStatus(answer, 201);
    const metadata = (await read(alice, id)).blocks[0]?.metadata ?? {};
    expect(JSON.stringify(metadata)).to.equal('{"__proto__":{"a":1},"b":2}');
  });

  const refused: [string, string, unknown][] = [
    ['heading', 'level', 0],
    ['heading', 'level', 7],
    ['heading', 'level', 1.5],
    ['heading', 'level', '1'],
    ['heading', 'level', true],
    ['heading', 'level', -1],
    ['code', 'language', 5],
    ['code', 'language', ['ts']],
    ['list', 'listType', 'numbered'],
    ['list', 'listType', ''],
    ['list', 'listType', 1],
  ];
  for (const [type, key, value] of refused) {
    it(`refuses ${JSON.stringify(value)} as ${type}.${key}`, async () => {
      const body = content({ blocks: [paragraph(), { type, content: 'x', metadata: { [key]: value } }] });
      expectInvalidAt(await alice.post('/v1/documents', body), `/blocks/1/metadata/${key}`);
    });
  }
});

suite('blocks: faults', ['alice'], ({ alice }) => {
  const refused: [string, unknown, string][] = [
    ['no type', { content: 'x' }, '/type'],
    ['another type', { type: 'video', content: 'x' }, '/type'],
    ['a type in capitals', { type: 'Paragraph', content: 'x' }, '/type'],
    ['a type of null', { type: null, content: 'x' }, '/type'],
    ['no content', { type: 'paragraph' }, '/content'],
    ['a divider without content', { type: 'divider' }, '/content'],
    ['content of null', { type: 'paragraph', content: null }, '/content'],
    ['a number as content', { type: 'paragraph', content: 1 }, '/content'],
    ['a list as metadata', { type: 'paragraph', content: 'x', metadata: [] }, '/metadata'],
    ['a string as metadata', { type: 'paragraph', content: 'x', metadata: 'x' }, '/metadata'],
    ['a string as block', 'paragraph', ''],
    ['null as block', null, ''],
    ['a list as block', [], ''],
  ];
  for (const [what, block, path] of refused) {
    it(`are found: ${what}, on create and on push`, async () => {
      const { id } = await create(alice);
      const body = content({ blocks: [paragraph(), block] });
      for (const to of ['/v1/documents', `/v1/documents/${id}/versions`]) {
        expectInvalidAt(await alice.post(to, body), `/blocks/1${path}`);
      }
    });
  }

  it('are found: a lone surrogate in content or metadata', async () => {
    const blocks = [
      { type: 'quote', content: '\ud800' },
      { type: 'quote', content: '\udfff\ud800' },
      { type: 'quote', content: '', metadata: { a: '\udc00' } },
    ];
    for (const block of blocks) {
      const answer = await alice.post('/v1/documents', content({ blocks: [block] }));
      expectStatus(answer, 400);
    }
  });
});
