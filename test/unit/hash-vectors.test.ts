import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { contentHash } from '../../src/domain/content/content-hash.js';
import type { Content } from '../../src/domain/document.js';
import { HASH_VECTORS, HASHED_FORMS } from '../../src/http/schemas/hash-vectors.js';

describe('test vectors of the content hash', () => {
  for (const form of HASHED_FORMS) {
    it(`have the hash of ${form.slice(0, 40)}…`, () => {
      const { content_type: contentType, ...rest } = JSON.parse(form) as Content & {
        content_type: Content['contentType'];
      };
      expect(HASH_VECTORS).to.include(`\`${form}\` has the hash \`${contentHash({ ...rest, contentType })}\`.`);
    });
  }
});

describe('the content hash of a long block', () => {
  it('is that of its whole text, wherever characters of two code units stand', () => {
    for (const begin of ['', 'a', 'ab']) {
      const content = begin + '\u{1f600}'.repeat(600_000);
      const block = { content, metadata: null, type: 'paragraph' as const };
      const form = JSON.stringify({ blocks: [block], content_type: 'markdown', metadata: null, title: 't' });
      const made = { title: 't', contentType: 'markdown' as const, metadata: null, blocks: [block] };
      expect(contentHash(made)).to.equal(createHash('sha256').update(form).digest('hex'));
    }
  });
});
