import { expect } from 'chai';
import { create, unique } from '../http/making.js';
import { find, findTitles, times } from './making.js';
import { suite } from './suite.js';

/** A title, what finds it, what does not: all behind one random beginning. */
const cases: [string, string[], string[]][] = [
  ['Straße', ['STRASSE', 'STRAẞE', 'strasse', 'straße', 'Stras', 'STRAß'], ['strase', 'straze']],
  ['Cafe\u0301 noir', ['café n', 'CAFÉ'], ['cafe n']],
  ['\u03b1\u0345\u0301 in another order of marks', ['\u1fb4', '\u03b1\u0301\u0345 IN', 'ΆΙ'], ['αί']],
];

suite('search: case', ['alice'], ({ alice }) => {
  for (const [title, finding, missing] of cases) {
    it(`finds ${title} by ${finding.join(', ')}`, async () => {
      const start = unique();
      await create(alice, { title: `${start} ${title}` });
      for (const q of finding) expect(await find(alice, { q: `${start} ${q}` }), q).to.have.length(1);
      for (const q of missing) expect(await find(alice, { q: `${start} ${q}` }), q).to.have.length(0);
    });
  }

  it('folds without a locale', async () => {
    const start = unique();
    await create(alice, { title: `${start} TITLE` });
    expect(await find(alice, { q: `${start.toUpperCase()} title` })).to.have.length(1);
  });

  it('leaves the title as it was sent', async () => {
    const title = `${unique()} STRAẞE e\u0301 Σ`;
    await create(alice, { title });
    expect(await findTitles(alice, { q: title.toLowerCase() })).to.deep.equal([title]);
  });

  it('trims nothing', async () => {
    const start = unique();
    await create(alice, { title: ` ${start} x` });
    expect(await find(alice, { q: start })).to.have.length(0);
    expect(await find(alice, { q: ` ${start}` })).to.have.length(1);
    expect(await find(alice, { q: ` ${start} ` })).to.have.length(1);
    expect(await find(alice, { q: ` ${start} x ` })).to.have.length(0);
  });
});

const signs = [...'%*_?.\\"~@#&+|^$', '.*', '[a-z]', '(x)', '<1-9>'];

suite('search: no wildcards', ['alice'], ({ alice }) => {
  it('takes every sign literally, in q and in a tag', async () => {
    const start = unique();
    const ends = [...signs, 'an '];
    await times(ends.length, (n) =>
      create(alice, { title: `${start}${ends[n]}end`, metadata: { tags: [`${start}${ends[n]}`] } }),
    );
    for (const sign of signs) {
      const found = ends.filter((end) => end.startsWith(sign)).map((end) => `${start}${end}end`);
      expect(await findTitles(alice, { q: start + sign }), sign).to.have.members(found);
      expect(await findTitles(alice, { tag: start + sign }), sign).to.deep.equal([`${start}${sign}end`]);
    }
  });
});
