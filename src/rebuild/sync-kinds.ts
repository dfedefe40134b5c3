import { isOwnerName } from '../domain/api-key.js';
import { isId } from '../domain/ids.js';
import {
  API_KEYS_PREFIX, DOCUMENTS_PREFIX, FOLDERS_PREFIX, GENERATION_KEY, GENERATIONS_PREFIX, INDEX_MARKS_PREFIX,
  KEY_CHANGES_KEY, LEASES_PREFIX, OWNERS_PREFIX, PROBES_PREFIX, REBUILDS_PREFIX, REVOCATIONS_PREFIX, suspensionOfKey,
  SUSPENSIONS_PREFIX, UNREADABLE_PREFIX,
} from '../log/object-keys.js';

/**
 * What a log is made of, in the order in which it is copied while the source may be written to: revocations and
 * suspensions before the keys that they end, plans before keys, documents before the folders that they lie in (a
 * document that is listed lies in a folder that a later listing has).
 */
export const LOG_KINDS = ['revocations', 'suspensions', 'owners', 'keys', 'documents', 'folders'] as const;
export type LogKind = (typeof LOG_KINDS)[number];

export const KIND_PREFIXES: Readonly<Record<LogKind, string>> = {
  revocations: REVOCATIONS_PREFIX,
  suspensions: SUSPENSIONS_PREFIX,
  owners: OWNERS_PREFIX,
  keys: API_KEYS_PREFIX,
  documents: DOCUMENTS_PREFIX,
  folders: FOLDERS_PREFIX,
};

const NAMES: Readonly<Record<LogKind, (name: string) => boolean>> = {
  revocations: isHash,
  suspensions: isSuspension,
  owners: isOwnerName,
  keys: isHash,
  documents: (name) => slotName(name) !== undefined,
  folders: isId,
};

/**
 * What belongs to a place and not to the log in it: which index is in use, what it lacks and what it has reached, who
 * works on it, proofs at a start, whether keys have changed.
 */
export const OF_THE_PLACE = [
  GENERATION_KEY, GENERATIONS_PREFIX, INDEX_MARKS_PREFIX, KEY_CHANGES_KEY, LEASES_PREFIX, REBUILDS_PREFIX,
  PROBES_PREFIX, UNREADABLE_PREFIX,
];

/** `place`: not copied, and nothing strange; `foreign`: not written by this service under any name it uses. */
export function kindOfKey(key: string): LogKind | 'place' | 'foreign' {
  if (OF_THE_PLACE.some((prefix) => key.startsWith(prefix))) return 'place';
  const kind = LOG_KINDS.find((each) => key.startsWith(KIND_PREFIXES[each]));
  return kind !== undefined && isOfKind(key, kind) ? kind : 'foreign';
}

/** The document whose slot a key names. */
export function documentOf(slotKey: string): string {
  return slotKey.slice(DOCUMENTS_PREFIX.length).split('/', 1)[0] as string;
}

function isOfKind(key: string, kind: LogKind): boolean {
  return key.endsWith('.json') && NAMES[kind](key.slice(KIND_PREFIXES[kind].length, -'.json'.length));
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
