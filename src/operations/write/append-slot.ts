import { Deadline } from '../../platform/deadline.js';
import type { Actor } from '../../domain/api-key.js';
import type { LivingHead } from '../../domain/head.js';
import type { Precondition } from '../../domain/precondition.js';
import { summarize, type IdempotencyMark, type Slot, type Version, type VersionSummary } from '../../domain/version.js';
import type { Context } from '../context.js';
import { checkDocumentId } from '../owned-head.js';
import { announceWrite } from './announce-write.js';

export type Append<S extends Slot> = {
  actor: Actor;
  documentId: string;
  precondition: Precondition | undefined;
  idempotency: IdempotencyMark | null;
  /** `head` may be unconfirmed. `reached`: the newest version that readers find. Its errors refuse the write. */
  makeSlot(head: LivingHead, reached: number): Promise<S> | S;
  storedBytes?(): number;
};

export async function appendVersion(context: Context, append: Append<Version>): Promise<VersionSummary> {
  const appended = await appendSlot(context, append);
  return 'writeId' in appended ? summarize(appended) : appended;
}

/** Order: head, key, claim, head, epoch. After a crash the next writer brings the unacknowledged slot into the head. */
export async function appendSlot<S extends Slot>(context: Context, append: Append<S>): Promise<S | VersionSummary> {
  checkDocumentId(append.documentId);
  const deadline = new Deadline(context.writeDeadlineMs);
  let made: S | undefined;
  const makeSlot = async (head: LivingHead, reached: number) => {
    made = await append.makeSlot(head, reached);
    return made;
  };
  const appended = await context.lines.append(context, { ...append, makeSlot }, deadline);
  const bytes = appended === made ? append.storedBytes?.() : undefined;
  await announceWrite(context, append.actor.owner, { document: append.documentId }, { bytes });
  if ('writeId' in appended) context.onAcknowledged(appended);
  return appended as S | VersionSummary;
}
