import { setImmediate as nextTurn } from 'node:timers/promises';
import { derivedId } from '../../domain/ids.js';
import type { DocumentIndex, LinkedDocument } from '../../ports/document-index.js';

/** Names that are derived in a turn of the event loop: some milliseconds. */
const DERIVED_TOGETHER = 200;

/**
 * For each target, the living document of its first key that has one. One look-up serves all; it takes as long for
 * targets that are there as for those that are not.
 */
export async function findLinked(
  { index }: { index: Pick<DocumentIndex, 'readLinked'> },
  owner: string,
  targets: readonly (readonly string[])[],
): Promise<(LinkedDocument | undefined)[]> {
  const keys = [...new Set(targets.flat())];
  const names: string[] = [];
  for (const [at, key] of keys.entries()) {
    if (at > 0 && at % DERIVED_TOGETHER === 0) await nextTurn();
    names.push(derivedId('by-key', owner, key));
  }
  const documents = await index.readLinked(names);
  const found = new Map(keys.map((key, at) => [key, documents[at]]));
  return targets.map((candidates) => candidates.map((key) => found.get(key)).find((each) => each !== undefined));
}
