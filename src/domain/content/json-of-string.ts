/** Code units that take about a millisecond. */
const TOGETHER = 256 * 1024;

/** Pieces of what `JSON.stringify` makes of the text. */
export function* jsonOfString(text: string): Generator<string> {
  if (text.length <= TOGETHER) {
    yield JSON.stringify(text);
    return;
  }
  yield '"';
  for (let begin = 0; begin < text.length;) {
    let end = begin + TOGETHER;
    // Half a character is written as an escape.
    if (isHighSurrogate(text.charCodeAt(end - 1))) end++;
    yield JSON.stringify(text.slice(begin, end)).slice(1, -1);
    begin = end;
  }
  yield '"';
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}
