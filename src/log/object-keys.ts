import { routingOf, routingSlotOf } from '../domain/ids.js';

const DIGITS = 10;
const SLOT_KEY = /^documents\/([0-9A-Za-z]{24})\/versions\/(\d{10})\.json$/;
const FOLDER_KEY = /^folders\/([0-9A-Za-z]{24})\.json$/;
const GENERATION_KEYS = /^index-generations\/\d{10}-\d{10}\.json$/;
const REBUILD_KEY = /^rebuilds\/([0-9a-z]{12})\.json$/;
const LEASE_KEY = /^leases\/maintenance\/(\d{10})\.json$/;
const API_KEY_KEY = /^keys\/([0-9a-f]{64})\.json$/;
const OWNER_KEY = /^owners\/([^/]+)\.json$/;
const LIFE_KEY = /^by-key\/([0-9A-Za-z]{24})\/(\d{10})\.json$/;
const SUSPENSION_KEY = /^suspensions\/([^/]+)\/(\d{10})-(suspended|resumed)\.json$/;

const ASSET_KEY = /^(?:assets\/(.+)|asset-log\/(.+)\.json|asset-uses\/(.+)\/([0-9A-Za-z]{24})\.json)$/;
const ASSET_NAME = /^([^/]+)\/([0-9a-f]{64})\/(\d{10})$/;

const FOLDER_ENTRY_KEY = /^folder-trees\/([^/]+)\/(\d{10})\.(json|tree)$/;

const FOLDER_SWEEP_KEY = /^folder-sweeps\/([^/]+)\/([0-9A-Za-z]{24})\.json$/;

const OF_AN_ID = /^(?:documents|by-key|folders)\/([0-9A-Za-z]{24})/;

export const DOCUMENTS_PREFIX = 'documents/';
/** Lives of clients' own keys. */
export const BY_KEY_PREFIX = 'by-key/';
/** Bytes of assets, what became of them, and which documents name them. */
export const ASSETS_PREFIX = 'assets/';
export const ASSET_LOG_PREFIX = 'asset-log/';
export const ASSET_USES_PREFIX = 'asset-uses/';
/** Folders of releases before folder trees. */
export const FOLDERS_PREFIX = 'folders/';
/** By owner, what changed its folders, and the folders as they were after some of the changes. */
export const FOLDER_TREES_PREFIX = 'folder-trees/';
/** Folders that go with all below, and may have documents that are not removed yet. */
export const FOLDER_SWEEPS_PREFIX = 'folder-sweeps/';
export const API_KEYS_PREFIX = 'keys/';
export const REVOCATIONS_PREFIX = 'revocations/';
export const OWNERS_PREFIX = 'owners/';
export const SUSPENSIONS_PREFIX = 'suspensions/';
export const KEY_CHANGES_KEY = 'key-changes.json';
export const PROBES_PREFIX = 'probes/';
export const GENERATION_KEY = 'index-generation.json';
export const GENERATIONS_PREFIX = 'index-generations/';
export const INDEX_MARKS_PREFIX = 'index-marks/';
export const ROLLED_BACK_PREFIX = `${INDEX_MARKS_PREFIX}set-back/`;
/** New indices that no process has finished. */
export const REBUILDS_PREFIX = 'rebuilds/';
/** By generation, what an index lacks because it could not be read. */
export const UNREADABLE_PREFIX = 'index-unreadable/';
export const LEASES_PREFIX = 'leases/maintenance/';
export const MAINTENANCE_RUNS_PREFIX = 'maintenance-runs/';

/** The routing of the owner of document, folders, client's key or asset; empty: it is of the operator. */
export function routingOfKey(key: string): string {
  const [, id] = OF_AN_ID.exec(key) ?? [];
  if (id !== undefined) return routingOf(id);
  const { owner } = assetOfKey(key) ?? folderEntryOfKey(key) ?? folderSweepOfKey(key) ?? {};
  return owner === undefined ? '' : routingSlotOf(owner);
}

/** Bytes of one owner. Another owner's equal bytes are another asset. */
export type AssetName = { owner: string; sha256: string };

export function assetKey(name: AssetName, life: number): string {
  return `${assetPrefix(ASSETS_PREFIX, name)}${digits(life)}`;
}

export function assetEntryKey(name: AssetName, number: number): string {
  return `${assetPrefix(ASSET_LOG_PREFIX, name)}${numbered(number)}`;
}

export function assetUseKey(name: AssetName, life: number, documentId: string): string {
  return `${assetPrefix(ASSET_USES_PREFIX, name)}${digits(life)}/${documentId}.json`;
}

export function assetPrefix(kind: string, { owner, sha256 }: AssetName): string {
  return `${kind}${owner}/${sha256}/`;
}

/** `number`: of the entry, else the life. */
export function assetOfKey(key: string): (AssetName & { number: number; documentId?: string }) | undefined {
  const [, ofBytes, ofEntry, ofUse, documentId] = ASSET_KEY.exec(key) ?? [];
  const [, owner, sha256, digits] = ASSET_NAME.exec(ofBytes ?? ofEntry ?? ofUse ?? '') ?? [];
  if (owner === undefined || sha256 === undefined || !(Number(digits) > 0)) return undefined;
  return { owner, sha256, number: Number(digits), ...(documentId !== undefined && { documentId }) };
}

