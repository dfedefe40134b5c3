import type { Slot } from '../../domain/version.js';
import { unreadableAs } from '../../log/json-objects.js';
import type { RevisedHead } from '../../ports/document-index.js';
import type { CheckContext } from './check-context.js';
import { listDocument, readHighestSlot } from '../shared/list-document.js';
import type { LoggedDocument } from '../shared/scan-log.js';

export type ObservedDocument = {
  id: string;
  at: RevisedHead | undefined;
  logged: LoggedDocument | undefined;
  /** The slot that the head must match. `unreadable`: torn, foreign or of another format. */
  slot: Slot | 'unreadable' | undefined;
};

/** Reads the log after the head (rule doctorHeadFirst): a repair conditional on the head rests on a newer log. */
export async function observeDocument(context: CheckContext, id: string): Promise<ObservedDocument> {
  // In the other order, a document created in between would look like a head without a log.
  const [at] = await context.admin.readHeads(context.index, [id]);
  const logged = await listDocument(context.log, id);
  const slot =
    logged &&
    (await readHighestSlot(context.log, { id, highest: decisive(at, logged) }).catch(unreadableAs('unreadable')));
  return { id, at, logged, slot };
}

/** The highest slot; for a tombstone head the slot of its tombstone. */
function decisive(at: RevisedHead | undefined, { highest }: LoggedDocument): number {
  return at?.head.deleted ? at.head.currentVersion : highest;
}
