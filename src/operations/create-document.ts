import { Deadline } from '../platform/deadline.js';
import type { Actor } from '../domain/api-key.js';
import type { Content, Visibility } from '../domain/document.js';
import { idempotencyMark, type KeyedContent } from '../domain/idempotency.js';
import { derivedId, newId, rootFolderId } from '../domain/ids.js';
import type { Version } from '../domain/version.js';
import type { Written } from '../ports/counters.js';
import type { Context } from './context.js';
import { findFolder } from './find-folder.js';
import { announceWrite } from './write/announce-write.js';
import { claimFirstSlot, findCreated, type CreatedFirst } from './write/first-slot.js';
import { newVersion, numberBlocks } from './write/new-version.js';
import { reserveQuota, reservationOf } from './write/reserve-quota.js';

export type CreateDocument = {
  content: Content;
  folderId: string | undefined;
  visibility: Visibility;
  keyed: KeyedContent | undefined;
  bodyBytes: number;
};

/** Raises `FOLDER_NOT_FOUND`, `IDEMPOTENCY_KEY_REUSED`, `QUOTA_EXCEEDED`. */
export async function createDocument(context: Context, actor: Actor, input: CreateDocument): Promise<Version> {
  const deadline = new Deadline(context.writeDeadlineMs);
  const first = await makeFirstVersion(context, actor, input);
  // Concurrent repeats wait here for the first one, so that they do not each take a quota unit for a moment.
  const created = await context.queue.run(first.document.id, deadline, () =>
    findOrCreate(context, { actor, first, deadline }),
  );
  const { version } = created;
  await announceWrite(
    context,
    actor.owner,
    { document: first.document.id },
    writtenOf(created, first, input.bodyBytes),
  );
  // Any older state of the index may have an earlier write too, so only a new write is worth a mark.
  if (isNew(created, first)) context.onAcknowledged(version);
  return version;
}

type DocumentCreate = { actor: Actor; first: Version; deadline: Deadline };

async function findOrCreate(context: Context, { actor, first, deadline }: DocumentCreate): Promise<CreatedFirst> {
  const earlier = await findCreated(context, first);
  if (earlier) return { version: earlier, madeHead: false };
  const unit = await reserveQuota(context, actor, first, deadline);
  return claimFirstSlot(context, { first, unit }, deadline);
}

function isNew({ version, madeHead }: CreatedFirst, first: Version): boolean {
  return madeHead || version.writeId === first.writeId;
}

function writtenOf({ version, madeHead }: CreatedFirst, first: Version, bytes: number): Written {
  if (version.writeId === first.writeId) return { created: reservationOf(version), bytes };
  return madeHead ? { helped: reservationOf(version) } : {};
}

async function makeFirstVersion(context: Context, actor: Actor, input: CreateDocument): Promise<Version> {
  const { owner } = actor;
  const { content, visibility, keyed } = input;
  const folder = input.folderId === undefined ? null : await findFolder(context, owner, input.folderId);
  const folderId = folder?.id ?? rootFolderId(owner);
  const createdAt = context.now().toISOString();
  // A repeat of a keyed create derives the same identifier, so it finds the first document and answers its version 1.
  const id = keyed ? derivedId('document', owner, keyed.key) : newId(owner);
  const idempotency = keyed ? idempotencyMark(owner, keyed.key, { create: keyed.digest, folderId, visibility }) : null;
  return newVersion(
    { document: { id, owner, folderId, visibility, createdAt }, version: 1, createdAt, idempotency },
    { ...content, blocks: numberBlocks(content.blocks) },
  );
}
