import { mapConcurrently } from '../../platform/concurrently.js';
import { UnavailableError } from '../../domain/errors.js';
import { headOf, type Head } from '../../domain/head.js';
import { documentIdOf, summarize, type Slot } from '../../domain/version.js';
import type { RevisedHead } from '../../ports/document-index.js';
import type { IndexAdmin } from '../../ports/index-admin.js';

/** An entry for the new index. `slot` undefined: the head is not of the slot that was read. */
export type Loaded = { head: Head; slot: Slot | undefined; wasBehind: boolean };

type Help = { admin: IndexAdmin; source: string | undefined };

const WRITES_AT_ONCE = 16;
const ATTEMPTS = 5;

/**
 * Brings lagging source heads forward before anything higher enters the new index (rule helpOldFirst): otherwise two
 * nodes could answer differently during the swap.
 */
export async function advanceOldHeads({ admin, source }: Help, slots: readonly Slot[]): Promise<Loaded[]> {
  if (source === undefined) return slots.map((slot) => loadedFrom(slot));
  const heads = await admin.readHeads(source, slots.map(documentIdOf));
  return mapConcurrently(
    slots.map((slot, i) => ({ slot, from: heads[i] })),
    WRITES_AT_ONCE,
    (behind) => bringForward(admin, source, behind),
  );
}

function loadedFrom(slot: Slot, wasBehind = false): Loaded {
  return { head: headOf(slot), slot, wasBehind };
}

type Behind = { slot: Slot; from: RevisedHead | undefined };

/** Raises `UnavailableError` if the head cannot be brought forward now. */
async function bringForward(admin: IndexAdmin, source: string, { slot, from }: Behind): Promise<Loaded> {
  let current = from;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const head = current?.head;
    // The document has ended: its tombstone head counts, even if slots follow the tombstone.
    if (head?.deleted && !slot.deleted) return { head, slot: undefined, wasBehind: false };
    if (head && head.currentVersion >= slot.version) return loadedFrom(slot);
    const outcome = await admin.writeHead(source, {
      head: headOf(slot),
      slot,
      expected: current?.revision ?? 'absent',
      summaries: slot.deleted ? [] : [summarize(slot)],
    });
    if (outcome === 'written') return loadedFrom(slot, true);
    if (outcome === 'refused') break;
    [current] = await admin.readHeads(source, [documentIdOf(slot)]);
  }
  throw new UnavailableError(`the head of ${documentIdOf(slot)} in ${source} cannot be brought forward`);
}
