import { setImmediate as nextTurn } from 'node:timers/promises';
import { derivedId } from '../../domain/ids.js';
import type { DocumentIndex, LinkedDocument } from '../../ports/document-index.js';

/** Names that are derived in a turn of the event loop: some milliseconds. */
const DERIVED_TOGETHER = 200;

/** Whose documents are meant, and whether a stranger reads, who sees public ones alone. */
export type LinkReader = { owner: string; isStranger: boolean };

/**
 * For each target, the identifier of the living document of its first key that has one for the reader. One look-up
 * serves all; it takes as long for targets that are there as for those that are not.
 */
export async function findLinked(
  { index }: { index: Pick<DocumentIndex, 'readLinked'> },
  { owner, isStranger }: LinkReader,
  targets: readonly (readonly string[])[],
): Promise<(string | undefined)[]> {
  const keys = [...new Set(targets.flat())];
  const names: string[] = [];
  for (const [at, key] of keys.entries()) {
    if (at > 0 && at % DERIVED_TOGETHER === 0) await nextTurn();
    names.push(derivedId('by-key', owner, key));
  }
  const documents = await index.readLinked(names);
  const mayBeSeen = (document: LinkedDocument | undefined) => !isStranger || document?.visibility === 'public';
  const found = new Map(keys.map((key, at) => [key, mayBeSeen(documents[at]) ? documents[at]?.id : undefined]));
  return targets.map((candidates) => candidates.map((key) => found.get(key)).find((id) => id !== undefined));
}
