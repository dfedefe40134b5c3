import { headAt, lastOf, plant, takeHead } from '../maintenance/planting.js';
import type { MaintenanceHarness } from '../maintenance/maintenance-harness.js';

/** Documents without a head in the index, so many. */
export async function plantLost(harness: MaintenanceHarness, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let first = 0; first < count; first += 20) {
    const some = Array.from({ length: Math.min(20, count - first) }, async () => {
      const { id } = lastOf(await plant(harness)).document;
      await takeHead(harness, id);
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

export async function isRepaired(harness: MaintenanceHarness, id: string): Promise<boolean> {
  return (await headAt(harness, id)) !== undefined;
}

export async function countMissing(harness: MaintenanceHarness, ids: readonly string[]): Promise<number> {
  const heads = await harness.backends.admin.readMarks(await harness.index(), ids);
  return heads.filter((head) => head === undefined).length;
}
