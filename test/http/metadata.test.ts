import { expect } from 'chai';
import { expectInvalid, expectStatus, type Client } from './client.js';
import { content, create, push, read, readVersion, search, unique, versionsOf } from './making.js';
import { describeHttp } from './suite.js';

const LIMIT = 256 * 1024;

/** Metadata of exactly so many bytes of JSON. */
function metadataOf(bytes: number): object {
  const empty = JSON.stringify({ é: '' });
  return { é: 'x'.repeat(bytes - Buffer.byteLength(empty)) };
}

describeHttp('metadata', (api) => {
  let alice: Client;
  before(async () => {
    alice = await api.caller();
  });

  const FREE: [string, string][] = [
    ['any types', '{"a":1.5,"b":"x","c":[1,"two",null,{"d":[]}],"e":true,"f":{}}'],
    ['keys of JavaScript', '{"__proto__":{"admin":true},"constructor":1,"toString":null,"hasOwnProperty":[]}'],
    ['keys of query languages', '{"a.b":1,"$where":"1","":2," ":3,"_id":"x","id":"y","owner":"z"}'],
    ['a number where another document has a text', '{"v":1}'],
    ['a text where another document has a number', '{"v":"one"}'],
    ['an object where others have a scalar', '{"v":{"w":1}}'],
    ['what tells itself apart only as text', '{"n":1e300,"m":-0.1,"s":"\\u0000\\u2028\\"\\\\"}'],
    ['null tags', '{"tags":null}'],
    ['empty tags', '{"tags":[]}'],
    ['no key at all', '{}'],
  ];
  for (const [what, text] of FREE) {
    it(`comes back everywhere as it was sent: ${what}`, async () => {
      const title = unique();
      const body = `{"title":"${title}","blocks":[{"type":"quote","content":"x","metadata":${text}}],"metadata":${text}}`;
      const made = expectStatus(await alice.postText<{ id: string }>('/v1/documents', body), 201);
      const document = await read(alice, made.id);
      const version = await readVersion(alice, made.id, 1);
      const { results } = await search(alice, { q: title });
      for (const back of [document.metadata, document.blocks[0]?.metadata, version.metadata, results[0]?.metadata]) {
        expect(JSON.stringify(back)).to.equal(JSON.stringify(JSON.parse(text)));
      }
    });
  }

  it('may be 62 levels deep', async () => {
    const deep = `${'['.repeat(62)}${']'.repeat(62)}`;
    const body = `{"title":"t","blocks":[],"metadata":{"a":${deep}}}`;
    const { id } = expectStatus(await alice.postText<{ id: string }>('/v1/documents', body), 201);
    expect(JSON.stringify((await read(alice, id)).metadata)).to.equal(`{"a":${deep}}`);
  });

  it('may be 256 KiB of JSON in UTF-8 and not a byte more, on create and on push', async () => {
    const { id } = await create(alice, { metadata: metadataOf(LIMIT) });
    await push(alice, id, { metadata: metadataOf(LIMIT) });
    for (const path of ['/v1/documents', versionsOf(id)]) {
      const answer = await alice.post(path, content({ metadata: metadataOf(LIMIT + 1) }));
      expect(expectInvalid(answer)).to.deep.equal(['/metadata']);
    }
  });

  it('has tags that are texts: 1,000 of 1,024 characters at most', async () => {
    const most = Array.from({ length: 1_000 }, (_, i) => String(i));
    await create(alice, { metadata: { tags: most } });
    await create(alice, { metadata: { tags: ['\u{1f600}'.repeat(1_024)] } });
    const wrong: [unknown, string][] = [
      ['a', '/metadata/tags'],
      [{}, '/metadata/tags'],
      [[1], '/metadata/tags/0'],
      [['a', null], '/metadata/tags/1'],
      [[...most, 'x'], '/metadata/tags'],
      [['x'.repeat(1_025)], '/metadata/tags/0'],
    ];
    for (const [tags, path] of wrong) {
      expect(expectInvalid(await alice.post('/v1/documents', content({ metadata: { tags } })))).to.deep.equal([path]);
    }
  });
});
