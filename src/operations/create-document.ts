import { Deadline } from '../coordination/deadline.js';
import type { Actor } from '../domain/api-key.js';
import type { Content, Visibility } from '../domain/document.js';
import { idempotencyMark, type KeyedContent } from '../domain/idempotency.js';
import { derivedId, newId, rootFolderId } from '../domain/ids.js';
import type { Version } from '../domain/version.js';
import type { Context } from './context.js';
import { findFolder } from './find-folder.js';
import { acknowledge } from './write/acknowledge.js';
import { claimFirstSlot, findCreated } from './write/first-slot.js';
import { newVersion, numberBlocks } from './write/new-version.js';
import { takeUnit, unitOf } from './write/take-unit.js';

export type CreateDocument = {
  content: Content;
  folderId: string | undefined;
  visibility: Visibility;
  keyed: KeyedContent | undefined;
  /** Of the request's body, decoded. */
  bodyBytes: number;
};

/**
 * Makes a document with its version 1. With an Idempotency-Key the identifier is derived from it, so that a
 * repeat meets the first one's document and answers its version 1. Raises `FOLDER_NOT_FOUND`,
 * `IDEMPOTENCY_KEY_REUSED`, `QUOTA_EXCEEDED`.
 */
export async function createDocument(context: Context, actor: Actor, input: CreateDocument): Promise<Version> {
  const deadline = new Deadline(context.writeDeadlineMs);
  const first = await makeFirstVersion(context, actor, input);
  // Repeats that come at once wait for the first one here, instead of each taking a unit for a moment.
  const version = await context.queue.run(first.document.id, deadline, () =>
    findOrCreate(context, { actor, first, deadline }));
  // What a repeat finds was counted when it was made, or is by a second count of the month.
  const isOwn = version.writeId === first.writeId;
  const written = isOwn ? { created: unitOf(version), bytes: input.bodyBytes } : undefined;
  await acknowledge(context, actor.owner, { document: first.document.id }, written);
  context.onAcknowledged(version);
  return version;
}

type Create = { actor: Actor; first: Version; deadline: Deadline };

async function findOrCreate(context: Context, { actor, first, deadline }: Create): Promise<Version> {
  const earlier = await findCreated(context, first);
  if (earlier) return earlier;
  const unit = await takeUnit(context, actor, first, deadline);
  return claimFirstSlot(context, { first, unit }, deadline);
}

async function makeFirstVersion(context: Context, actor: Actor, input: CreateDocument): Promise<Version> {
  const { owner } = actor;
  const { content, visibility, keyed } = input;
  const folder = input.folderId === undefined ? null : await findFolder(context, owner, input.folderId);
  const folderId = folder?.id ?? rootFolderId(owner);
  const createdAt = context.now().toISOString();
  const id = keyed ? derivedId('document', owner, keyed.key) : newId(owner);
  const idempotency = keyed
    ? idempotencyMark(owner, keyed.key, { create: keyed.digest, folderId, visibility })
    : null;
  return newVersion(
    { document: { id, owner, folderId, visibility, createdAt }, version: 1, createdAt, idempotency },
    { ...content, blocks: numberBlocks(content.blocks) },
  );
}
