import { isOwnerName } from '../../domain/api-key.js';
import { isId } from '../../domain/ids.js';
import {
  API_KEYS_PREFIX,
  ASSET_LOG_PREFIX,
  ASSET_USES_PREFIX,
  assetOfKey,
  ASSETS_PREFIX,
  BY_KEY_PREFIX,
  DOCUMENTS_PREFIX,
  FOLDER_SWEEPS_PREFIX,
  FOLDER_TREES_PREFIX,
  folderEntryOfKey,
  folderSweepOfKey,
  FOLDERS_PREFIX,
  GENERATION_KEY,
  GENERATIONS_PREFIX,
  INDEX_MARKS_PREFIX,
  KEY_CHANGES_KEY,
  LEASES_PREFIX,
  MAINTENANCE_RUNS_PREFIX,
  lifeOfKey,
  OWNERS_PREFIX,
  PROBES_PREFIX,
  REBUILDS_PREFIX,
  REVOCATIONS_PREFIX,
  suspensionOfKey,
  SUSPENSIONS_PREFIX,
  UNREADABLE_PREFIX,
} from '../../log/object-keys.js';

/**
 * The parts of a log. The order is safe for a source under writes: revocations and suspensions before the keys they
 * end, plans before keys, documents before their assets, keys and folders (the later listing has those of all listed
 * documents; a key without its document does no harm). Uses of assets before entries, and entries before bytes: gc
 * of the target ends what no document uses, and bytes that no entry names.
 */
export const LOG_KINDS = [
  'revocations',
  'suspensions',
  'owners',
  'keys',
  'folder-sweeps',
  'documents',
  'asset-uses',
  'asset-log',
  'assets',
  'by-key',
  'folders',
  'folder-trees',
] as const;
export type LogKind = (typeof LOG_KINDS)[number];

/** Their names are evenly distributed identifiers. */
export const MANY: ReadonlySet<LogKind> = new Set(['documents', 'by-key', 'folders']);

export const KIND_PREFIXES: Readonly<Record<LogKind, string>> = {
  revocations: REVOCATIONS_PREFIX,
  suspensions: SUSPENSIONS_PREFIX,
  owners: OWNERS_PREFIX,
  keys: API_KEYS_PREFIX,
  documents: DOCUMENTS_PREFIX,
  'asset-uses': ASSET_USES_PREFIX,
  assets: ASSETS_PREFIX,
  'asset-log': ASSET_LOG_PREFIX,
  'by-key': BY_KEY_PREFIX,
  folders: FOLDERS_PREFIX,
  'folder-trees': FOLDER_TREES_PREFIX,
  'folder-sweeps': FOLDER_SWEEPS_PREFIX,
};

const NAMES: Readonly<Record<LogKind, (name: string) => boolean>> = {
  revocations: isHash,
  suspensions: isSuspension,
  owners: isOwnerName,
  keys: isHash,
  'by-key': (name) => lifeOfKey(`${BY_KEY_PREFIX}${name}.json`) !== undefined,
  'asset-uses': (name) => assetOfKey(`${ASSET_USES_PREFIX}${name}.json`)?.documentId !== undefined,
  assets: (name) => !name.endsWith('.json') && assetOfKey(`${ASSETS_PREFIX}${name}`) !== undefined,
  'asset-log': (name) => assetOfKey(`${ASSET_LOG_PREFIX}${name}.json`)?.number !== undefined,
  documents: (name) => slotName(name) !== undefined,
  folders: isId,
  'folder-sweeps': (name) => isOwnerName(folderSweepOfKey(`${FOLDER_SWEEPS_PREFIX}${name}.json`)?.owner ?? ''),
  'folder-trees': (name) => folderEntryOfKey(`${FOLDER_TREES_PREFIX}${name}`) !== undefined,
};

/** Belongs to the place, not to the log. */
export const OF_THE_PLACE = [
  GENERATION_KEY,
  GENERATIONS_PREFIX,
  INDEX_MARKS_PREFIX,
  KEY_CHANGES_KEY,
  LEASES_PREFIX,
  MAINTENANCE_RUNS_PREFIX,
  REBUILDS_PREFIX,
  PROBES_PREFIX,
  UNREADABLE_PREFIX,
];

/** `place`: not copied, but expected. `foreign`: under no name that this service uses. */
export function kindOfKey(key: string): LogKind | 'place' | 'foreign' {
  if (OF_THE_PLACE.some((prefix) => key.startsWith(prefix))) return 'place';
  const kind = LOG_KINDS.find((each) => key.startsWith(KIND_PREFIXES[each]));
  return kind !== undefined && isOfKind(key, kind) ? kind : 'foreign';
}

export function documentIdOfKey(slotKey: string): string {
  return slotKey.slice(DOCUMENTS_PREFIX.length).split('/', 1)[0] as string;
}

function isOfKind(key: string, kind: LogKind): boolean {
  const end = kind === 'assets' || kind === 'folder-trees' ? '' : '.json';
  return key.endsWith(end) && NAMES[kind](key.slice(KIND_PREFIXES[kind].length, key.length - end.length));
}

function slotName(name: string): string | undefined {
  const [, id, number] = /^([^/]+)\/versions\/(\d{10})$/.exec(name) ?? [];
  return id !== undefined && isId(id) && Number(number) > 0 ? id : undefined;
}

function isSuspension(name: string): boolean {
  return isOwnerName(suspensionOfKey(`${SUSPENSIONS_PREFIX}${name}.json`)?.owner ?? '');
}

function isHash(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name);
}
