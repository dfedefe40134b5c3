import { isDeepStrictEqual } from 'node:util';
import { assetEntryShape, type AssetEntry } from '../../log/asset-log.js';
import { apiKeyShape, planShape } from '../../log/api-key-records.js';
import { decodeObject, unreadableAs } from '../../log/json-objects.js';
import { isReadable } from '../shared/is-readable.js';
import type { LogKind } from '../shared/sync-kinds.js';

export type ObjectPair = { key: string; source: Uint8Array; target: Uint8Array };

/** `keep` or `replace` the target's object, or leave the conflict to the operator. */
export type Settlement = 'keep' | 'replace' | { why: string };

/**
 * Nothing at the target is ever undone. Key records may differ only in when they retire, which rotation sets: the
 * earlier time holds. Plans have no order: the operator settles them. Any revocation is as good as another, and a
 * suspension's key says everything. Uses of assets, and entries that say the same, may differ in their times.
 * All else is written once.
 */
export function settleDifference(kind: LogKind, pair: ObjectPair): Settlement {
  const { key, source, target } = pair;
  if (Buffer.compare(source, target) === 0) return 'keep';
  try {
    if (kind === 'keys') return settleKeys(pair);
    if (kind === 'owners') return settlePlans(pair);
    if (kind === 'asset-log' && isSameEntry(pair)) return 'keep';
  } catch (error) {
    return unreadableAs({ why: 'the two differ, and one of them cannot be read' })(error);
  }
  if (kind === 'asset-uses') return 'keep';
  if (kind === 'suspensions' || (kind === 'revocations' && isReadable(kind, key, target))) return 'keep';
  return { why: 'the target has another object: both sides were written to' };
}

function settleKeys({ key, source, target }: ObjectPair): Settlement {
  const { retires: ours, ...record } = decodeObject(key, source, apiKeyShape);
  const { retires: theirs, ...other } = decodeObject(key, target, apiKeyShape);
  if (!isDeepStrictEqual(record, other)) return { why: 'the target has another key record' };
  const isEarlier = ours !== null && (theirs === null || Date.parse(ours) < Date.parse(theirs));
  return isEarlier ? 'replace' : 'keep';
}

function isSameEntry({ key, source, target }: ObjectPair): boolean {
  const [{ at: _at, ...ours }, { at: _when, ...theirs }] = [source, target].map((body) =>
    decodeObject(key, body, assetEntryShape),
  ) as [AssetEntry, AssetEntry];
  return isDeepStrictEqual(ours, theirs);
}

function settlePlans({ key, source, target }: ObjectPair): Settlement {
  const [ours, theirs] = [decodeObject(key, source, planShape), decodeObject(key, target, planShape)];
  if (isDeepStrictEqual(ours, theirs)) return 'keep';
  const why = `the plan is ${ours.plan} at the source and ${theirs.plan} at the target`;
  return { why: `${why}: set the one that holds at both with \`quire owners set-plan\`` };
}
