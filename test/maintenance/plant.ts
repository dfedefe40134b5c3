import { mapConcurrently } from '../../src/platform/concurrently.js';
import { rootFolderId, newBlockId, newId, newWriteId } from '../../src/domain/ids.js';
import { NO_ASSETS } from '../../src/domain/content/assets.js';
import { sourceOf } from '../../src/domain/content/source.js';
import type { Slot, Tombstone, Version } from '../../src/domain/version.js';
import { VersionLog } from '../../src/log/version-log.js';
import type { ObjectStore } from '../../src/ports/object-store.js';

const AT_ONCE = 32;
const EPOCH = Date.parse('2026-01-01T00:00:00.000Z');

export type Planting = {
  owners: readonly string[];
  documents: number;
  mostVersions: number;
  /** 0 to 1. */
  random: () => number;
  /** None is deleted. */
  living?: boolean;
};

/** A document as the log has it: its last slot, and how many versions it had. */
export type Planted = { owner: string; last: Slot };

/**
 * Puts documents into the log as services would have left them: some with one version and some with many, and one in
 * twelve deleted, with its versions removed, or half of them where the process died over it.
 */
export async function plantDocuments(store: ObjectStore, planting: Planting): Promise<Planted[]> {
  const log = new VersionLog(store);
  const plans = Array.from({ length: planting.documents }, (_, n) => planOf(planting, n));
  await mapConcurrently(plans, AT_ONCE, async ({ slots }) => {
    for (const slot of slots) await log.claim(slot);
  });
  return plans.map(({ owner, slots }) => ({ owner, last: slots.at(-1) as Slot }));
}

function planOf({ owners, mostVersions, random, living }: Planting, n: number): { owner: string; slots: Slot[] } {
  const owner = owners[n % owners.length] as string;
  const id = newId(owner);
  // Squared, so that many have few and few have many.
  const count = 1 + Math.floor(random() ** 3 * mostVersions);
  const versions = Array.from({ length: count }, (_, i) => version(owner, id, { n, number: i + 1 }));
  if (n % 12 !== 0 || living) return { owner, slots: versions };
  const left = n % 24 === 0 ? [] : versions.slice(Math.ceil(count / 2));
  return { owner, slots: [...left, tombstone(owner, id, count + 1)] };
}

function version(owner: string, id: string, { n, number }: { n: number; number: number }): Version {
  const title = `planted ${String(n).padStart(8, '0')} ${number}`;
  return {
    deleted: false,
    writeId: newWriteId(),
    document: { id, owner, folderId: rootFolderId(owner), visibility: 'private', createdAt: at(n), byKey: null },
    version: number,
    title,
    contentType: 'markdown',
    metadata: { tags: [`t${n % 7}`] },
    blocks: [{ id: newBlockId(), order: 0, type: 'paragraph', content: title, metadata: null }],
    contentHash: null,
    source: n % 2 === 0 ? sourceOf(title) : null,
    assets: NO_ASSETS,
    root: null,
    author: number % 2 === 0 ? { keyId: 'key_planted', label: title } : null,
    createdAt: at(n + number),
    idempotency: null,
  };
}

function tombstone(owner: string, id: string, number: number): Tombstone {
  return {
    deleted: true,
    writeId: newWriteId(),
    id,
    owner,
    version: number,
    documentCreatedAt: at(0),
    createdAt: at(number),
    isKeyed: false,
    marks: [],
  };
}

function at(n: number): string {
  return new Date(EPOCH + n * 1_000).toISOString();
}