export function slotKey(documentId: string, version: number): string {
  return `${slotsPrefix(documentId)}${numbered(version)}`;
}

/** None of the document's slots has a key greater than `lastSlotKey`. */
export function slotsPrefix(documentId: string): string {
  return `${DOCUMENTS_PREFIX}${documentId}/versions/`;
}

export function lastSlotKey(documentId: string): string {
  return slotKey(documentId, 10 ** DIGITS - 1);
}

export function slotOfKey(key: string): { documentId: string; version: number } | undefined {
  const [, documentId, digits] = SLOT_KEY.exec(key) ?? [];
  const version = Number(digits);
  return documentId === undefined || !(version > 0) ? undefined : { documentId, version };
}

export function lifeKey(name: string, life: number): string {
  return `${livesPrefix(name)}${numbered(life)}`;
}

export function livesPrefix(name: string): string {
  return `${BY_KEY_PREFIX}${name}/`;
}

export function lifeOfKey(key: string): { name: string; life: number } | undefined {
  const [, name, digits] = LIFE_KEY.exec(key) ?? [];
  const life = Number(digits);
  return name === undefined || !(life > 0) ? undefined : { name, life };
}

export function folderOfKey(key: string): string | undefined {
  return FOLDER_KEY.exec(key)?.[1];
}

export function folderTreePrefix(owner: string): string {
  return `${FOLDER_TREES_PREFIX}${owner}/`;
}

export function folderEntryKey(owner: string, number: number): string {
  return `${folderTreePrefix(owner)}${numbered(number)}`;
}

/** Of all folders after the entry of the number. */
export function folderTreeKey(owner: string, number: number): string {
  return `${folderTreePrefix(owner)}${digits(number)}.tree`;
}

export function folderEntryOfKey(key: string): { owner: string; number: number; isTree: boolean } | undefined {
  const [, owner, number, end] = FOLDER_ENTRY_KEY.exec(key) ?? [];
  return owner === undefined || !(Number(number) > 0)
    ? undefined
    : { owner, number: Number(number), isTree: end === 'tree' };
}

export function folderSweepKey({ owner, folderId }: FolderSweep): string {
  return `${FOLDER_SWEEPS_PREFIX}${owner}/${folderId}.json`;
}

export type FolderSweep = { owner: string; folderId: string };

export function folderSweepOfKey(key: string): FolderSweep | undefined {
  const [, owner, folderId] = FOLDER_SWEEP_KEY.exec(key) ?? [];
  return owner === undefined || folderId === undefined ? undefined : { owner, folderId };
}

export function generationKey(lease: number, step: number): string {
  return `${GENERATIONS_PREFIX}${digits(lease)}-${digits(step)}.json`;
}

export function indexMarksKey(number: number): string {
  return `${INDEX_MARKS_PREFIX}${number}.json`;
}

export function rolledBackKey(generation: string): string {
  return `${ROLLED_BACK_PREFIX}${generation}.json`;
}

export function isGenerationKey(key: string): boolean {
  return GENERATION_KEYS.test(key);
}

export function generationOfRebuildKey(key: string): string | undefined {
  return REBUILD_KEY.exec(key)?.[1];
}

export function rebuildKey(generation: string): string {
  return `${REBUILDS_PREFIX}${generation}.json`;
}

export function unreadableKey(generation: string): string {
  return `${UNREADABLE_PREFIX}${generation}.json`;
}

export function leaseKey(number: number): string {
  return `${LEASES_PREFIX}${numbered(number)}`;
}

export function maintenanceRunKey(maintenance: string): string {
  return `${MAINTENANCE_RUNS_PREFIX}${maintenance}.json`;
}

export function numberOfLeaseKey(key: string): number | undefined {
  const [, digits] = LEASE_KEY.exec(key) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

export function folderKey(folderId: string): string {
  return `${FOLDERS_PREFIX}${folderId}.json`;
}

export function apiKeyKey(hash: string): string {
  return `${API_KEYS_PREFIX}${hash}.json`;
}

export function hashOfApiKeyKey(key: string): string | undefined {
  return API_KEY_KEY.exec(key)?.[1];
}

export function revocationKey(hash: string): string {
  return `${REVOCATIONS_PREFIX}${hash}.json`;
}

export function ownerKey(owner: string): string {
  return `${OWNERS_PREFIX}${owner}.json`;
}

export function ownerOfKey(key: string): string | undefined {
  return OWNER_KEY.exec(key)?.[1];
}

/** `number` orders all that operators set for one owner. */
export type Suspension = { owner: string; number: number; state: 'suspended' | 'resumed' };

export function suspensionsPrefix(owner: string): string {
  return `${SUSPENSIONS_PREFIX}${owner}/`;
}

/** Of two states with one number, `suspended` has the greater key. */
export function suspensionKey({ owner, number, state }: Suspension): string {
  return `${suspensionsPrefix(owner)}${digits(number)}-${state}.json`;
}

export function suspensionOfKey(key: string): Suspension | undefined {
  const [, owner, digits, state] = SUSPENSION_KEY.exec(key) ?? [];
  if (owner === undefined || !(Number(digits) > 0)) return undefined;
  return { owner, number: Number(digits), state: state as Suspension['state'] };
}

function numbered(number: number): string {
  return `${digits(number)}.json`;
}

function digits(number: number): string {
  return String(number).padStart(DIGITS, '0');
}
