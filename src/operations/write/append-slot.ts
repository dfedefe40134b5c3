import { Deadline } from '../../platform/deadline.js';
import type { LivingHead } from '../../domain/head.js';
import { summarize, type Slot, type Version, type VersionSummary } from '../../domain/version.js';
import { checkDocumentId } from '../owned-head.js';
import { announceWrite, type AnnouncePorts } from './announce-write.js';
import type { Append, DocumentWriters } from './document-writer.js';

export type AppendPorts = AnnouncePorts & {
  writers: DocumentWriters;
  /** How long a write may keep trying, in milliseconds; less than a request may take. */
  writeDeadlineMs: number;
  onAcknowledged(slot: Slot): void;
};

/** `deadline`: of the request, if it does more than this. */
type TimedAppend<S extends Slot> = Append<S> & { deadline?: Deadline };

export async function appendVersion(ports: AppendPorts, append: Append<Version>): Promise<VersionSummary> {
  const appended = await appendSlot(ports, append);
  return 'writeId' in appended ? summarize(appended) : appended;
}

/** Order: head, key, claim, head, epoch. After a crash the next writer brings the unacknowledged slot into the head. */
export async function appendSlot<S extends Slot>(
  ports: AppendPorts,
  append: TimedAppend<S>,
): Promise<S | VersionSummary> {
  checkDocumentId(append.documentId);
  const { deadline = new Deadline(ports.writeDeadlineMs) } = append;
  let made: S | undefined;
  const makeSlot = async (head: LivingHead, reached: number) => {
    made = await append.makeSlot(head, reached);
    return made;
  };
  const appended = await ports.writers.append({ ...append, makeSlot }, deadline);
  const bytes = appended === made ? append.storedBytes?.() : undefined;
  await announceWrite(ports, append.actor.owner, { change: { document: append.documentId }, bytes });
  if ('writeId' in appended) ports.onAcknowledged(appended);
  return appended as S | VersionSummary;
}
