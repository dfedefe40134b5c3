import { randomBase62 } from '../domain/base62.js';
import { GENERATION_LENGTH } from '../domain/limits.js';
import { DOCUMENTS_PREFIX, FOLDERS_PREFIX } from '../log/object-keys.js';
import type { GenerationRecord } from '../log/generation-record.js';
import type { DocumentIndex } from '../ports/document-index.js';
import type { ObjectStore } from '../ports/object-store.js';

export type SetUp = { store: ObjectStore; index: DocumentIndex; generation: GenerationRecord };

/**
 * Makes the index where the log is empty, and only there: an index that is missing while documents exist was
 * lost, and is rebuilt, never made anew. Several processes at once agree on one generation, as its
 * object is made by create-if-absent, and every later step can be taken by all of them.
 */
export async function setUp({ store, index, generation }: SetUp): Promise<'ready' | 'index lost'> {
  const carried = await index.readGeneration();
  // In this order: whoever makes an index has named its generation before.
  const named = await generation.read();
  if (carried !== undefined && named.includes(carried)) return 'ready';
  if (carried !== undefined || !await isEmpty(store)) return compare(index, generation);
  const agreed = named.at(-1) ?? await generation.claim(randomBase62(GENERATION_LENGTH).toLowerCase());
  await index.install(agreed);
  return compare(index, generation);
}

/** Looked at once more: another process may have set up, and taken a first document, since. */
async function compare(index: DocumentIndex, generation: GenerationRecord): Promise<'ready' | 'index lost'> {
  const carried = await index.readGeneration();
  return carried !== undefined && (await generation.read()).includes(carried) ? 'ready' : 'index lost';
}

async function isEmpty(store: ObjectStore): Promise<boolean> {
  for (const prefix of [DOCUMENTS_PREFIX, FOLDERS_PREFIX]) {
    for await (const _key of store.list(prefix)) return false;
  }
  return true;
}
