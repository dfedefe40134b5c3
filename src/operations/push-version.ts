import type { Actor } from '../domain/api-key.js';
import type { Content } from '../domain/document.js';
import { idempotencyMark, inOneOrder } from '../domain/idempotency.js';
import type { Precondition } from '../domain/precondition.js';
import type { VersionSummary } from '../domain/version.js';
import type { Context } from './context.js';
import { appendVersion } from './write/append-slot.js';
import { newVersion, nextParts, numberBlocks } from './write/new-version.js';

export type PushVersion = {
  documentId: string;
  content: Content;
  precondition: Precondition | undefined;
  idempotencyKey: string | undefined;
  /** Of the request's body, decoded. */
  bodyBytes: number;
};

/** Makes the content the document's newest version. */
export async function pushVersion(context: Context, actor: Actor, input: PushVersion): Promise<VersionSummary> {
  const { documentId, content, precondition, idempotencyKey, bodyBytes } = input;
  const idempotency = idempotencyKey === undefined
    ? null
    : idempotencyMark(documentId, idempotencyKey, { push: inOneOrder(content) });
  const blocks = numberBlocks(content.blocks);
  return appendVersion(context, {
    actor, documentId, precondition, idempotency,
    makeSlot: (head) =>
      newVersion(nextParts(head, context.now(), idempotency), { ...content, blocks }),
    storedBytes: () => bodyBytes,
  });
}
