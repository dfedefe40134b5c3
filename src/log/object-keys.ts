/** The names of all objects of the log; a bucket and an embedded folder have the same ones. */
const SLOT_DIGITS = 10;

export const DOCUMENTS_PREFIX = 'documents/';
export const FOLDERS_PREFIX = 'folders/';
export const API_KEYS_PREFIX = 'keys/';
export const GENERATION_KEY = 'index-generation.json';

export function slotKey(documentId: string, version: number): string {
  return `${DOCUMENTS_PREFIX}${documentId}/versions/${String(version).padStart(SLOT_DIGITS, '0')}.json`;
}

export function folderKey(folderId: string): string {
  return `${FOLDERS_PREFIX}${folderId}.json`;
}

export function apiKeyKey(hash: string): string {
  return `${API_KEYS_PREFIX}${hash}.json`;
}

/** Beside the key's own record: a revocation that nothing rewrites. */
export function revocationKey(hash: string): string {
  return `revocations/${hash}.json`;
}

export function ownerKey(owner: string): string {
  return `owners/${owner}.json`;
}
