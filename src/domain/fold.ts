/** Folds stored titles and prefixes: NFC, then per code point lower, upper, lower case without locale, then NFC. */
export function fold(text: string): string {
  if (PLAIN_ASCII.test(text)) return text.toLowerCase();
  // Idempotent, and unchanged by OpenSearch's own `lowercase` (a test proves both for every code point).
  let folded = '';
  for (const character of text.normalize('NFC')) folded += foldCodePoint(character);
  return folded.normalize('NFC');
}

// eslint-disable-next-line no-control-regex -- the whole of ASCII is meant
const PLAIN_ASCII = /^[\x00-\x7f]*$/;

function foldCodePoint(character: string): string {
  // Per code point: Lucene does not look at neighbours (final sigma). Through upper case, so that `ß`, `ẞ`, `ss` meet.
  return lowerEach(character.toLowerCase().toUpperCase());
}

function lowerEach(text: string): string {
  let lowered = '';
  for (const character of text) lowered += character.toLowerCase();
  return lowered;
}
