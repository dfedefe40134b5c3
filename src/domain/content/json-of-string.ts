/** Code units that take about a millisecond. */
export const TOGETHER = 256 * 1024;

/** Pieces of what `JSON.stringify` makes of the text. */
export function* jsonOfString(text: string): Generator<string> {
  if (text.length <= TOGETHER) {
    yield JSON.stringify(text);
    return;
  }
  yield '"';
  for (let begin = 0; begin < text.length;) {
    let end = begin + TOGETHER;
    // Half of a character alone is written as an escape.
    if (isLowSurrogate(text.charCodeAt(end))) end++;
    yield JSON.stringify(text.slice(begin, end)).slice(1, -1);
    begin = end;
  }
  yield '"';
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}
