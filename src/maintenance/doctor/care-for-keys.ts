import { readObject, UnreadableObjectError } from '../../log/json-objects.js';
import type { Care } from './care.js';
import { isReadable } from '../shared/is-readable.js';
import type { LogKind } from '../shared/sync-kinds.js';
import { keysOfKind } from '../shared/sync-merge.js';

const KINDS = ['keys', 'revocations', 'owners'] as const satisfies readonly LogKind[];

/** Reads every key record, revocation and plan. A key with an unreadable record does not work. */
export async function careForKeys(care: Care): Promise<void> {
  const { store, findings, progress, stop } = care;
  progress.start('Reading keys');
  for (const kind of KINDS) {
    for await (const key of keysOfKind(store, kind, (foreign) => care.strange.add('foreign key', foreign))) {
      stop.throwIfAborted();
      if (await isDamaged(care, kind, key)) findings.add('damaged key object', key);
      progress.advance();
    }
  }
}

async function isDamaged({ store, persist }: Care, kind: LogKind, key: string): Promise<boolean> {
  try {
    const body = await persist(() => readObject(store, key));
    return body !== undefined && !isReadable(kind, key, body);
  } catch (error) {
    if (error instanceof UnreadableObjectError) return true;
    throw error;
  }
}
