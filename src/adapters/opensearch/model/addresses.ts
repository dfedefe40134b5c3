import { routingOf } from '../../../domain/ids.js';

/** `_id` is unique only within a shard, so an address always includes the routing. */
export type Address = { id: string; routing: string };

export function headAddress(documentId: string): Address {
  return { id: documentId, routing: routingOf(documentId) };
}

export function summaryAddress(documentId: string, version: number): Address {
  return { id: `${documentId}:${version}`, routing: routingOf(documentId) };
}

/** Identifiers of heads contain no colon, so this `_id` cannot be one of a head. */
export function folderAddress(folderId: string): Address {
  return { id: `folder:${folderId}`, routing: routingOf(folderId) };
}

export function keyAddress(name: string): Address {
  return { id: `key:${name}`, routing: routingOf(name) };
}

export const GENERATION_ADDRESS: Address = { id: 'generation', routing: 'generation' };

/** The concrete index of a generation. Index names are lower case: other characters become `_` and their hex code. */
export function concreteIndexName(prefix: string, generation: string): string {
  const escape = (character: string): string => `_${character.charCodeAt(0).toString(16)}`;
  return `${prefix}-${generation.replace(/[^a-z0-9-]/g, escape)}`;
}

/** The index of words beside a concrete index; undefined: that one has no name of this prefix. */
export function wordsIndexName(prefix: string, index: string): string | undefined {
  return index.startsWith(`${prefix}-`) ? `${prefix}-words${index.slice(prefix.length)}` : undefined;
}

/** An alias of one concrete index, made with it: a write through it never makes an index that was removed. */
export function guardOf(index: string): string {
  return `${index}-guard`;
}
