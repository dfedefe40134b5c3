import { isDeepStrictEqual } from 'node:util';
import { headOf, type Head } from '../../domain/head.js';
import type { Slot } from '../../domain/version.js';

/** Whether the tombstone made this head. The head's time may be later: gc sets it. */
export function isHeadOfTombstone(head: Head, slot: Slot): boolean {
  const made = headOf(slot);
  return (
    head.deleted && head.updatedAt >= made.updatedAt && isDeepStrictEqual({ ...head, updatedAt: made.updatedAt }, made)
  );
}
