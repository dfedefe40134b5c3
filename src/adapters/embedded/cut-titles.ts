import type { Database } from 'lmdb';
import { setImmediate } from 'node:timers/promises';
import { idOfKey, keyAfter, type Range } from './index-keys.js';

/** A title whose key had to be cut: what its key lacks of it. */
export type Member = { rest: Buffer; id: Buffer };
/** `count`: so many of the first ones. `restStart`: only those whose rest begins so. */
export type Wanted = { count: number; restStart?: Buffer };

/** Members that are read and put in order at one go: with the longest titles a few milliseconds. */
const READ_STEP = 100;
/** Comparisons at one go. */
const MERGE_STEP = 2_000;

/**
 * The first members of a group of titles cut at the same bytes, by their whole titles, then identifiers. A group of
 * one step is read in one snapshot, a larger one over several turns of the event loop. No more than a few times
 * `count` members are kept at once.
 */
export async function firstMembers(
  titles: Database<Buffer, Buffer>, group: Range, { count, restStart }: Wanted,
): Promise<Member[]> {
  const runs: Member[][] = [];
  for (let start: Buffer | undefined = group.start; start !== undefined;) {
    const entries = [...titles.getRange({ start, end: group.end, limit: READ_STEP })];
    const members = entries.map(({ key, value }) => ({ rest: value, id: idOfKey(key) }));
    const run = restStart ? members.filter(({ rest }) => startsWith(rest, restStart)) : members;
    runs.push(run.sort(compareMembers).slice(0, count));
    await mergeLast(runs, count, (before, last) => before.length <= last.length);
    start = nextStart(entries);
    if (start !== undefined) await setImmediate();
  }
  await mergeLast(runs, count, () => true);
  return runs[0] ?? [];
}

/** Undefined: there is no more. */
function nextStart(entries: readonly { key: Buffer }[]): Buffer | undefined {
  const last = entries.length < READ_STEP ? undefined : entries.at(-1);
  return last && keyAfter(last.key);
}

/** Merges the last two runs as long as `isDue`: of equal lengths, that makes it a merge sort. */
async function mergeLast(
  runs: Member[][], count: number, isDue: (before: readonly Member[], last: readonly Member[]) => boolean,
): Promise<void> {
  for (;;) {
    const [before, last] = runs.slice(-2);
    if (!before || !last || !isDue(before, last)) return;
    runs.splice(-2, 2, await merge(before, last, count));
  }
}

async function merge(one: readonly Member[], other: readonly Member[], count: number): Promise<Member[]> {
  const merged: Member[] = [];
  for (let i = 0, j = 0; merged.length < count;) {
    const [a, b] = [one[i], other[j]];
    const next = !a || (b && compareMembers(b, a) < 0) ? b : a;
    if (!next) break;
    if (next === a) i++;
    else j++;
    merged.push(next);
    if (merged.length % MERGE_STEP === 0) await setImmediate();
  }
  return merged;
}

function compareMembers(a: Member, b: Member): number {
  return a.rest.compare(b.rest) || a.id.compare(b.id);
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start);
}
