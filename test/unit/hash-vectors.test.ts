import { expect } from 'chai';
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
