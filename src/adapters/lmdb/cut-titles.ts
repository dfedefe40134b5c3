import type { Database } from 'lmdb';
import { setImmediate } from 'node:timers/promises';
import { idOfKey, keyAfter, type Range } from './index-keys.js';

/** A title with a cut key. `rest`: the bytes that the key lacks. */
export type Member = { rest: Buffer; id: Buffer };
/** `count`: number of first members. `restStart`: only members whose rest starts with it. `after`: only later ones. */
export type WantedMembers = { count: number; restStart?: Buffer; after?: Member };

/** Members read and sorted in one step: a few milliseconds with the longest titles. */
const READ_STEP = 100;
const MERGE_STEP = 2_000;

/**
 * First members of a group of titles cut at the same bytes, by whole title, then identifier. Groups of a step or more
 * are read over several turns, in several snapshots. Memory holds a few times `count` members.
 */
export async function firstMembers(
  titles: Database<Buffer, Buffer>,
  group: Range,
  { count, restStart, after }: WantedMembers,
): Promise<Member[]> {
  const isWanted = (member: Member): boolean =>
    (!restStart || startsWith(member.rest, restStart)) && (!after || compareMembers(member, after) > 0);
  const runs: Member[][] = [];
  for (let start: Buffer | undefined = group.start; start !== undefined;) {
    const entries = [...titles.getRange({ start, end: group.end, limit: READ_STEP })];
    const members = entries.map(({ key, value }) => ({ rest: value, id: idOfKey(key) }));
    const run = members.filter(isWanted);
    runs.push(run.sort(compareMembers).slice(0, count));
    await mergeLast(runs, count, (before, last) => before.length <= last.length);
    start = nextStart(entries);
    if (start !== undefined) await setImmediate();
  }
  await mergeLast(runs, count, () => true);
  return runs[0] ?? [];
}

function nextStart(entries: readonly { key: Buffer }[]): Buffer | undefined {
  const last = entries.length < READ_STEP ? undefined : entries.at(-1);
  return last && keyAfter(last.key);
}

/** Merges the last two runs while `isDue`. Merging runs of equal length makes it a merge sort. */
async function mergeLast(
  runs: Member[][],
  count: number,
  isDue: (before: readonly Member[], last: readonly Member[]) => boolean,
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
