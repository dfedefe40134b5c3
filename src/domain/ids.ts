import { LRUCache } from 'lru-cache';
import { createHash, randomBytes } from 'node:crypto';
import { encodeBase62, randomBase62 } from './base62.js';

/** 22 base62 characters, random or derived, and 2 of the owner's routing slot. */
const ID_PATTERN = /^[0-9A-Za-z]{24}$/;
const NAME_LENGTH = 22;
const SLOT_LENGTH = 2;
export const ID_LENGTH = NAME_LENGTH + SLOT_LENGTH;
const ROUTING_SLOTS = 62 ** SLOT_LENGTH;
/** Most calls are for few owners, and hashes take microseconds. */
const OWNERS_KEPT = 10_000;

export function isId(text: string): boolean {
  return ID_PATTERN.test(text);
}

export function newId(owner: string): string {
  return randomBase62(NAME_LENGTH) + routingSlotOf(owner);
}

/**
 * `document`, `folder`: of an Idempotency-Key. `folder at`: of parent and name. `by-key`: of a client's own key.
 * `folder tree`: of an owner.
 */
type DerivedKind = 'document' | 'folder' | 'folder at' | 'by-key' | 'folder tree';

/** A repeat with the same name finds the first result by this identifier. */
export function derivedId(kind: DerivedKind, owner: string, name: string): string {
  return hashedName(`${kind}\0${owner}\0${name}`) + routingSlotOf(owner);
}

export const rootFolderId = keptByOwner((owner) => hashedName(`root\0${owner}`) + routingSlotOf(owner));

/** Everything of one owner lies in one shard, and a GET by id knows which. */
export function routingOf(id: string): string {
  return id.slice(NAME_LENGTH);
}

export const routingSlotOf = keptByOwner((owner) => {
  const slot = createHash('sha256').update(owner).digest().readUInt32BE(0) % ROUTING_SLOTS;
  return encodeBase62(BigInt(slot), SLOT_LENGTH);
});

export function keptByOwner(derive: (owner: string) => string): (owner: string) => string {
  const kept = new LRUCache<string, string>({ max: OWNERS_KEPT, memoMethod: derive });
  return (owner) => kept.memo(owner);
}

export function newBlockId(): string {
  return randomBase62(16);
}

export function newWriteId(): string {
  return randomBytes(16).toString('base64url');
}

function hashedName(text: string): string {
  const digest = createHash('sha256').update(text).digest();
  return encodeBase62(BigInt(`0x${digest.toString('hex')}`), NAME_LENGTH);
}
