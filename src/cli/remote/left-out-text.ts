/** More kinds are summed up. */
const KINDS = 5;

/** Like `left out 2,570 (.mdx 2,568, .png 2)`: the most frequent first. Undefined: none is. `kinds`: by extension. */
export function leftOutText(kinds: ReadonlyMap<string, number>): string | undefined {
  const sorted = [...kinds].sort(([one, ones], [other, others]) => others - ones || (one < other ? -1 : 1));
  const shown = sorted.slice(0, KINDS).map(([extension, count]) => `${nameOf(extension)} ${countText(count)}`);
  const rest = sumOf(sorted.slice(KINDS));
  if (rest > 0) shown.push(`and ${countText(rest)} ${rest === 1 ? 'other' : 'others'}`);
  return shown.length === 0 ? undefined : `left out ${countText(sumOf(sorted))} (${shown.join(', ')})`;
}

function nameOf(extension: string): string {
  return extension === '' ? 'without extension' : extension;
}

function sumOf(kinds: readonly (readonly [string, number])[]): number {
  return kinds.reduce((sum, [, count]) => sum + count, 0);
}

function countText(count: number): string {
  return count.toLocaleString('en-US');
}
