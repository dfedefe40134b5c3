import { mapConcurrently } from '../../platform/concurrently.js';
import { firstOf } from '../../platform/first-of.js';
import type { KeyLife } from '../../domain/document-key.js';
import { unreadableAs } from '../../log/json-objects.js';
import { lifeKey } from '../../log/object-keys.js';
import type { RevisedHead } from '../../ports/document-index.js';
import { batchesOf } from '../../platform/chunks.js';
import { Anomalies } from '../shared/anomalies.js';
import { scanLives, type LoggedKey } from '../shared/scan-log.js';
import { free, checkLog, removeAll } from './collect-document.js';
import { duenessOf, isOld, skip, type Collecting } from './gc-job.js';

const BATCH = 200;
const AT_ONCE = 8;

/** Removes the lower lives of clients' keys. The highest life holds, and stays for good (rule newestStays). */
export async function collectLives(collecting: Collecting): Promise<void> {
  const { store, persist, stop, progress } = collecting;
  for await (const batch of batchesOf(scanLives({ store, anomalies: new Anomalies(), persist }), BATCH)) {
    stop.throwIfAborted();
    const several = batch.filter(({ lower }) => lower.length > 0);
    await mapConcurrently(several, AT_ONCE, (key) => collectKey(collecting, key));
    progress.advance(batch.length);
  }
}

/**
 * A life may go when a higher one has had a document for a retention: for as long the entry has led no request to it.
 * If the claimer of the next life died early, the entry still leads to this one (rule nextWasMade).
 */
async function collectKey(collecting: Collecting, { name, highest, lower }: LoggedKey): Promise<void> {
  const { persist, keyLog, admin, index } = collecting;
  let isPassed = false;
  for (const number of [...lower, highest].reverse()) {
    const life = await persist(() => keyLog.read(name, number).catch(unreadableAs('unreadable')));
    if (life === 'unreadable') skip(collecting, lifeKey(name, number));
    if (!life || life === 'unreadable') continue;
    const [at] = await persist(() => admin.readHeads(index, [life.id]));
    if (isPassed) await collectLife(collecting, life, at);
    else isPassed = at !== undefined && isOld(collecting, at.head.createdAt);
  }
}

/** Order: other slots, tombstone, head, life. The document is found by its life until nothing else is left of it. */
async function collectLife(collecting: Collecting, life: KeyLife, at: RevisedHead | undefined): Promise<void> {
  const { persist, keyLog, lease, counts } = collecting;
  const state = at ? await stateOf(collecting, at) : await stateWithoutHead(collecting, life.id);
  if (state === 'kept') return;
  collecting.ofLives.add(life.id);
  if (state === 'differing') return skip(collecting, life.id);
  await lease?.check();
  if (at) {
    counts.tombstones++;
    if (state === 'whole') await removeAll(collecting, at.head);
    if (!(await free(collecting, at))) return skip(collecting, life.id);
  }
  if (lease) await persist(() => keyLog.remove(life.name, life.life));
  counts.lives++;
}

type LifeState = 'kept' | 'differing' | 'whole' | 'emptied';

async function stateOf(collecting: Collecting, { head }: RevisedHead): Promise<LifeState> {
  if (!['due', 'keyed'].includes(duenessOf(collecting, head))) return 'kept';
  const state = await collecting.persist(() => checkLog(collecting, head));
  if (state === 'log and head differ') return 'differing';
  return state === 'emptied' ? 'emptied' : 'whole';
}

/** An earlier run was killed after it had removed the head. */
async function stateWithoutHead({ log, persist }: Collecting, id: string): Promise<LifeState> {
  const slot = await persist(() => firstOf(log.slots(id)));
  return slot === undefined ? 'emptied' : 'differing';
}
