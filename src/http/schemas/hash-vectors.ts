import { createHash } from 'node:crypto';

/** Forms as RFC 8785 writes them: names in the order of their UTF-16 code units, numbers as ECMAScript writes them. */
export const HASHED_FORMS = [
  '{"blocks":[],"content_type":"markdown","metadata":null,"title":"A"}',
  '{"blocks":[{"content":"","metadata":null,"type":"divider"}],"content_type":"html","metadata":{},"title":"\\"€\\" \\u0007"}',
  '{"blocks":[{"content":"a\\nb","metadata":{"z":"😀","é":[0,1e-7,1e+21]},"type":"code"}],"content_type":"text",' +
    '"metadata":{"":true,"10":1,"9":2.5},"title":"A"}',
];

/** Test vectors, in Markdown. */
export const HASH_VECTORS = HASHED_FORMS.map((form) => {
  const hash = createHash('sha256').update(form).digest('hex');
  return `\`${form}\` has the hash \`${hash}\`.`;
}).join('\n\n');
