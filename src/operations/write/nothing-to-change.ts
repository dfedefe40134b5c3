import type { LivingHead } from '../../domain/head.js';

/** Refuses a write: the newest version has all of it already. */
export class NothingToChange extends Error {
  readonly head: LivingHead;

  constructor(head: LivingHead) {
    super('nothing to change');
    this.head = head;
  }
}
