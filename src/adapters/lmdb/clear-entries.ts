import { growthOfRemoval } from './growth.js';
import type { IndexPlace } from './index-catalog.js';
import type { IndexEnvironment } from './index-environment.js';
import { rangeOf } from './index-keys.js';

const KEYS_TOGETHER = 2_000;

/** Removes a removed index's entries in transactions of some ten milliseconds. Repeatable after an interruption. */
export async function clearEntries(environment: IndexEnvironment, { prefix }: IndexPlace): Promise<void> {
  const { heads, summaries, titles, months, folders, keys, folderNames, changes } = environment.tables;
  for (const table of [heads, summaries, titles, months, folders, keys, folderNames, changes]) {
    let cleared: number;
    do {
      cleared = await environment.write(
        () => {
          const keys = [...table.getKeys({ ...rangeOf(prefix), limit: KEYS_TOGETHER })];
          for (const key of keys) void table.remove(key);
          return keys.length;
        },
        () => growthOfRemoval(KEYS_TOGETHER),
      );
    } while (cleared === KEYS_TOGETHER);
  }
}
