import { randomBase62 } from '../../src/domain/base62.js';
import type { Head } from '../../src/domain/head.js';
import type { Entry, FeedPosition, HeadMark, FencingToken, IndexAdmin } from '../../src/ports/index-admin.js';

export const headEntry = (head: Head): Entry => ({ kind: 'head', head });

/** A new index under a generation that nothing else has. */
export function makeNew(admin: IndexAdmin): Promise<string> {
  return admin.create(`g${randomBase62(12).toLowerCase()}`);
}

export async function currentName(admin: IndexAdmin): Promise<string> {
  const current = await admin.current();
  if (!current) throw new Error('there is no current index');
  return current.name;
}

/** A token, and the block under it. */
export async function block(admin: IndexAdmin, index: string, rank = 1): Promise<FencingToken> {
  const token = await admin.takeToken(index, rank);
  await admin.block(token);
  return token;
}

export async function swap(admin: IndexAdmin, from: string | undefined, to: string): Promise<void> {
  await admin.swap(from, await admin.takeToken(to, 1));
}

export async function collect<T>(batches: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const batch of batches) all.push(batch);
  return all;
}

/** All heads, whatever was not refreshed yet included. */
export async function marksOf(admin: IndexAdmin, index: string): Promise<HeadMark[]> {
  await admin.refresh(index);
  return (await collect(admin.scanHeads(index))).flat();
}

export async function changesOf(admin: IndexAdmin, index: string, after: FeedPosition): Promise<Entry[]> {
  await admin.refresh(index);
  return (await collect(admin.changesAfter(index, after))).flat();
}

type Copying = { from: string; to: string; position: FeedPosition };

/** One round of following: checkpoint, refresh, changes; the new position is that checkpoint. */
export async function copyRound(admin: IndexAdmin, { from, to, position }: Copying): Promise<FeedPosition> {
  const reached = await admin.checkpoint(from);
  await admin.refresh(from);
  for await (const batch of admin.changesAfter(from, position)) await admin.writeIfHigher(to, batch);
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
