import type { Actor } from '../../domain/api-key.js';
import type { LivingHead } from '../../domain/head.js';
import type { Precondition } from '../../domain/precondition.js';
import type { IdempotencyMark, Slot } from '../../domain/version.js';

/** A write that adds a slot to a document's log. */
export type Append<S extends Slot> = {
  actor: Actor;
  documentId: string;
  precondition: Precondition | undefined;
  idempotency: IdempotencyMark | null;
  /** What goes into the slot after this head. Raises what the head does not allow. */
  makeSlot(head: LivingHead): Promise<S> | S;
};
