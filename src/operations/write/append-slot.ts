import { Deadline } from '../../coordination/deadline.js';
import type { Actor } from '../../domain/api-key.js';
import type { LivingHead } from '../../domain/head.js';
import type { Precondition } from '../../domain/precondition.js';
import {
  summarize, type IdempotencyMark, type Slot, type Version, type VersionSummary,
} from '../../domain/version.js';
import type { Context } from '../context.js';
import { checkDocumentId } from '../owned-head.js';
import { acknowledge } from './acknowledge.js';

export type Append<S extends Slot> = {
  actor: Actor;
  documentId: string;
  precondition: Precondition | undefined;
  idempotency: IdempotencyMark | null;
  /**
   * What goes into the slot after `head`, which may be one that is still to come; `reached` is the newest version that
   * readers are known to find. Raises what they do not allow.
   */
  makeSlot(head: LivingHead, reached: number): Promise<S> | S;
  /** What a slot that was made is counted with in the owner's bytes of the day; undefined: nothing. */
  storedBytes?(): number;
};

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
  let made: S | undefined;
  const makeSlot = async (head: LivingHead, reached: number) => {
    made = await append.makeSlot(head, reached);
    return made;
  };
  const appended = await context.lines.append(context, { ...append, makeSlot }, deadline);
  // A repeat may be answered with the slot of the request that it repeats, which counts it.
  const bytes = appended === made ? append.storedBytes?.() : undefined;
  await acknowledge(context, append.actor.owner, { document: append.documentId }, { bytes });
  if ('writeId' in appended) context.onAcknowledged(appended);
  return appended as S | VersionSummary;
}
