import type { Actor } from '../domain/api-key.js';
import type { HashedContent, Placement } from '../domain/document.js';
import { idempotencyMark, type KeyedContent } from '../domain/idempotency.js';
import type { Precondition } from '../domain/precondition.js';
import type { VersionSummary } from '../domain/version.js';
import { findFolder, type FolderReads } from './find-folder.js';
import { appendVersion, type AppendPorts } from './write/append-slot.js';
import type { StoredBytes } from './write/stored-bytes.js';
import { newVersion, nextParts, numberBlocks } from './write/new-version.js';

type PushVersionPorts = AppendPorts & FolderReads & { now(): Date };

type PushVersion = {
  documentId: string;
  content: HashedContent;
  /** What is absent stays as it is. */
  placement: Partial<Placement>;
  precondition: Precondition | undefined;
  keyed: KeyedContent | undefined;
  bodyBytes: number;
  stored: StoredBytes;
};

/** Raises `FOLDER_NOT_FOUND`. */
export async function pushVersion(ports: PushVersionPorts, actor: Actor, input: PushVersion): Promise<VersionSummary> {
  const { documentId, content, placement, precondition, keyed, bodyBytes, stored } = input;
  const { folderId } = placement;
  if (folderId !== undefined) await findFolder(ports, actor.owner, folderId);
  const idempotency = keyed ? idempotencyMark(documentId, keyed.key, { push: keyed.digest, ...placement }) : null;
  const blocks = numberBlocks(content.blocks);
  return appendVersion(ports, {
    actor,
    documentId,
    precondition,
    idempotency,
    makeSlot: (head) =>
      newVersion(nextParts(head, { now: ports.now(), idempotency, placement }), { ...content, blocks }),
    counted: { stored, bytes: () => bodyBytes },
  });
}
