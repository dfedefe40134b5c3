import type { Client, PatchDocument, PreviewDocument } from '../../client/client.js';
import { CONTENT_TYPES } from '../../domain/document.js';
import { changedFile, changedWhole, openFile } from './edited-file.js';
import { draftOf, isSameMap, tagListOf, type Draft, type Edited } from './draft.js';

export type Saving = {
  client: Client;
  draft: Draft;
  /** What the draft began from; undefined: nothing. */
  edited: Edited | undefined;
  folderId: string;
  /** Gives the key of a write, the same for the same write. */
  keyFor: (write: string) => string;
};

/** Writes the draft and gives the identifier of its document. */
export async function save({ client, draft, edited, folderId, keyFor }: Saving): Promise<string> {
  const idempotencyKey = keyFor(JSON.stringify([draft, folderId]));
  if (!edited) {
    const folder = folderId !== '' && { folder_id: folderId };
    return (await client.createDocument({ ...newDocument(draft), ...folder }, { idempotencyKey })).id;
  }
  const { id } = edited.document;
  await client.patchDocument(id, changesOf(draft, edited), { ifMatch: draft.etag, idempotencyKey });
  return id;
}

function newDocument(draft: Draft) {
  const { title: typed, tags: typedTags, text, visibility } = draft;
  const assets = assetsOf(draft, {});
  const title = typed.trim();
  const tags = tagListOf(typedTags);
  const { markdown } = changedFile(openFile('', ''), { text, title, tags });
  const attached = isSameMap(assets, {}) ? {} : { assets };
  return { title, markdown, visibility, ...attached, ...(tags.length > 0 && { metadata: { tags } }) };
}

const UNTITLED = 'Untitled';

/** What the document would be after `save`. */
export function previewOf(draft: Draft, edited: Edited | undefined): PreviewDocument {
  const titled = { ...draft, title: draft.title.trim() || UNTITLED };
  if (!edited) return newDocument(titled);
  const { document, file } = edited;
  const { key, title, metadata, content_type, blocks, root, assets } = document;
  const { visibility: _, ...changes } = changesOf(titled, edited);
  const stored = file && document.source ? { [content_type]: file.original } : { blocks };
  const isText = [...CONTENT_TYPES, 'blocks'].some((member) => member in changes);
  const kept = isText ? { kept_title: title } : { title, metadata, ...stored };
  // A patch may have null where a member stays; `changesOf` leaves such members out.
  return { key, root, assets, content_type, ...kept, ...changes } as PreviewDocument;
}

type Metadata = Exclude<PatchDocument['metadata'], undefined>;

/** A text that is unchanged keeps its bytes or, where it was made of blocks, its blocks. */
export function changesOf(draft: Draft, edited: Edited): PatchDocument {
  const changes = textChangesOf(draft, edited);
  const assets = assetsOf(draft, edited.document.assets);
  return isSameMap(assets, edited.document.assets) ? changes : { ...changes, assets };
}

/** Those of before, and new ones that the text names: the service may have removed another since, and refuse all. */
function assetsOf({ assets, text }: Draft, before: Draft['assets']): Record<string, string> {
  return Object.fromEntries(Object.entries(assets).filter(([name]) => name in before || text.includes(name)));
}

function textChangesOf(draft: Draft, edited: Edited): PatchDocument {
  const { document, file } = edited;
  const before = draftOf(edited);
  const { visibility } = draft;
  const title = draft.title.trim();
  const tags = draft.tags === before.tags ? undefined : tagListOf(draft.tags);
  const metadata = withTags(document.metadata, tags);
  const isText = draft.text !== before.text;
  if (!file || (!document.source && !isText)) {
    const blocks = isText ? { blocks: draft.text === '' ? [] : [paragraph(draft.text)] } : {};
    return { title, metadata, visibility, ...blocks };
  }
  if (document.content_type !== 'markdown') {
    const whole = changedWhole(file, draft.text);
    const isOther = whole !== file.original || tags !== undefined || title !== document.title;
    return isOther ? { [document.content_type]: whole, title, metadata, visibility } : { visibility };
  }
  const titled = draft.title === before.title ? {} : { title };
  // The more private one of both holds, and a person who sees that it is public means it.
  const shown = visibility === 'public' || before.visibility === 'public' ? { visibility } : {};
  const { markdown, isFrontTyped } = changedFile(file, {
    text: draft.text,
    ...titled,
    ...shown,
    ...(tags && { tags }),
  });
  const isOther = markdown !== file.original || tags !== undefined || 'title' in titled;
  return isOther ? { markdown, visibility, ...titled, ...(!isFrontTyped && { metadata }) } : { visibility };
}

/** Metadata may have come with a request, and tags of both are joined. */
function withTags(before: Metadata, tags: string[] | undefined): Metadata {
  if (!tags) return before;
  const { tags: _, ...others } = before ?? {};
  const metadata = { ...others, ...(tags.length > 0 && { tags }) };
  return Object.keys(metadata).length === 0 ? null : metadata;
}

function paragraph(content: string) {
  return { type: 'paragraph' as const, content };
}
