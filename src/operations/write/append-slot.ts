import { Deadline } from '../../coordination/deadline.js';
import type { Actor } from '../../domain/api-key.js';
import { QuireError } from '../../domain/errors.js';
import type { LivingHead } from '../../domain/head.js';
import { checkPrecondition, type Precondition } from '../../domain/precondition.js';
import {
  summarize, type IdempotencyMark, type Slot, type Version, type VersionSummary,
} from '../../domain/version.js';
import type { Revision } from '../../ports/document-index.js';
import type { Context } from '../context.js';
import { checkDocumentId, checkOwned } from '../owned-head.js';
import { acknowledge } from './acknowledge.js';
import { advanceHead, helpHead } from './advance-head.js';
import { claimSlot } from './claim-slot.js';
import { findRepeat } from './find-repeat.js';
import { removeStray } from './remove-stray.js';

export type Append<S extends Slot> = {
  actor: Actor;
  documentId: string;
  precondition: Precondition | undefined;
  idempotency: IdempotencyMark | null;
  /** What goes into the next slot. Raises what the newest head does not allow. */
  makeSlot(head: LivingHead): Promise<S> | S;
};

type LivingAt = { head: LivingHead; revision: Revision };

/** Adds a version; the answer describes it, or the one that an earlier request with the same key made. */
export async function appendVersion(context: Context, append: Append<Version>): Promise<VersionSummary> {
  const appended = await appendSlot(context, append);
  return 'writeId' in appended ? summarize(appended) : appended;
}

/**
 * Adds the next slot to a document's log: a version, or the tombstone that ends it.
 *
 * The order is that of the protocol: head, key, claim, head, epoch. A process killed anywhere leaves at most a
 * slot ahead of its head, which nobody acknowledged and which the next writer brings into the head.
 */
export async function appendSlot<S extends Slot>(
  context: Context, append: Append<S>,
): Promise<S | VersionSummary> {
  checkDocumentId(append.documentId);
  const deadline = new Deadline(context.writeDeadlineMs);
  const appended = await context.queue.run(append.documentId, deadline, () =>
    appendInTurn(context, append, deadline));
  await acknowledge(context, append.actor.owner, { document: append.documentId });
  return appended;
}

async function appendInTurn<S extends Slot>(
  context: Context, append: Append<S>, deadline: Deadline,
): Promise<S | VersionSummary> {
  let inspected = 0;
  for (let attempt = 0; ; attempt++) {
    deadline.check('waiting for a slot');
    const at = await readLivingHead(context, append);
    const repeat = append.idempotency && await findRepeat(context, {
      documentId: append.documentId, mark: append.idempotency, after: inspected, upTo: at.head.currentVersion,
    });
    if (repeat) return repeat;
    inspected = at.head.currentVersion;
    const slot = await append.makeSlot(at.head);
    checkPrecondition(append.precondition, at.head.currentVersion);
    deadline.check('preparing a slot');
    const claim = await claimSlot(context.log, slot, deadline);
    if (claim.outcome === 'own') return confirm(context, { slot, from: at }, deadline);
    if (claim.outcome === 'taken') await helpHead(context, { slot: claim.by, from: at });
    if (attempt > 0) await deadline.pause(attempt, 'waiting for a slot');
  }
}

/**
 * Raises `DOCUMENT_NOT_FOUND`, `NOT_OWNER`. Of a deletion this answer may be the first to tell, its own request having
 * died or its outcome being unknown: searches must not find the document after it.
 */
async function readLivingHead(context: Context, { documentId, actor }: Append<Slot>): Promise<LivingAt> {
  const at = await context.index.readHead(documentId);
  if (at?.head.deleted === true && at.head.owner === actor.owner) {
    await acknowledge(context, actor.owner, { document: documentId });
  }
  return checkOwned(at, actor);
}

async function confirm<S extends Slot>(
  context: Context, move: { slot: S; from: LivingAt }, deadline: Deadline,
): Promise<S> {
  const { slot } = move;
  if (await advanceHead(context, move, deadline) === 'reached') return slot;
  if (!slot.deleted) removeStray(context, slot);
  throw new QuireError('DOCUMENT_NOT_FOUND');
}
