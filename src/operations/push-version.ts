import type { Actor } from '../domain/api-key.js';
import type { Content } from '../domain/document.js';
import { idempotencyMark, type KeyedContent } from '../domain/idempotency.js';
import type { Precondition } from '../domain/precondition.js';
import type { VersionSummary } from '../domain/version.js';
import { appendVersion, type AppendPorts } from './write/append-slot.js';
import { newVersion, nextParts, numberBlocks } from './write/new-version.js';

type PushVersionPorts = AppendPorts & { now(): Date };

type PushVersion = {
  documentId: string;
  content: Content;
  precondition: Precondition | undefined;
  keyed: KeyedContent | undefined;
  bodyBytes: number;
};

export async function pushVersion(ports: PushVersionPorts, actor: Actor, input: PushVersion): Promise<VersionSummary> {
  const { documentId, content, precondition, keyed, bodyBytes } = input;
  const idempotency = keyed ? idempotencyMark(documentId, keyed.key, { push: keyed.digest }) : null;
  const blocks = numberBlocks(content.blocks);
  return appendVersion(ports, {
    actor,
    documentId,
    precondition,
    idempotency,
    makeSlot: (head) => newVersion(nextParts(head, ports.now(), idempotency), { ...content, blocks }),
    storedBytes: () => bodyBytes,
  });
}
