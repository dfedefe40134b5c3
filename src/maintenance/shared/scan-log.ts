import { firstOf } from '../../platform/first-of.js';
import { retry, type RetryPolicy } from '../../platform/retry.js';
import { DOCUMENTS_PREFIX, FOLDERS_PREFIX, folderOfKey, slotOfKey } from '../../log/object-keys.js';
import type { ObjectStore } from '../../ports/object-store.js';
import { batchesOf } from '../../platform/chunks.js';
import { resumedScan } from './resumed-scan.js';
import type { Anomalies } from './anomalies.js';
import { KIND_PREFIXES, OF_THE_PLACE } from './sync-kinds.js';

export type LoggedDocument = { id: string; lowest: number; highest: number; slots: number };

type LogScan = {
  store: ObjectStore;
  strange: Anomalies;
  after?: string | undefined;
  /** For an unavailable store; none by default. */
  retryPolicy?: RetryPolicy;
};

const KEYS_TOGETHER = 1_000;
const NO_PATIENCE: RetryPolicy = { forMs: 0 };

function keysOf({ store, after, retryPolicy = NO_PATIENCE }: LogScan, prefix: string): AsyncGenerator<string> {
  return resumedScan<string>((work) => retry(retryPolicy, work), {
    begin: (last) => batchesOf(store.list(prefix, { after: last, isSpread: true }), KEYS_TOGETHER),
    placeOf: (key) => key,
    after,
  });
}

/** Every document of the log, from its keys alone, ordered by identifier. `after` is a key. */
export async function* scanDocuments(scan: LogScan): AsyncGenerator<LoggedDocument> {
  let document: LoggedDocument | undefined;
  for await (const key of keysOf(scan, DOCUMENTS_PREFIX)) {
    const slot = slotOfKey(key);
    if (!slot) {
      scan.strange.add('foreign key', key);
      continue;
    }
    if (document?.id === slot.documentId) {
      document.highest = slot.version;
      document.slots++;
      continue;
    }
    if (document) yield document;
    document = { id: slot.documentId, lowest: slot.version, highest: slot.version, slots: 1 };
  }
  if (document) yield document;
}

export async function* scanFolders(scan: LogScan): AsyncGenerator<string> {
  for await (const key of keysOf(scan, FOLDERS_PREFIX)) {
    const id = folderOfKey(key);
    if (id === undefined) scan.strange.add('foreign key', key);
    else yield id;
  }
}

const ROOMS = [...Object.values(KIND_PREFIXES), ...OF_THE_PLACE];
const LOOKED_AT = 1_000;

/** Notes keys outside all prefixes of the log and the place, within 1,000 looks. */
export async function findForeignKeys({ store, strange, retryPolicy = NO_PATIENCE }: LogScan): Promise<void> {
  let after: string | undefined = '';
  for (let looks = 0; after !== undefined && looks < LOOKED_AT; looks++) {
    const from: string = after;
    const key = await retry(retryPolicy, () => firstOf(store.list('', { after: from })));
    const room = ROOMS.find((prefix) => key?.startsWith(prefix));
    if (key !== undefined && room === undefined) strange.add('foreign key', key);
    // Skips all keys of a prefix without listing them: no key has a character above `~`.
    after = room === undefined ? key : `${room}~`;
  }
}
