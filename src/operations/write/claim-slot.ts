import type { BackgroundTasks } from '../../consistency/background-tasks.js';
import type { Deadline } from '../../platform/deadline.js';
import { UnavailableError } from '../../domain/errors.js';
import { documentIdOf, type Slot, type Version } from '../../domain/version.js';
import type { VersionLog } from '../../log/version-log.js';

/** `vanished`: taken, but free by now, as a deleted document is being cleaned: read the head again. */
type Claim = { outcome: 'own' } | { outcome: 'taken'; by: Slot } | { outcome: 'vanished' };

const ATTEMPTS = 3;

/** Claims a slot by create-if-absent. Raises `UnavailableError`: outcome unknown. */
export async function claimSlot(log: VersionLog, slot: Slot, deadline: Deadline): Promise<Claim> {
  for (let attempt = 1; ; attempt++) {
    const tried = await attemptClaim(log, slot, attempt);
    if (tried === 'claimed') return { outcome: 'own' };
    // After a lost answer the write id decides, never the content (rule writeId).
    const found = await log.read(documentIdOf(slot), slot.version);
    if (found) return found.writeId === slot.writeId ? { outcome: 'own' } : { outcome: 'taken', by: found };
    if (tried === 'taken') return { outcome: 'vanished' };
    // The earlier attempt may still land in the free slot, but it carries the same write id.
    await deadline.pause(attempt, 'claiming a slot');
  }
}

async function attemptClaim(log: VersionLog, slot: Slot, attempt: number): Promise<'claimed' | 'taken' | 'unsure'> {
  try {
    return await log.claim(slot);
  } catch (error) {
    if (error instanceof UnavailableError && attempt < ATTEMPTS) return 'unsure';
    throw error;
  }
}

export type StrayPorts = { log: VersionLog; background: BackgroundTasks };

/** Removes an own version claimed behind a tombstone, which would otherwise stay until gc. */
export function removeStray({ log, background }: StrayPorts, { document, version }: Version): void {
  background.start('remove a stray version', () => log.remove(document.id, version));
}
