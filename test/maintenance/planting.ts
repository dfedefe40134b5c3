import type { DocumentIdentity } from '../../src/domain/document.js';
import { entryOf, type KeyLife } from '../../src/domain/document-key.js';
import { headOf, type Head, type LivingHead } from '../../src/domain/head.js';
import { newId, newWriteId, rootFolderId } from '../../src/domain/ids.js';
import { sourceOf } from '../../src/domain/content/source.js';
import { summarize, type Slot, type Tombstone, type Version } from '../../src/domain/version.js';
import { newVersion } from '../../src/operations/write/new-version.js';
import type { RevisedHead, Revision } from '../../src/ports/document-index.js';
import { keyLife, newOwner } from '../support/factories.js';
import type { MaintenanceHarness } from './maintenance-harness.js';

const LONG_AGO = '2026-01-02T03:04:05.678Z';

export type PlantingOverrides = Partial<DocumentIdentity> & {
  versions?: number;
  title?: string;
  tags?: readonly string[];
  /** Of the versions; of the document too unless said otherwise. */
  at?: string;
};

/** Versions as a service would make them, that are nowhere yet. */
export function makeVersions({
  versions = 1,
  title = 'Planted',
  tags = [],
  at = LONG_AGO,
  ...own
}: PlantingOverrides = {}): Version[] {
  const owner = own.owner ?? newOwner();
  const document: DocumentIdentity = {
    id: newId(owner),
    owner,
    folderId: rootFolderId(owner),
    visibility: 'private',
    createdAt: at,
    byKey: null,
    ...own,
  };
  return Array.from({ length: versions }, (_, i) =>
    newVersion(
      { document, version: i + 1, createdAt: at, author: { keyId: 'key_planted', label: title }, idempotency: null },
      {
        title: `${title} ${i + 1}`,
        contentType: 'markdown',
        metadata: { tags: [...tags] },
        blocks: [],
        contentHash: null,
        source: i % 2 === 0 ? sourceOf(title) : null,
      },
    ),
  );
}

export function tombstoneAfter({ document, version, idempotency }: Version, at = LONG_AGO): Tombstone {
  const { id, owner, createdAt: documentCreatedAt } = document;
  return {
    deleted: true,
    writeId: newWriteId(),
    id,
    owner,
    version: version + 1,
    documentCreatedAt,
    createdAt: at,
    isKeyed: idempotency !== null || document.byKey !== null,
    marks: [],
  };
}

/** Puts slots into the log, and nowhere else. */
export async function putInLog(harness: MaintenanceHarness, slots: readonly Slot[]): Promise<void> {
  for (const slot of slots) {
    if ((await harness.log.claim(slot)) !== 'claimed') throw new Error('the slot is taken');
  }
}

/** A document that lives, in log and index. */
export async function plant(harness: MaintenanceHarness, overrides: PlantingOverrides = {}): Promise<Version[]> {
  const versions = makeVersions(overrides);
  await putInLog(harness, versions);
  await putHead(harness, headOf(lastOf(versions)), versions);
  return versions;
}

/** A life in log and index, as a PUT leaves it before it makes its document. Returns what that will be. */
export async function plantLife(
  harness: MaintenanceHarness,
  overrides: Pick<KeyLife, 'owner' | 'key' | 'life'>,
): Promise<Pick<DocumentIdentity, 'id' | 'owner' | 'byKey'>> {
  const life = keyLife(overrides);
  await harness.keyLog.claim(life);
  await harness.backends.admin.writeIfHigher(await harness.index(), [{ kind: 'key', entry: entryOf(life) }]);
  return { id: life.id, owner: life.owner, byKey: { key: life.key, life: life.life } };
}

export type PlantedDeletion = { versions: Version[]; tombstone: Tombstone; id: string };

export type DeletedOverrides = PlantingOverrides & { deletedAt?: string; left?: readonly number[] };

/** What a deleted document leaves; `left` are the slots that nobody has removed. */
export async function plantDeleted(
  harness: MaintenanceHarness,
  { deletedAt = LONG_AGO, left = [], ...overrides }: DeletedOverrides = {},
): Promise<PlantedDeletion> {
  const versions = makeVersions(overrides);
  const tombstone = tombstoneAfter(lastOf(versions), deletedAt);
  const strays = makeVersions({ ...overrides, ...lastOf(versions).document, versions: Math.max(0, ...left) }).filter(
    ({ version }) => left.includes(version) && version !== tombstone.version,
  );
  await putInLog(harness, [...strays, tombstone]);
  await putHead(harness, headOf(tombstone), []);
  return { versions, tombstone, id: tombstone.id };
}

/** Overwrites the head. */
export async function putHead(
  harness: MaintenanceHarness,
  head: Head,
  versions: readonly Version[] = [],
): Promise<void> {
  const at = await headAt(harness, head.id);
  const outcome = await harness.backends.admin.writeHead(await harness.index(), {
    head,
    expected: at?.revision ?? 'absent',
    summaries: versions.map(summarize),
  });
  if (outcome !== 'written') throw new Error(`the head was not planted: ${outcome}`);
}

export async function takeHead(harness: MaintenanceHarness, id: string): Promise<void> {
  const outcome = await harness.backends.admin.removeHead(id, (await headAt(harness, id))?.revision as Revision);
  if (outcome !== 'removed') throw new Error(`the head was not removed: ${outcome}`);
}

export async function headAt(harness: MaintenanceHarness, id: string): Promise<RevisedHead | undefined> {
  return (await harness.backends.admin.readHeads(await harness.index(), [id]))[0];
}

export async function livingAt(harness: MaintenanceHarness, id: string): Promise<LivingHead> {
  const head = (await headAt(harness, id))?.head;
  if (!head || head.deleted) throw new Error(`${id} does not live`);
  return head;
}

export function lastOf<T>(items: readonly T[]): T {
  return items.at(-1) as T;
}
