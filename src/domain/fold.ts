/** Folds stored titles and prefixes: NFC, then per code point lower, upper, lower case without locale, then NFC. */
export function fold(text: string): string {
  if (PLAIN_ASCII.test(text)) return text.toLowerCase();
  // Idempotent, and unchanged by OpenSearch's own `lowercase` (a test proves both for every code point).
  // Through upper case, so that `ß`, `ẞ`, `ss` meet. Lucene does not look at neighbours, so no sigma is final.
  const cased = text.normalize('NFC').toLowerCase().toUpperCase().toLowerCase();
  return cased.replaceAll('ς', 'σ').normalize('NFC');
}

// eslint-disable-next-line no-control-regex -- the whole of ASCII is meant
export const PLAIN_ASCII = /^[\x00-\x7f]*$/;
