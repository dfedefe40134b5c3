import { expect } from 'chai';

import { createDocument, find, findTitles, unique } from './making.js';
import { suite } from './suite.js';

/** A title, what finds it, what does not: all behind one random beginning. */
const cases: [string, string[], string[]][] = [
  ['Straße', ['STRASSE', 'STRAẞE', 'strasse', 'straße', 'Stras', 'STRAß'], ['strase', 'straze']],
  ['STRASSE', ['straße', 'STRAẞE'], ['straß e']],
  ['ΟΔΌΣ', ['οδός', 'οδόσ', 'ΟΔΌς'], ['οδος']],
  ['Café', ['CAFÉ', 'cafe\u0301', 'CAFE\u0301'], ['cafe', 'cafè']],
  ['Cafe\u0301 noir', ['café n', 'CAFÉ'], ['cafe n']],
  ['ﬁnal', ['final', 'FINAL', 'FI', 'ﬁ'], []],
  ['final', ['ﬁnal'], []],
  ['Ωmega', ['ωMEGA', '\u2126mega'], []],
  ['\u212Aelvin', ['kelvin', 'KELVIN'], []],
  ['ǅungla', ['ǆUNGLA', 'ǄUNGLA'], ['dž']],
  ['ЁЛКА', ['ёлка', 'Е\u0308лка'], ['елка']],
  ['\u03b1\u0345\u0301 in another order of marks', ['\u1fb4', '\u03b1\u0301\u0345 IN', 'ΆΙ'], ['αί']],
  ['\u{10400}deseret', ['\u{10428}DESERET'], []],
  ['日本語 タイトル', ['日本', '日本語 タ'], ['日本語タ', '日本語 ﾀ']],
];

suite('search: case', ['alice'], ({ alice }) => {
  for (const [title, finding, missing] of cases) {
    it(`finds ${title} by ${finding.join(', ')}`, async () => {
      const start = unique();
      await createDocument(alice, { title: `${start} ${title}` });
      for (const q of finding) expect(await find(alice, { q: `${start} ${q}` }), q).to.have.length(1);
      for (const q of missing) expect(await find(alice, { q: `${start} ${q}` }), q).to.have.length(0);
    });
  }

  it('folds without a locale', async () => {
    const start = unique();
    await createDocument(alice, { title: `${start} TITLE` });
    expect(await find(alice, { q: `${start.toUpperCase()} title` })).to.have.length(1);
  });

  it('leaves the title as it was sent', async () => {
    const title = `${unique()} STRAẞE e\u0301 Σ`;
    await createDocument(alice, { title });
    expect(await findTitles(alice, { q: title.toLowerCase() })).to.deep.equal([title]);
  });

  it('trims nothing', async () => {
    const start = unique();
    await createDocument(alice, { title: ` ${start} x` });
    expect(await find(alice, { q: start })).to.have.length(0);
    expect(await find(alice, { q: ` ${start}` })).to.have.length(1);
    expect(await find(alice, { q: ` ${start} ` })).to.have.length(1);
    expect(await find(alice, { q: ` ${start} x ` })).to.have.length(0);
  });
});

suite('search: no wildcards', ['alice'], ({ alice }) => {
  for (const sign of [
    '%',
    '*',
    '_',
    '?',
    '.',
    '.*',
    '\\',
    '"',
    '~',
    '@',
    '#',
    '&',
    '+',
    '[a-z]',
    '(x)',
    '<1-9>',
    '|',
    '^',
    '$',
  ]) {
    it(`takes ${sign} literally in q`, async () => {
      const start = unique();
      const titles = [`${start}${sign}end`, `${start}an end`];
      for (const title of titles) await createDocument(alice, { title });
      expect(await findTitles(alice, { q: start + sign })).to.deep.equal([titles[0]]);
      expect(await findTitles(alice, { q: `${start}${sign}e` })).to.deep.equal([titles[0]]);
    });

    it(`takes ${sign} literally in a tag`, async () => {
      const start = unique();
      for (const tag of [`${start}${sign}`, `${start}a`, start]) {
        await createDocument(alice, { title: tag, metadata: { tags: [tag] } });
      }
      expect(await findTitles(alice, { tag: start + sign })).to.deep.equal([start + sign]);
    });
  }
});

suite('search: tags to the byte', ['alice'], ({ alice }) => {
  it('tells case, composition, spaces and length apart', async () => {
    const start = unique();
    const tags = ['é', 'e\u0301', 'É', 'é ', ' é', 'éé', 'ß', 'ss', 'ẞ', 'k', '\u212a', 'a\u0000', 'a'];
    for (const end of tags) await createDocument(alice, { title: end, metadata: { tags: [`${start}${end}`] } });
    for (const end of tags) expect(await findTitles(alice, { tag: `${start}${end}` }), end).to.deep.equal([end]);
  });

  it('does not find by a part of a tag', async () => {
    const tag = unique();
    await createDocument(alice, { metadata: { tags: [`${tag} and more`] } });
    for (const part of [tag, `${tag} and`, 'and more', 'more']) {
      expect(await find(alice, { q: tag, tag: part })).to.have.length(0);
      if (part.startsWith(tag)) expect(await find(alice, { tag: part })).to.have.length(0);
    }
  });

  it('finds by a tag of 1,024 characters and by the last of a thousand tags', async () => {
    const long = unique() + 't'.repeat(1_007);
    expect(long).to.have.length(1_024);
    const many = Array.from({ length: 1_000 }, (_, n) => `${long.slice(0, 30)}${n}`);
    await createDocument(alice, { title: 'long', metadata: { tags: [long] } });
    await createDocument(alice, { title: 'many', metadata: { tags: many } });
    expect(await findTitles(alice, { tag: long })).to.deep.equal(['long']);
    expect(await find(alice, { tag: long.slice(0, 1_023) })).to.have.length(0);
    expect(await findTitles(alice, { tag: `${long.slice(0, 30)}999` })).to.deep.equal(['many']);
  });
});
