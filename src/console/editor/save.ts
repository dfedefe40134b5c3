import type { Client, CreateDocument, Document, Tagged } from '../../client/client.js';
import { BOOKKEEPING_KEY } from '../../markdown/bookkeeping.js';
import { blocksOf } from './document-text.js';
import { draftOf, tagListOf, type Draft } from './draft.js';

export type Saving = {
  client: Client;
  draft: Draft;
  /** What the draft began from; undefined: nothing. */
  document: Tagged<Document> | undefined;
  folderId: string;
  /** Gives the key of a write, the same for the same write. */
  keyFor: (write: string) => string;
};

type Metadata = Exclude<CreateDocument['metadata'], undefined>;

/** Writes the draft and gives the identifier of its document. A text that is unchanged keeps its blocks untouched. */
export async function save({ client, draft, document, folderId, keyFor }: Saving): Promise<string> {
  const { visibility, etag } = draft;
  const title = draft.title.trim();
  const idempotencyKey = keyFor(JSON.stringify([draft, folderId]));
  if (!document) {
    const { blocks, comments } = blocksOf(draft.text, undefined);
    const metadata = metadataOf(draft, undefined, comments);
    const body = { title, blocks, metadata, visibility, ...(folderId !== '' && { folder_id: folderId }) };
    return (await client.createDocument(body, { idempotencyKey })).id;
  }
  const { id, content_type } = document;
  if (draft.text === draftOf(document).text) {
    const metadata = metadataOf(draft, document, undefined);
    await client.patchDocument(id, { title, metadata, visibility }, { ifMatch: etag, idempotencyKey });
    return id;
  }
  const { blocks, comments } = blocksOf(draft.text, document);
  const metadata = metadataOf(draft, document, comments);
  await client.pushVersion(
    id,
    { title, blocks, metadata, visibility, content_type },
    { ifMatch: etag, idempotencyKey },
  );
  return id;
}

/** The metadata with the tags, and with the comments at the end of the text. `comments` undefined: as they were. */
function metadataOf(draft: Draft, document: Tagged<Document> | undefined, comments: string | undefined): Metadata {
  const before = document?.metadata ?? {};
  const tags = draft.tags === draftOf(document).tags ? before['tags'] : tagListOf(draft.tags);
  const { [BOOKKEEPING_KEY]: kept, tags: _tags, ...others } = before;
  const bookkeeping = bookkeepingOf(kept, comments);
  const hasTags = Array.isArray(tags) && tags.length > 0;
  const metadata = {
    ...others,
    ...(hasTags && { tags }),
    ...(bookkeeping !== undefined && { [BOOKKEEPING_KEY]: bookkeeping }),
  };
  return Object.keys(metadata).length === 0 ? null : metadata;
}

function bookkeepingOf(kept: unknown, comments: string | undefined): unknown {
  if (comments === undefined) return kept;
  const { comments: _comments, ...others } = (kept ?? {}) as Record<string, unknown>;
  const bookkeeping = { ...others, ...(comments !== '' && { comments }) };
  return Object.keys(bookkeeping).length === 0 ? undefined : bookkeeping;
}
