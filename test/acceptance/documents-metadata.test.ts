import { expect } from 'chai';
import { expectStatus } from '../http/client.js';
import { content, create, paragraph, push, read, readVersion, unique, type Created } from '../http/making.js';
import { expectInvalid, expectInvalidAt } from './expecting.js';
import { find, roundTrip } from './making.js';
import { suite } from './suite.js';

const kibibytes256 = 262_144;

/** Metadata that is `bytes` long as compact JSON in UTF-8. */
function metadataOf(bytes: number): object {
  const frame = Buffer.byteLength(JSON.stringify({ é: '' }));
  return { é: 'x'.repeat(bytes - frame) };
}

suite('documents: metadata', ['alice'], ({ alice }) => {
  it('comes back everywhere as it was sent', async () => {
    const metadata = {
      source: 'wiki',
      number: -1.5e-7,
      yes: true,
      nothing: null,
      list: [1, 'a', null, [], {}],
      '': 'empty key',
      'a.b': { 'c/d': '~' },
      $ref: '#',
      é: 'e\u0301',
      text: 'line\r\n\u0000\u2028',
      big: 2 ** 53 - 1,
      huge: 1e300,
      id: 'y',
      _id: 'x',
      $where: '1',
      ' ': 3,
    };
    const title = unique();
    const created = await create(alice, { title, metadata, blocks: [{ ...paragraph(), metadata }] });
    const shown = await read(alice, created.id);
    const version = await readVersion(alice, created.id, 1);
    const [found] = await find(alice, { q: title });
    for (const each of [created, shown, shown.blocks[0], version, found]) {
      expect(JSON.stringify(each?.metadata)).to.equal(JSON.stringify(metadata));
    }
  });

  it('stays an empty object where one was sent', async () => {
    expect((await roundTrip(alice, { metadata: {} })).metadata).to.deep.equal({});
  });

  it('keeps __proto__, constructor and prototype as the data they are', async () => {
    const title = unique();
    const metadata = '{"__proto__":{"tags":["x"]},"constructor":{"prototype":{"a":1}},"toString":"me"}';
    const body = `{"title":"${title}","blocks":[],"metadata":${metadata}}`;
    const created = expectStatus(await alice.postText<Created>('/v1/documents', body), 201);
    const [found] = await find(alice, { q: title });
    const shown = await read(alice, created.id);
    for (const answered of [created.metadata, shown.metadata, found?.metadata]) {
      expect(Object.keys(answered ?? {})).to.have.members(['__proto__', 'constructor', 'toString']);
      expect(JSON.parse(JSON.stringify(answered))).to.deep.equal(JSON.parse(metadata));
    }
  });

  it('may hold different types under one key in different documents', async () => {
    const key = unique();
    for (const value of ['2024-01-01', 1, { deep: 1 }, [true], 'words', null, 1.5]) {
      expect((await roundTrip(alice, { metadata: { [key]: value } })).metadata).to.deep.equal({ [key]: value });
    }
  });

  it('may have a thousand keys', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`key${n}`, n]));
    expect((await roundTrip(alice, { metadata })).metadata).to.deep.equal(metadata);
  });

  it('may be 256 KiB of JSON', async () => {
    const metadata = metadataOf(kibibytes256);
    const { id } = await create(alice, { metadata });
    expect((await read(alice, id)).metadata).to.deep.equal(metadata);
    await push(alice, id, { metadata });
  });

  it('may not be a byte more', async () => {
    const { id } = await create(alice);
    for (const path of ['/v1/documents', `/v1/documents/${id}/versions`]) {
      const answer = await alice.post(path, content({ metadata: metadataOf(kibibytes256 + 1) }));
      expectInvalidAt(answer, '/metadata');
    }
  });

  for (const [where, metadata] of [
    ['value', { a: ['\ud800'] }],
    ['key', { 'a\udc00': 1 }],
  ] as const) {
    it(`refuses a lone surrogate in a ${where}`, async () => {
      expectInvalid(await alice.post('/v1/documents', content({ metadata })));
    });
  }

  it('refuses a lone surrogate in an unknown field too', async () => {
    expectInvalid(await alice.post('/v1/documents', content({ unknown: '\ud800' })));
  });
});

suite('documents: tags', ['alice'], ({ alice }) => {
  const taken: [string, unknown][] = [
    ['no tag', []],
    ['an empty tag', ['']],
    ['a thousand tags', Array.from({ length: 1_000 }, (_, n) => `tag ${n}`)],
    ['a tag of 1,024 characters', ['t'.repeat(1_024)]],
    ['a tag of 1,024 code points beyond the first plane', ['\u{1f600}'.repeat(1_024)]],
    ['the same tag twice', ['twice', 'twice']],
    ['null for the tags', null],
  ];
  for (const [what, tags] of taken) {
    it(`may be ${what}`, async () => {
      expect((await roundTrip(alice, { metadata: { tags } })).metadata).to.deep.equal({ tags });
    });
  }

  const refused: [string, unknown, at?: string][] = [
    ['a string', 'tag'],
    ['an object', { 0: 'tag' }],
    ['a number', 1],
    ['a list with a number', ['tag', 1], '/1'],
    ['a list with null', ['tag', null], '/1'],
    ['a list with a list', [['tag']], '/0'],
    ['1,001 tags', Array.from({ length: 1_001 }, (_, n) => `tag ${n}`)],
    ['a lone surrogate', ['a\ud800'], '/0'],
    ['a tag of 1,025 characters', ['t'.repeat(1_025)], '/0'],
  ];
  for (const [what, tags, at = ''] of refused) {
    it(`may not be ${what}`, async () => {
      expectInvalidAt(await alice.post('/v1/documents', content({ metadata: { tags } })), `/metadata/tags${at}`);
    });
  }
});
