import { readObject, unreadableAs } from '../../log/json-objects.js';
import type { CheckContext } from './check-context.js';
import { isReadable } from '../shared/is-readable.js';
import type { LogKind } from '../shared/sync-kinds.js';
import { keysOfKind } from '../shared/sync-merge.js';

const KINDS = ['keys', 'revocations', 'owners'] as const satisfies readonly LogKind[];

/** Reads every key record, revocation and plan. A key with an unreadable record does not work. */
export async function checkKeys(context: CheckContext): Promise<void> {
  const { store, findings, progress, stop } = context;
  progress.start('Reading keys');
  for (const kind of KINDS) {
    for await (const key of keysOfKind(store, kind, (foreign) => context.anomalies.add('foreign key', foreign))) {
      stop.throwIfAborted();
      if (await isDamaged(context, kind, key)) findings.add('damaged key object', key);
      progress.advance();
    }
  }
}

async function isDamaged({ store, persist }: CheckContext, kind: LogKind, key: string): Promise<boolean> {
  const body = await persist(() => readObject(store, key)).catch(unreadableAs('unreadable'));
  return body === 'unreadable' || (body !== undefined && !isReadable(kind, key, body));
}
