import type { Actor } from '../domain/api-key.js';
import type { HashedContent } from '../domain/content/content-hash.js';
import type { KeyedContent } from '../domain/idempotency.js';
import { checkPrecondition, type Precondition } from '../domain/precondition.js';
import type { VersionSummary } from '../domain/version.js';
import type { ChangeFolderPorts } from './folders/create-folder.js';
import { placedMark, planPlacement, type WantedPlacement } from './folders/plan-placement.js';
import type { OnSize } from '../ports/object-store.js';
import type { AssetPorts } from './assets/kept-assets.js';
import type { VersionReads } from './read-version.js';
import { Deadline } from '../platform/deadline.js';
import { appendVersion, type AppendPorts } from './write/append-slot.js';
import type { StoredBytes } from './write/stored-bytes.js';
import { keptParts, type IsPrivate } from './write/keep-source.js';
import { newVersion, nextParts, numberBlocks } from './write/new-version.js';

type PushVersionPorts = AppendPorts & AssetPorts & VersionReads & ChangeFolderPorts & { now(): Date };

type PushVersion = {
  documentId: string;
  content: HashedContent;
  wanted: WantedPlacement;
  precondition: Precondition | undefined;
  keyed: KeyedContent | undefined;
  isPrivate: IsPrivate;
  bodyBytes: number;
  stored: StoredBytes;
  onSize?: OnSize;
};

/** Raises `ASSET_NOT_FOUND`, `FOLDER_NOT_FOUND`. */
export async function pushVersion(ports: PushVersionPorts, actor: Actor, input: PushVersion): Promise<VersionSummary> {
  const { documentId, content, precondition, keyed, bodyBytes, stored } = input;
  const deadline = new Deadline(ports.writeDeadlineMs);
  const planned = await planPlacement(ports, actor, { ...input.wanted, deadline });
  const { placement, makeFolders } = planned;
  const idempotency = placedMark({ ...planned, scope: documentId, keyed }, ({ digest }, place) => ({
    push: digest,
    ...place,
  }));
  const blocks = numberBlocks(content.blocks);
  let keptBytes = 0;
  return appendVersion(ports, {
    actor,
    documentId,
    precondition,
    idempotency,
    deadline,
    makeSlot: async (head) => {
      checkPrecondition(precondition, head);
      const kept = await keptParts(ports, { ...input, head }, content);
      keptBytes = kept.keptBytes;
      await stored.raiseTo(bodyBytes + keptBytes);
      const placed = { ...placement, ...kept.shown };
      const parts = nextParts(head, { actor, now: ports.now(), idempotency, placement: placed });
      const next = newVersion(parts, { ...content, ...kept, blocks });
      await makeFolders();
      return next;
    },
    counted: { stored, bytes: () => bodyBytes + keptBytes },
  });
}
