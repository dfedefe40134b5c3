import type { Actor } from '../domain/api-key.js';
import type { HashedContent } from '../domain/document.js';
import { idempotencyMark, type KeyedContent } from '../domain/idempotency.js';
import { checkPrecondition, type Precondition } from '../domain/precondition.js';
import type { VersionSummary } from '../domain/version.js';
import type { FolderAtPathPorts } from './folders/folder-at-path.js';
import { planPlacement, type WantedPlacement } from './folders/plan-placement.js';
import { Deadline } from '../platform/deadline.js';
import { appendVersion, type AppendPorts } from './write/append-slot.js';
import type { StoredBytes } from './write/stored-bytes.js';
import { newVersion, nextParts, numberBlocks } from './write/new-version.js';

type PushVersionPorts = AppendPorts & FolderAtPathPorts & { now(): Date };

type PushVersion = {
  documentId: string;
  content: HashedContent;
  wanted: WantedPlacement;
  precondition: Precondition | undefined;
  keyed: KeyedContent | undefined;
  bodyBytes: number;
  stored: StoredBytes;
};

/** Raises `FOLDER_NOT_FOUND`. */
export async function pushVersion(ports: PushVersionPorts, actor: Actor, input: PushVersion): Promise<VersionSummary> {
  const { documentId, content, precondition, keyed, bodyBytes, stored } = input;
  const deadline = new Deadline(ports.writeDeadlineMs);
  const { placement, makeFolders } = await planPlacement(ports, actor, { ...input.wanted, deadline });
  const idempotency = keyed ? idempotencyMark(documentId, keyed.key, { push: keyed.digest, ...placement }) : null;
  const blocks = numberBlocks(content.blocks);
  return appendVersion(ports, {
    actor,
    documentId,
    precondition,
    idempotency,
    deadline,
    makeSlot: async (head) => {
      checkPrecondition(precondition, head);
      const next = newVersion(nextParts(head, { now: ports.now(), idempotency, placement }), { ...content, blocks });
      await makeFolders();
      return next;
    },
    counted: { stored, bytes: () => bodyBytes },
  });
}
