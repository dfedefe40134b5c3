import { Deadline } from '../platform/deadline.js';
import type { Actor } from '../domain/api-key.js';
import type { HashedContent } from '../domain/content/content-hash.js';
import { isSameRequest, keyReused, type KeyedContent } from '../domain/idempotency.js';
import { derivedId, newId, rootFolderId } from '../domain/ids.js';
import type { Version } from '../domain/version.js';
import type { Written } from '../ports/counters.js';
import type { ChangeFolderPorts } from './folders/create-folder.js';
import { placedMark, planPlacement, type PlannedPlacement, type WantedPlacement } from './folders/plan-placement.js';
import { announceWrite, type AnnouncePorts } from './write/announce-write.js';
import { claimFirstSlot, findCreated, type CreatedFirst, type FirstSlotPorts } from './write/first-slot.js';
import type { StoredBytes } from './write/stored-bytes.js';
import { authorOf, newVersion, numberBlocks } from './write/new-version.js';
import { reserveQuota, reservationOf, type DocumentCreate, type ReservePorts } from './write/quota.js';
import type { KeyedQueue } from '../platform/keyed-queue.js';
import type { AppendPorts } from './write/append-slot.js';

export type CreateDocumentPorts = ChangeFolderPorts &
  ReservePorts &
  FirstSlotPorts &
  AnnouncePorts &
  Pick<AppendPorts, 'writeDeadlineMs' | 'onAcknowledged'> & { queue: KeyedQueue; now(): Date };

type CreateDocument = {
  content: HashedContent;
  wanted: WantedPlacement;
  keyed: KeyedContent | undefined;
  bodyBytes: number;
  stored: StoredBytes;
};

/** Raises `ASSET_NOT_FOUND`, `FOLDER_NOT_FOUND`, `IDEMPOTENCY_KEY_REUSED`, `QUOTA_EXCEEDED`. */
export async function createDocument(
  ports: CreateDocumentPorts,
  actor: Actor,
  input: CreateDocument,
): Promise<Version> {
  const deadline = new Deadline(ports.writeDeadlineMs);
  const planned = await planPlacement(ports, actor, { ...input.wanted, deadline });
  const { makeFolders } = planned;
  const first = firstVersion(ports, actor, { ...input, ...planned });
  // Concurrent repeats wait here for the first one, so that they do not each reserve quota for a moment.
  const created = await ports.queue.run(
    first.document.id,
    () => findOrCreate(ports, { actor, first, deadline, makeFolders }),
    { waitMs: deadline.leftMs },
  );
  const { version } = created;
  await announceWrite(ports, actor.owner, {
    change: { document: first.document.id },
    ...writtenOf(created, first, input),
  });
  // Any older state of the index may have an earlier write too, so only a new write is worth a mark.
  if (isNew(created, first)) ports.onAcknowledged(version);
  return version;
}

type Create = DocumentCreate & Pick<PlannedPlacement, 'makeFolders'> & { deadline: Deadline };

async function findOrCreate(ports: CreateDocumentPorts, create: Create): Promise<CreatedFirst> {
  const { actor, first, deadline, makeFolders } = create;
  const earlier = await findCreated(ports, first);
  if (earlier) return { version: earlier, madeHead: false };
  const reservation = await reserveQuota(ports, create);
  const accepts = (taken: Version) => isSameRequest(first.idempotency, taken.idempotency);
  const created = await claimFirstSlot(ports, { actor, first, reservation, accepts, makeFolders }, deadline);
  if (created === 'ended') throw keyReused(first.document.id);
  return created;
}

function isNew({ version, madeHead }: CreatedFirst, first: Version): boolean {
  return madeHead || version.writeId === first.writeId;
}

function writtenOf(
  { version, madeHead }: CreatedFirst,
  first: Version,
  { stored, bodyBytes }: Pick<CreateDocument, 'stored' | 'bodyBytes'>,
): Written {
  if (version.writeId === first.writeId) {
    return { created: reservationOf(version), ...stored.written(bodyBytes, { version }) };
  }
  return { ...(madeHead && { created: reservationOf(version) }), ...stored.written(0) };
}

type First = Pick<CreateDocument, 'content' | 'keyed'> & Omit<PlannedPlacement, 'makeFolders'>;

function firstVersion(ports: CreateDocumentPorts, actor: Actor, first: First): Version {
  const { owner } = actor;
  const { content, keyed, placement } = first;
  const { folderId = rootFolderId(owner), visibility = 'private' } = placement;
  const createdAt = ports.now().toISOString();
  // A repeat of a keyed create derives the same identifier, so it finds the first document and answers its version 1.
  const id = keyed ? derivedId('document', owner, keyed.key) : newId(owner);
  const idempotency = placedMark({ ...first, scope: owner }, ({ digest }, place) => ({
    create: digest,
    ...('path' in place ? { path: place.path } : { folderId }),
    visibility,
  }));
  const document = { id, owner, folderId, visibility, createdAt, byKey: null };
  return newVersion(
    { document, version: 1, createdAt, author: authorOf(actor), idempotency },
    { ...content, blocks: numberBlocks(content.blocks) },
  );
}
