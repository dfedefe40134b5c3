import type { Actor } from '../domain/api-key.js';
import { jsonKey } from '../domain/content-digest.js';
import type { Content, Placement } from '../domain/document.js';
import type { LivingHead } from '../domain/head.js';
import { idempotencyMark, type KeyedContent } from '../domain/idempotency.js';
import { checkPrecondition, type Precondition } from '../domain/precondition.js';
import type { SizedVersion, VersionSummary } from '../domain/version.js';
import type { OnSize } from '../ports/object-store.js';
import { findFolder, type FolderReads } from './find-folder.js';
import { readHeldVersion, type VersionReads } from './read-version.js';
import { announceWrite } from './write/announce-write.js';
import { appendVersion, type AppendPorts } from './write/append-slot.js';
import type { StoredBytes } from './write/stored-bytes.js';
import { NothingToChange } from './write/nothing-to-change.js';
import { newVersion, nextParts } from './write/new-version.js';

type PatchDocumentPorts = AppendPorts & VersionReads & FolderReads & { now(): Date };

/** What is absent stays as it is. */
export type DocumentChanges = { content: Partial<Omit<Content, 'blocks'>>; placement: Partial<Placement> };

/** `bytes`: about the size. */
export type HashContent = (content: Content, bytes: number) => string | Promise<string>;

type PatchDocument = DocumentChanges & {
  documentId: string;
  precondition: Precondition | undefined;
  keyed: KeyedContent | undefined;
  bodyBytes: number;
  stored: StoredBytes;
  hash: HashContent;
  onSize?: OnSize;
};

/**
 * Makes the next version with the blocks of the newest one. Returns the newest version where nothing differs, and then
 * keeps no Idempotency-Key. Raises `FOLDER_NOT_FOUND`, `DOCUMENT_NOT_FOUND`, `NOT_OWNER`, `IDEMPOTENCY_KEY_REUSED`,
 * `PRECONDITION_FAILED`, `RATE_LIMITED`.
 */
export async function patchDocument(
  ports: PatchDocumentPorts,
  actor: Actor,
  input: PatchDocument,
): Promise<VersionSummary> {
  const { documentId, precondition, keyed, content, placement, bodyBytes, stored, onSize } = input;
  if (placement.folderId !== undefined) await findFolder(ports, actor.owner, placement.folderId);
  const request = { patch: keyed?.digest, fields: Object.keys(content), ...placement };
  const idempotency = keyed ? idempotencyMark(documentId, keyed.key, request) : null;
  let newest: SizedVersion | undefined;
  try {
    return await appendVersion(ports, {
      actor,
      documentId,
      precondition,
      idempotency,
      makeSlot: async (head: LivingHead) => {
        if (!differs(head, input)) {
          checkPrecondition(precondition, head);
          throw new NothingToChange(head);
        }
        // The claim of the next slot proves that this version is the one before it.
        newest = await readHeldVersion(ports, { documentId, version: head.currentVersion }, onSize);
        await stored.raiseTo(bodyBytes + newest.bytes);
        const patched = { ...newest.version, ...content };
        const contentHash = await input.hash(patched, newest.bytes);
        return newVersion(nextParts(head, { now: ports.now(), idempotency, placement }), { ...patched, contentHash });
      },
      counted: { stored, bytes: () => bodyBytes + (newest?.bytes ?? 0) },
    });
  } catch (error) {
    if (!(error instanceof NothingToChange)) throw error;
    // The writer of this version may have died before its announcement, and searches after this answer must show it.
    await announceWrite(ports, actor.owner, { change: { document: documentId }, ...stored.written(0) });
    return summaryOf(error.head);
  }
}

function differs(head: LivingHead, { content, placement }: DocumentChanges): boolean {
  const { metadata, ...fields } = { ...content, ...placement };
  if (metadata !== undefined && jsonKey(metadata) !== jsonKey(metadataOf(head))) return true;
  return (Object.keys(fields) as (keyof typeof fields)[]).some((name) => fields[name] !== head[name]);
}

function metadataOf({ metadata }: LivingHead): unknown {
  return metadata === null ? null : JSON.parse(metadata);
}

function summaryOf({ currentVersion, title, blockCount, updatedAt }: LivingHead): VersionSummary {
  return { version: currentVersion, title, blockCount, createdAt: updatedAt, idempotency: null };
}
