import { isDeepStrictEqual } from 'node:util';
import { apiKeyShape, planShape, revocationShape } from '../../log/api-key-records.js';
import { decodeObject, unreadableAs } from '../../log/json-objects.js';
import { decodeSlot } from '../../log/slot-codec.js';
import { kindOfKey } from '../shared/sync-kinds.js';

export type ObjectPair = { key: string; source: Uint8Array; target: Uint8Array };

/** `keep` or `replace` the target's object, or leave the conflict to the operator. */
export type Settlement = { outcome: 'keep' } | { outcome: 'replace' } | { outcome: 'conflict'; why: string };

const KEEP: Settlement = { outcome: 'keep' };

/**
 * Nothing at the target is ever undone. Key records may differ only in when they retire, which rotation sets: the
 * earlier time holds. Plans have no order, and the target's may have been set after the move: the operator settles
 * them. Any revocation is as good as another, and a suspension's key says everything. All else is written once: it
 * differs only after damage or writes on both sides.
 */
export function settleDifference(pair: ObjectPair): Settlement {
  if (Buffer.compare(pair.source, pair.target) === 0) return KEEP;
  try {
    return settlers[kindOfKey(pair.key)](pair);
  } catch (error) {
    return unreadableAs(conflict('the two differ, and one of them cannot be read'))(error);
  }
}

/** Whether the slot is a tombstone; false if it is unreadable. */
export function isTombstone(key: string, body: Uint8Array): boolean {
  try {
    return decodeSlot(key, body).deleted;
  } catch (error) {
    return unreadableAs(false)(error);
  }
}

const written = (): Settlement => conflict('the target has another object: both sides were written to');

const settlers: Readonly<Record<ReturnType<typeof kindOfKey>, (pair: ObjectPair) => Settlement>> = {
  documents: written,
  'by-key': written,
  folders: written,
  owners: settlePlans,
  keys: settleKeys,
  revocations: settleRevocations,
  suspensions: () => KEEP,
  place: written,
  foreign: written,
};

function settlePlans({ key, source, target }: ObjectPair): Settlement {
  const [ours, theirs] = [decodeObject(key, source, planShape), decodeObject(key, target, planShape)];
  if (isDeepStrictEqual(ours, theirs)) return KEEP;
  return conflict(
    `the plan is ${ours.plan} at the source and ${theirs.plan} at the target: ` +
      'set the one that holds at both with `quire owners set-plan`',
  );
}

function settleKeys({ key, source, target }: ObjectPair): Settlement {
  const { retires: ours, ...record } = decodeObject(key, source, apiKeyShape);
  const { retires: theirs, ...other } = decodeObject(key, target, apiKeyShape);
  if (!isDeepStrictEqual(record, other)) return conflict('the target has another key record');
  return { outcome: endsBefore(ours, theirs) ? 'replace' : 'keep' };
}

function endsBefore(time: string | null, other: string | null): boolean {
  return time !== null && (other === null || Date.parse(time) < Date.parse(other));
}

function settleRevocations({ key, target }: ObjectPair): Settlement {
  decodeObject(key, target, revocationShape);
  return KEEP;
}

function conflict(why: string): Settlement {
  return { outcome: 'conflict', why };
}
