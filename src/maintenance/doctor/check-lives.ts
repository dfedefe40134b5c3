import { mapConcurrently } from '../../platform/concurrently.js';
import { entryOf, type KeyEntry } from '../../domain/document-key.js';
import { lifeKey } from '../../log/object-keys.js';
import { batchesOf } from '../../platform/chunks.js';
import { readHighestLife } from '../shared/read-life.js';
import { scanLives, type LoggedKey } from '../shared/scan-log.js';
import { isOver, type CheckContext } from './check-context.js';
import type { FindingKind } from './findings.js';

const BATCH = 200;
const AT_ONCE = 24;

type Suspect = { name: string; finding: FindingKind; right: KeyEntry | undefined };

/** Compares the highest life of every key with its entry. A life without a document is no fault: a PUT makes it. */
export async function checkLives(context: CheckContext, counts: { keys: number }): Promise<void> {
  const { store, anomalies, progress, persist } = context;
  progress.start(context.beforeChange ? 'Repairing keys of documents' : 'Comparing keys of documents');
  for await (const batch of batchesOf(scanLives({ store, anomalies, persist }), BATCH)) {
    context.stop.throwIfAborted();
    await checkBatch(context, batch);
    counts.keys += batch.length;
    progress.advance(batch.length);
  }
}

async function checkBatch(context: CheckContext, batch: readonly LoggedKey[]): Promise<void> {
  const { admin, index, persist } = context;
  const names = batch.map(({ name }) => name);
  // The index first: an entry is written after its life.
  const entries = await persist(() => admin.readKeys(index, names));
  const pairs = batch.map((logged, i) => ({ logged, entry: entries[i] }));
  const checked = await mapConcurrently(pairs, AT_ONCE, ({ logged, entry }) => check(context, logged, entry));
  const suspects = checked.filter((suspect) => suspect !== undefined);
  for (const suspect of suspects) await repairAndNote(context, suspect);
}

async function check(
  context: CheckContext,
  logged: LoggedKey,
  entry: KeyEntry | undefined,
): Promise<Suspect | undefined> {
  const { name, highest } = logged;
  // A higher life was claimed after the listing.
  if (entry && entry.life > highest) return undefined;
  const life = await context.persist(() => readHighestLife(context.keyLog, logged));
  if (life === 'unreadable') return { name: lifeKey(name, highest), finding: 'damaged life', right: undefined };
  if (!life) return undefined;
  const right = entryOf(life);
  if (!entry || entry.life < life.life) {
    return isOver(context, life.createdAt) ? { name, finding: 'stale key', right } : undefined;
  }
  return entry.id === right.id ? undefined : { name, finding: 'differing key', right: undefined };
}

async function repairAndNote(context: CheckContext, { name, finding, right }: Suspect): Promise<void> {
  const { beforeChange, admin, index, persist, findings } = context;
  if (beforeChange && right) {
    await beforeChange();
    await persist(() => admin.writeIfHigher(index, [{ kind: 'key', entry: right }]));
  }
  findings.add(finding, name, beforeChange !== undefined && right !== undefined);
}
