import type { Slot } from '../domain/version.js';
import { UnreadableObjectError } from '../log/json-objects.js';
import type { RevisedHead } from '../ports/document-index.js';
import type { Care } from './care.js';
import { listDocument } from './list-document.js';
import { readHighestSlot } from './read-highest-slot.js';
import type { LoggedDocument } from './scan-log.js';

/** What index and log have of one document. */
export type Seen = {
  id: string;
  at: RevisedHead | undefined;
  /** Undefined: the log has nothing of it. */
  logged: LoggedDocument | undefined;
  /** The one that the head must be of. `unreadable`: torn, foreign or of another format. */
  slot: Slot | 'unreadable' | undefined;
};

/**
 * The head, in real time, and then the log (rule doctorHeadFirst): whatever is done on condition of that head was right
 * by a log that is newer. The other way round a document that is made in between would be a head without a log.
 */
export async function lookAtDocument(care: Care, id: string): Promise<Seen> {
  const [at] = await care.rebuild.readHeads(care.index, [id]);
  const logged = await listDocument(care.store, id);
  const slot = logged && await readHighestSlot(care, { id, highest: decisive(at, logged) }).catch(asUnreadable);
  return { id, at, logged, slot };
}

/** The highest slot; but where the head says that the document has ended the one that ended it, while it is there. */
function decisive(at: RevisedHead | undefined, { highest }: LoggedDocument): number {
  return at?.head.deleted ? at.head.currentVersion : highest;
}

function asUnreadable(error: unknown): 'unreadable' {
  if (!(error instanceof UnreadableObjectError)) throw error;
  return 'unreadable';
}
