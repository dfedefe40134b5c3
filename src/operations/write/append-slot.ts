import { Deadline } from '../../platform/deadline.js';
import type { FolderTree } from '../../domain/folders/folder-tree.js';
import type { LivingHead } from '../../domain/head.js';
import { rootFolderId } from '../../domain/ids.js';
import { summarize, type Slot, type Version, type VersionSummary } from '../../domain/version.js';
import { checkDocumentId } from '../owned-head.js';
import type { Written } from '../../ports/counters.js';
import { settleFolder, type SettlePorts } from '../folders/settle-folder.js';
import { readVersion, type VersionReads } from '../read-version.js';
import { announceWrite, type AnnouncePorts } from './announce-write.js';
import { newVersion, nextParts } from './new-version.js';
import { NothingToChange } from './nothing-to-change.js';
import type { Append, DocumentWriters } from './document-writer.js';
import type { StoredBytes } from './stored-bytes.js';

export type AppendPorts = AnnouncePorts &
  SettlePorts &
  Pick<VersionReads, 'versions' | 'index'> & {
    now(): Date;
    writers: DocumentWriters;
    /** How long a write may keep trying, in milliseconds; less than a request may take. */
    writeDeadlineMs: number;
    onAcknowledged(slot: Slot): void;
  };

/** `deadline`: of the request, if it does more than this. */
type CountedAppend<S extends Slot> = Append<S> & { deadline?: Deadline; counted?: Counted };

/** What the slot counts of its owner's bytes. `bytes`: without those of its tags; called after it was made. */
export type Counted = { stored: StoredBytes; bytes(): number };

export async function appendVersion(ports: AppendPorts, append: CountedAppend<Version>): Promise<VersionSummary> {
  const appended = await appendSlot(ports, append);
  return 'writeId' in appended ? summarize(appended) : appended;
}

/** Order: head, key, claim, head, epoch. After a crash the next writer brings the unacknowledged slot into the head. */
export async function appendSlot<S extends Slot>(
  ports: AppendPorts,
  append: CountedAppend<S>,
): Promise<S | VersionSummary> {
  checkDocumentId(append.documentId);
  const { deadline = new Deadline(ports.writeDeadlineMs) } = append;
  let made: { slot: S; before: LivingHead } | undefined;
  const makeSlot = async (head: LivingHead, reached: number) => {
    made = { slot: await append.makeSlot(head, reached), before: head };
    return made.slot;
  };
  const appended = await ports.writers.append({ ...append, makeSlot }, deadline);
  const own = made?.slot === appended ? made : undefined;
  if (own) await settlePlace(ports, append, { ...own, deadline });
  const written = append.counted && writtenOf(append.counted, own);
  await announceWrite(ports, append.actor.owner, { change: { document: append.documentId }, ...written });
  if ('writeId' in appended) ports.onAcknowledged(appended);
  return appended as S | VersionSummary;
}

type Placed = { slot: Slot; before: LivingHead; deadline: Deadline };

/**
 * The next version of a document that was moved has the folder from before, or the nearest one above that is there, if
 * no other version was made meanwhile.
 */
async function settlePlace(ports: AppendPorts, { actor }: Append<Slot>, { slot, before, deadline }: Placed) {
  if (slot.deleted || slot.document.folderId === before.folderId) return;
  const { id: documentId, owner, folderId } = slot.document;
  const undo = async (tree: FolderTree) => {
    const place = tree.placeOf(before.folderId);
    const back = place === undefined ? before.folderId : (place ?? rootFolderId(owner));
    const makeSlot = async (head: LivingHead) => {
      if (head.currentVersion !== slot.version) throw new NothingToChange(head);
      return inFolder(ports, head, back);
    };
    const append = { actor, documentId, precondition: undefined, idempotency: null, deadline, makeSlot };
    await appendSlot(ports, append).catch((error: unknown) => {
      if (!(error instanceof NothingToChange)) throw error;
    });
  };
  await settleFolder(ports, { owner, folderId, deadline, undo });
}

/** The next version: as the newest one, in another folder. */
export async function inFolder(ports: AppendPorts, head: LivingHead, folderId: string): Promise<Version> {
  const newest = await readVersion(ports, { documentId: head.id, version: head.currentVersion });
  const place = { placement: { folderId }, idempotency: null };
  return newVersion(nextParts(head, { actor: newest.author, now: ports.now(), ...place }), newest);
}

/** A repeat writes nothing. */
function writtenOf({ stored, bytes }: Counted, made: { slot: Slot; before: LivingHead } | undefined): Written {
  if (!made || made.slot.deleted) return stored.written(0);
  return stored.written(bytes(), { version: made.slot, before: made.before });
}
