import { randomBase62 } from '../../src/domain/base62.js';
import type { Head } from '../../src/domain/head.js';
import type { Entry, FeedPosition, HeadMark, FencingToken, IndexAdmin } from '../../src/ports/index-admin.js';

export const headEntry = (head: Head): Entry => ({ kind: 'head', head });

/** A new index under a generation that nothing else has. */
export function makeNew(rebuild: IndexAdmin): Promise<string> {
  return rebuild.create(`g${randomBase62(12).toLowerCase()}`);
}

export async function currentName(rebuild: IndexAdmin): Promise<string> {
  const current = await rebuild.current();
  if (!current) throw new Error('there is no current index');
  return current.name;
}

/** A token, and the block under it. */
export async function block(rebuild: IndexAdmin, index: string, rank = 1): Promise<FencingToken> {
  const token = await rebuild.takeToken(index, rank);
  await rebuild.block(token);
  return token;
}

export async function swap(rebuild: IndexAdmin, from: string | undefined, to: string): Promise<void> {
  await rebuild.swap(from, await rebuild.takeToken(to, 1));
}

export async function collect<T>(batches: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const batch of batches) all.push(batch);
  return all;
}

/** All heads, whatever was not refreshed yet included. */
export async function marksOf(rebuild: IndexAdmin, index: string): Promise<HeadMark[]> {
  await rebuild.refresh(index);
  return (await collect(rebuild.scanHeads(index))).flat();
}

export async function changesOf(rebuild: IndexAdmin, index: string, after: FeedPosition): Promise<Entry[]> {
  await rebuild.refresh(index);
  return (await collect(rebuild.changesAfter(index, after))).flat();
}

type Copying = { from: string; to: string; position: FeedPosition };

/** One round of following: checkpoint, refresh, changes; the new position is that checkpoint. */
export async function copyRound(rebuild: IndexAdmin, { from, to, position }: Copying): Promise<FeedPosition> {
  const reached = await rebuild.checkpoint(from);
  await rebuild.refresh(from);
  for await (const batch of rebuild.changesAfter(from, position)) await rebuild.writeIfHigher(to, batch);
  return reached;
}

/** What a call raised; fails where it raised nothing. */
export async function errorOf(call: Promise<unknown>): Promise<Error> {
  const outcome = await call.then(
    (value) => ({ value }),
    (error: unknown) => error,
  );
  if (outcome instanceof Error) return outcome;
  throw new Error(`no error was raised, but there came ${JSON.stringify(outcome)}`);
}
