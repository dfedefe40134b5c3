/**
 * The one rule of case-insensitivity, used when a title is stored and when a prefix is looked up: NFC, then
 * for each code point lower, upper, lower case without any locale, then NFC.
 *
 * Per code point, because `toLowerCase` on a whole string looks at neighbours (the final sigma) and Lucene
 * does not. Through upper case, so that `ß`, `ẞ` and `ss` meet. Idempotent, and OpenSearch's own
 * `lowercase` leaves the result as it is (a test proves both for every code point).
 */
export function fold(text: string): string {
  if (PLAIN_ASCII.test(text)) return text.toLowerCase();
  let folded = '';
  for (const character of text.normalize('NFC')) folded += foldCodePoint(character);
  return folded.normalize('NFC');
}

// eslint-disable-next-line no-control-regex -- the whole of ASCII is meant
const PLAIN_ASCII = /^[\x00-\x7f]*$/;

function foldCodePoint(character: string): string {
  return lowerEach(character.toLowerCase().toUpperCase());
}

function lowerEach(text: string): string {
  let lowered = '';
  for (const character of text) lowered += character.toLowerCase();
  return lowered;
}
