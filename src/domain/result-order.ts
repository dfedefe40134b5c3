/** The position of a document in the results of a search. */
export type ResultPosition = { foldedTitle: string; id: string };

/** Folded title, then identifier, both in UTF-8 byte order. */
export function compareResults(one: ResultPosition, other: ResultPosition): number {
  return compareUtf8(one.foldedTitle, other.foldedTitle) || compareUtf8(one.id, other.id);
}

/** In UTF-8 byte order. */
export function compareUtf8(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let i = 0; i < length; i++) {
    const difference = rankOf(one.charCodeAt(i)) - rankOf(other.charCodeAt(i));
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

/** In UTF-8, surrogate pairs come after U+E000 to U+FFFF. */
function rankOf(codeUnit: number): number {
  if (codeUnit < 0xd800) return codeUnit;
  return codeUnit < 0xe000 ? codeUnit + 0x2000 : codeUnit - 0x800;
}
