import { Deadline } from '../platform/deadline.js';
import type { Actor } from '../domain/api-key.js';
import type { HashedContent, Visibility } from '../domain/document.js';
import { idempotencyMark, isSameRequest, keyReused, type KeyedContent } from '../domain/idempotency.js';
import { derivedId, newId, rootFolderId } from '../domain/ids.js';
import type { Version } from '../domain/version.js';
import type { Written } from '../ports/counters.js';
import { findFolder, type FolderReads } from './find-folder.js';
import { announceWrite, type AnnouncePorts } from './write/announce-write.js';
import { claimFirstSlot, findCreated, type CreatedFirst, type FirstSlotPorts } from './write/first-slot.js';
import type { StoredBytes } from './write/stored-bytes.js';
import { newVersion, numberBlocks } from './write/new-version.js';
import { reserveQuota, reservationOf, type DocumentCreate, type ReservePorts } from './write/quota.js';
import type { DocumentQueue } from '../consistency/document-queue.js';
import type { AppendPorts } from './write/append-slot.js';

export type CreateDocumentPorts = FolderReads &
  ReservePorts &
  FirstSlotPorts &
  AnnouncePorts &
  Pick<AppendPorts, 'writeDeadlineMs' | 'onAcknowledged'> & { queue: DocumentQueue; now(): Date };

type CreateDocument = {
  content: HashedContent;
  folderId: string | undefined;
  visibility: Visibility;
  keyed: KeyedContent | undefined;
  bodyBytes: number;
  stored: StoredBytes;
};

/** Raises `FOLDER_NOT_FOUND`, `IDEMPOTENCY_KEY_REUSED`, `QUOTA_EXCEEDED`. */
export async function createDocument(
  ports: CreateDocumentPorts,
  actor: Actor,
  input: CreateDocument,
): Promise<Version> {
  const deadline = new Deadline(ports.writeDeadlineMs);
  const first = await makeFirstVersion(ports, actor, input);
  // Concurrent repeats wait here for the first one, so that they do not each reserve quota for a moment.
  const created = await ports.queue.run(first.document.id, deadline, () =>
    findOrCreate(ports, { actor, first, deadline }),
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

async function findOrCreate(ports: CreateDocumentPorts, create: DocumentCreate): Promise<CreatedFirst> {
  const { first, deadline } = create;
  const earlier = await findCreated(ports, first);
  if (earlier) return { version: earlier, madeHead: false };
  const reservation = await reserveQuota(ports, create);
  const accepts = (taken: Version) => isSameRequest(first.idempotency, taken.idempotency);
  const created = await claimFirstSlot(ports, { first, reservation, accepts }, deadline);
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
  return { ...(madeHead && { helped: reservationOf(version) }), ...stored.written(0) };
}

async function makeFirstVersion(ports: CreateDocumentPorts, actor: Actor, input: CreateDocument): Promise<Version> {
  const { owner } = actor;
  const { content, visibility, keyed } = input;
  const folder = input.folderId === undefined ? null : await findFolder(ports, owner, input.folderId);
  const folderId = folder?.id ?? rootFolderId(owner);
  const createdAt = ports.now().toISOString();
  // A repeat of a keyed create derives the same identifier, so it finds the first document and answers its version 1.
  const id = keyed ? derivedId('document', owner, keyed.key) : newId(owner);
  const idempotency = keyed ? idempotencyMark(owner, keyed.key, { create: keyed.digest, folderId, visibility }) : null;
  return newVersion(
    { document: { id, owner, folderId, visibility, createdAt, byKey: null }, version: 1, createdAt, idempotency },
    { ...content, blocks: numberBlocks(content.blocks) },
  );
}
