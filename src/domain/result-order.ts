/** What results of a search are sorted by. */
export type Place = { foldedTitle: string; id: string };

/** Negative, 0 or positive: folded title, then identifier, both in the order of their UTF-8 bytes. */
export function compareResults(one: Place, other: Place): number {
  return compareUtf8(one.foldedTitle, other.foldedTitle) || compareUtf8(one.id, other.id);
}

function compareUtf8(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let i = 0; i < length; i++) {
    const difference = rankOf(one.charCodeAt(i)) - rankOf(other.charCodeAt(i));
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

/** Surrogates stand for what comes after all of U+E000 to U+FFFF. */
function rankOf(codeUnit: number): number {
  if (codeUnit < 0xd800) return codeUnit;
  return codeUnit < 0xe000 ? codeUnit + 0x2000 : codeUnit - 0x800;
}
