import type { Block, Content, DocumentIdentity, NewBlock } from '../../domain/document.js';
import type { LivingHead } from '../../domain/head.js';
import { newBlockId, newWriteId } from '../../domain/ids.js';
import type { IdempotencyMark, Version } from '../../domain/version.js';

export type VersionParts = {
  document: DocumentIdentity;
  version: number;
  createdAt: string;
  idempotency: IdempotencyMark | null;
};

/** A version of this content whose blocks already have their identifiers. */
export function newVersion(parts: VersionParts, content: Content & { blocks: readonly Block[] }): Version {
  return {
    deleted: false,
    writeId: newWriteId(),
    ...parts,
    title: content.title,
    contentType: content.contentType,
    metadata: content.metadata,
    blocks: content.blocks,
  };
}

/** Gives each block its identifier and position. A divider has no content, whatever was sent. */
export function numberBlocks(blocks: readonly NewBlock[]): Block[] {
  return blocks.map(({ type, content, metadata }, order) => (
    { id: newBlockId(), order, type, content: type === 'divider' ? '' : content, metadata }
  ));
}

/** What the version after this head has from its document; its time is never before its predecessor's. */
export function nextParts(head: LivingHead, now: Date, idempotency: IdempotencyMark | null): VersionParts {
  return {
    document: identityOf(head),
    version: head.currentVersion + 1,
    createdAt: laterOf(now.toISOString(), head.updatedAt),
    idempotency,
  };
}

export function laterOf(one: string, other: string): string {
  return one > other ? one : other;
}

function identityOf(head: LivingHead): DocumentIdentity {
  const { id, owner, folderId, visibility, createdAt } = head;
  return { id, owner, folderId, visibility, createdAt };
}
