import { headAt, lastOf, plant, takeHead } from '../maintenance/planting.js';
import type { Ward } from '../maintenance/ward.js';

/** Documents without a head in the index, so many. */
export async function plantLost(ward: Ward, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let first = 0; first < count; first += 20) {
    const some = Array.from({ length: Math.min(20, count - first) }, async () => {
      const { id } = lastOf(await plant(ward)).document;
      await takeHead(ward, id);
      return id;
    });
    ids.push(...(await Promise.all(some)));
  }
  return ids;
}

/** The one that a walk along the identifiers comes to first. */
export function firstOf(ids: readonly string[]): string {
  return [...ids].sort()[0] as string;
}

export async function isRepaired(ward: Ward, id: string): Promise<boolean> {
  return (await headAt(ward, id)) !== undefined;
}

export async function countMissing(ward: Ward, ids: readonly string[]): Promise<number> {
  const heads = await ward.parts.rebuild.readMarks(await ward.index(), ids);
  return heads.filter((head) => head === undefined).length;
}
