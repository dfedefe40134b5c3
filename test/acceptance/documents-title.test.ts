import { expect } from 'chai';
import { content, create, push, read, unique } from '../http/making.js';
import { expectInvalidAt } from './expecting.js';
import { find } from './making.js';
import { suite } from './suite.js';

const emoji = '\u{1f600}';

suite('documents: title', ['alice'], ({ alice }) => {
  const kept: [string, string][] = [
    ['one character', 'x'],
    ['500 letters', 'a'.repeat(500)],
    ['500 emoji', emoji.repeat(500)],
    ['250 letters with 250 combining accents', 'e\u0301'.repeat(250)],
    ['a single space', ' '],
    ['spaces around it', '  spaced\t'],
    ['line breaks and a NUL', 'a\u0000b\r\nc'],
    ['decomposed letters', 'Cafe\u0301'],
    ['composed letters', 'Caf\u00e9'],
    ['markup', '<b>&amp;"\'\\'],
  ];
  for (const [what, title] of kept) {
    it(`keeps ${what} as sent`, async () => {
      const created = await create(alice, { title });
      expect(created.title).to.equal(title);
      expect((await read(alice, created.id)).title).to.equal(title);
      expect((await push(alice, created.id, { title })).title).to.equal(title);
    });
  }

  const refused: [string, string][] = [
    ['501 letters', 'a'.repeat(501)],
    ['501 emoji', emoji.repeat(501)],
    ['251 letters with 250 accents as sent, though fewer when composed', `${'e\u0301'.repeat(250)}e`],
    ['nothing', ''],
    ['a lone high surrogate', 'a\ud83d'],
    ['a lone low surrogate', '\ude00b'],
    ['surrogates in the wrong order', '\ude00\ud83d'],
  ];
  for (const [what, title] of refused) {
    it(`refuses ${what} on create and on push`, async () => {
      const { id } = await create(alice);
      expectInvalidAt(await alice.post('/v1/documents', content({ title })), '/title');
      expectInvalidAt(await alice.post(`/v1/documents/${id}/versions`, content({ title })), '/title');
    });
  }

  it('finds a title with a NUL in it', async () => {
    const start = unique();
    const { id } = await create(alice, { title: `${start}\u0000end` });
    expect((await find(alice, { q: `${start}\u0000e` })).map((found) => found.id)).to.deep.equal([id]);
  });
});
