import { expect } from 'chai';
import { hashTag, matchesNone } from '../../src/http/answers/entity-tags.js';

describe('If-None-Match', () => {
  const HASH = hashTag('a page');
  for (const tag of ['"3"', '"3.2"', '"1-2"', HASH]) {
    const end = (more: string) => `${tag.slice(0, -1)}${more}"`;

    for (const more of ['', '-gzip', '-br', '-zstd', '--gzip']) {
      it(`names ${tag} as ${end(more)}`, () => {
        expect(matchesNone(end(more), tag)).to.equal(true);
        expect(matchesNone(`"x", W/${end(more)}`, tag)).to.equal(true);
      });
    }

    for (const more of ['gzip', '-', '-lzma', '-gzip-br', '-gzipped', '0-gzip', '.1-gzip', '-3-gzip']) {
      it(`does not name ${tag} as ${end(more)}`, () => {
        expect(matchesNone(end(more), tag)).to.equal(false);
      });
    }
  }

  it('names a hash that ends as a compressed tag does', () => {
    const own = `"${'a'.repeat(22)}-gzip"`;
    expect(matchesNone(own, own)).to.equal(true);
    expect(matchesNone(`"${'a'.repeat(22)}"`, own)).to.equal(false);
  });
});
