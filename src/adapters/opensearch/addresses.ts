import { routingOf } from '../../domain/ids.js';

/**
 * Where a document of the index lies: `_id` is unique per shard only, so the routing is always part of it.
 */
export type Address = { id: string; routing: string };

export function headAddress(documentId: string): Address {
  return { id: documentId, routing: routingOf(documentId) };
}

export function summaryAddress(documentId: string, version: number): Address {
  return { id: `${documentId}:${version}`, routing: routingOf(documentId) };
}

/** Told apart from heads, whose identifiers have no colon. */
export function folderAddress(folderId: string): Address {
  return { id: `folder:${folderId}`, routing: routingOf(folderId) };
}

export const GENERATION_ADDRESS: Address = { id: 'generation', routing: 'generation' };

/**
 * The concrete index of a generation. Index names know no upper case, so whatever is not a lower-case letter,
 * a digit or a hyphen is written as `_` and its hexadecimal code.
 */
export function concreteIndexName(prefix: string, generation: string): string {
  const escape = (character: string): string => `_${character.charCodeAt(0).toString(16)}`;
  return `${prefix}-${generation.replace(/[^a-z0-9-]/g, escape)}`;
}
