import type { Persist } from '../../platform/retry.js';
import {
  assetOfKey,
  BY_KEY_PREFIX,
  DOCUMENTS_PREFIX,
  FOLDER_TREES_PREFIX,
  folderEntryOfKey,
  FOLDERS_PREFIX,
  folderOfKey,
  lifeOfKey,
  slotOfKey,
} from '../../log/object-keys.js';
import type { ObjectStore } from '../../ports/object-store.js';
import { batchesOf } from '../../platform/chunks.js';
import { resumedScan } from './resumed-scan.js';
import type { Anomalies } from './anomalies.js';
import { keysElsewhere } from './sync-merge.js';

export type LoggedDocument = { id: string; lowest: number; highest: number; slots: number };

type LogScan = {
  store: ObjectStore;
  anomalies: Anomalies;
  after?: string | undefined;
  /** By default a failure ends the scan. */
  persist?: Persist;
};

const KEYS_TOGETHER = 1_000;
/** Names of the others are by owner. */
const isSpread = (prefix: string) => [BY_KEY_PREFIX, DOCUMENTS_PREFIX, FOLDERS_PREFIX].includes(prefix);
const once: Persist = (work) => work();

function keysOf({ store, after, persist = once }: Omit<LogScan, 'anomalies'>, prefix: string): AsyncGenerator<string> {
  return resumedScan<string>(persist, {
    begin: (last) => batchesOf(store.list(prefix, { after: last, isSpread: isSpread(prefix) }), KEYS_TOGETHER),
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
      scan.anomalies.add('foreign key', key);
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

export type LoggedAsset = { id: string; owner: string; sha256: string; numbers: number[] };

/** Assets by owner and hash, with the numbers of what the log has of each below `prefix`, in order. */
export async function* scanAssets(scan: Omit<LogScan, 'anomalies'>, prefix: string): AsyncGenerator<LoggedAsset> {
  let asset: LoggedAsset | undefined;
  for await (const key of keysOf(scan, prefix)) {
    const found = assetOfKey(key);
    if (!found) continue;
    const { owner, sha256, number } = found;
    const id = `${owner}/${sha256}`;
    if (asset && asset.id !== id) yield asset;
    if (asset?.id === id) asset.numbers.push(number);
    else asset = { id, owner, sha256, numbers: [number] };
  }
  if (asset) yield asset;
}

export async function* scanFolders(scan: LogScan): AsyncGenerator<string> {
  for await (const key of keysOf(scan, FOLDERS_PREFIX)) {
    const id = folderOfKey(key);
    if (id === undefined) scan.anomalies.add('foreign key', key);
    else yield id;
  }
}

export type LoggedFolders = { owner: string; entries: number[]; trees: number[] };

/** By owner, what the log of folders has, by number. */
export async function* scanFolderTrees(scan: LogScan): AsyncGenerator<LoggedFolders> {
  let logged: LoggedFolders | undefined;
  for await (const key of keysOf(scan, FOLDER_TREES_PREFIX)) {
    const found = folderEntryOfKey(key);
    if (!found) {
      scan.anomalies.add('foreign key', key);
      continue;
    }
    if (logged && logged.owner !== found.owner) yield logged;
    if (logged?.owner !== found.owner) logged = { owner: found.owner, entries: [], trees: [] };
    (found.isTree ? logged.trees : logged.entries).push(found.number);
  }
  if (logged) yield logged;
}

/** The newest number of an owner's folders. gc keeps the entry of the newest tree, so there always is one. */
export function newestOf({ entries, trees }: LoggedFolders): number {
  return Math.max(entries.at(-1) ?? 0, trees.at(-1) ?? 0);
}

/** `lower`: the other lives, in order. */
export type LoggedKey = { name: string; highest: number; lower: readonly number[] };

/** The clients' keys, ordered by name, each with its lives. */
export async function* scanLives(scan: LogScan): AsyncGenerator<LoggedKey> {
  let logged: (LoggedKey & { lower: number[] }) | undefined;
  for await (const key of keysOf(scan, BY_KEY_PREFIX)) {
    const life = lifeOfKey(key);
    if (!life) {
      scan.anomalies.add('foreign key', key);
      continue;
    }
    if (logged?.name === life.name) {
      logged.lower.push(logged.highest);
      logged.highest = life.life;
      continue;
    }
    if (logged) yield logged;
    logged = { name: life.name, highest: life.life, lower: [] };
  }
  if (logged) yield logged;
}

const FOREIGN_NOTED = 1_000;

/** Notes keys outside all prefixes of the log and the place, the first 1,000. */
export async function findForeignKeys({ store, anomalies, persist = once }: LogScan): Promise<void> {
  const keys = resumedScan<string>(persist, {
    begin: (last) => batchesOf(keysElsewhere(store, last), KEYS_TOGETHER),
    placeOf: (key) => key,
  });
  let found = 0;
  for await (const key of keys) {
    anomalies.add('foreign key', key);
    if (++found === FOREIGN_NOTED) return;
  }
}
