import { entryOf, type KeyEntry, type KeyLife } from '../../domain/document-key.js';
import { UnavailableError, UnusableIndexError } from '../../domain/errors.js';
import type { KeyLog } from '../../log/key-log.js';
import type { Deadline } from '../../platform/deadline.js';
import type { DocumentIndex } from '../../ports/document-index.js';
import type { KeyEntries } from '../../consistency/key-entries.js';

export type ClaimLifePorts = {
  keyLog: KeyLog;
  index: Pick<DocumentIndex, 'readKey' | 'raiseKey'>;
  keyEntries: KeyEntries;
};

const ATTEMPTS = 3;

/** `isNew`: nobody else knows the identifier of this life yet. */
export type ClaimedLife = { life: KeyLife; isNew: boolean };

/** Claims a life by create-if-absent; if it is taken, returns the one that is there. */
export async function claimLife({ keyLog }: ClaimLifePorts, life: KeyLife, deadline: Deadline): Promise<ClaimedLife> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await keyLog.claim(life).catch((error: unknown) => {
      if (error instanceof UnavailableError && attempt < ATTEMPTS) return 'unsure';
      throw error;
    });
    if (outcome === 'claimed') return { life, isNew: true };
    // After a lost answer others may have read the own life: its document is looked for, as that of any other life.
    const found = await keyLog.read(life.name, life.life);
    if (found) return { life: found, isNew: false };
    await deadline.pause(attempt, 'claiming a life of a key');
  }
}

/** Brings the entry of the key to this life at least (rule entryBeforeSlot). Returns the entry that is there then. */
export async function raiseEntry(ports: ClaimLifePorts, life: KeyLife, deadline: Deadline): Promise<KeyEntry> {
  const entry = entryOf(life);
  for (let attempt = 0; ; attempt++) {
    const outcome = await ports.index.raiseKey(entry).catch((error: unknown) => {
      if (error instanceof UnavailableError && !(error instanceof UnusableIndexError)) return error;
      throw error;
    });
    if (outcome === 'written') {
      ports.keyEntries.keep(entry);
      return entry;
    }
    if (outcome === 'exists') {
      const found = await ports.keyEntries.read(life.name);
      if (found && found.life >= life.life) return found;
    }
    await deadline.pause(attempt, 'bringing a key forward', outcome instanceof Error ? outcome : undefined);
  }
}
