import type { DocumentBlock, Content, DocumentIdentity, NewBlock, Placement } from '../../domain/document.js';
import type { LivingHead } from '../../domain/head.js';
import { newBlockId, newWriteId } from '../../domain/ids.js';
import { NO_ASSETS, type Attached } from '../../domain/content/assets.js';
import { checkTaggedTitle } from '../../domain/content/tagged-title.js';
import type { Author, IdempotencyMark, Version } from '../../domain/version.js';

type VersionParts = {
  document: DocumentIdentity;
  version: number;
  createdAt: string;
  author: Author | null;
  restoredFrom?: number;
  idempotency: IdempotencyMark | null;
};

type NumberedContent = Content & Pick<Version, 'blocks' | 'contentHash' | 'source'> & Partial<Attached>;

/** Every version that is stored is made here. Raises a validation error, as `checkTaggedTitle`. */
export function newVersion(parts: VersionParts, content: NumberedContent): Version {
  checkTaggedTitle(content);
  return {
    deleted: false,
    writeId: newWriteId(),
    ...parts,
    title: content.title,
    contentType: content.contentType,
    metadata: content.metadata,
    blocks: content.blocks,
    contentHash: content.contentHash,
    source: content.source,
    assets: content.assets ?? NO_ASSETS,
    root: content.root ?? null,
  };
}

export function numberBlocks(blocks: readonly NewBlock[]): DocumentBlock[] {
  return blocks.map(({ type, content, metadata }, order) => ({
    id: newBlockId(),
    order,
    type,
    content: type === 'divider' ? '' : content,
    metadata,
  }));
}

/** `actor`: null where the next version has no author, as one before it. */
type Next = {
  actor: Author | null;
  now: Date;
  idempotency: IdempotencyMark | null;
  placement?: Partial<Placement & Pick<DocumentIdentity, 'byKey'>>;
};

/** `createdAt` is never before that of the preceding version. What `placement` lacks stays as it is. */
export function nextParts(head: LivingHead, { actor, now, idempotency, placement }: Next): VersionParts {
  return {
    document: { ...identityOf(head), ...placement },
    version: head.currentVersion + 1,
    createdAt: laterOf(now.toISOString(), head.updatedAt),
    author: actor && authorOf(actor),
    idempotency,
  };
}

export function authorOf({ keyId, label }: Author): Author {
  return { keyId, label };
}

export function laterOf(one: string, other: string): string {
  return one > other ? one : other;
}

function identityOf(head: LivingHead): DocumentIdentity {
  const { id, owner, folderId, visibility, createdAt, byKey } = head;
  return { id, owner, folderId, visibility, createdAt, byKey };
}
