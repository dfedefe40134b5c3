import { isDeepStrictEqual } from 'node:util';
import { headOf, type Head } from '../../domain/head.js';
import type { Slot, Tombstone, Version } from '../../domain/version.js';
import type { FindingKind } from './findings.js';
import type { ObservedDocument } from './observe-document.js';
import type { LoggedDocument } from '../shared/scan-log.js';
import { isHeadOfTombstone } from '../shared/tombstone-head.js';

export type HeadRepair = { head: Head; slot: Slot } | 'removal';

export type Verdict = {
  /** Undefined: head and log agree. */
  finding: FindingKind | undefined;
  repair?: HeadRepair;
  /** Start of a write that would cause this state while under way. */
  begunAt?: string;
};

const RIGHT: Verdict = { finding: undefined };

/** Compares a document's head with its log, which was read after the head. */
export function checkDocument({ at, logged, slot }: ObservedDocument): Verdict {
  const head = at?.head;
  if (!logged) return checkWithoutLog(head);
  if (slot === 'unreadable') return { finding: 'damaged log' };
  // The slot vanished between listing and read: the document is being deleted.
  if (!slot) return { finding: 'write under way' };
  return slot.deleted ? checkEnded(head, slot) : checkLiving(head, logged, slot);
}

function checkWithoutLog(head: Head | undefined): Verdict {
  if (!head) return RIGHT;
  // Left by gc between the last object and the head. It fences late writes, so only gc removes it.
  if (head.deleted) return { finding: 'tombstone left to gc' };
  return { finding: 'ghost head', repair: 'removal' };
}

function checkEnded(head: Head | undefined, slot: Tombstone): Verdict {
  if (!head) return behind('missing head', slot);
  if (head.currentVersion > slot.version) return { finding: 'head ahead of the log' };
  if (!head.deleted) return behind('head of a deleted document', slot);
  return isHeadOfTombstone(head, slot) ? RIGHT : compare(head, slot);
}

function checkLiving(head: Head | undefined, logged: LoggedDocument, slot: Version): Verdict {
  // The deletion was acknowledged: the document stays deleted, though the lost tombstone cannot be recreated.
  if (head?.deleted) return { finding: 'deletion missing in the log' };
  if (logged.lowest !== 1) return { finding: head ? 'damaged log' : 'versions without a first one' };
  if (!head) return behind('missing head', slot);
  if (head.currentVersion > slot.version) return { finding: 'head ahead of the log' };
  if (head.currentVersion < slot.version) return behind('stale head', slot);
  const verdict = compare(head, slot);
  if (verdict === RIGHT && logged.slots < logged.highest) return { finding: 'damaged log' };
  return verdict;
}

function behind(finding: FindingKind, slot: Slot): Verdict {
  return { finding, repair: { head: headOf(slot), slot }, begunAt: slot.createdAt };
}

function compare(head: Head, slot: Slot): Verdict {
  const expected = headOf(slot);
  return isDeepStrictEqual(head, expected) ? RIGHT : { finding: 'differing head', repair: { head: expected, slot } };
}
