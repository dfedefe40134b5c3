import type { Document, Tagged } from '../../client/client.js';
import type { Visibility } from '../../domain/document.js';
import type { OpenedDocument } from '../document/open-document.js';
import { tagsOf } from '../parts/format.js';
import { openFile, openWhole, type EditedFile } from './edited-file.js';

/** What the user writes. `etag`: of the version that it began from; empty: a new document. */
export type Draft = {
  title: string;
  tags: string;
  visibility: Visibility;
  text: string;
  assets: Readonly<Record<string, string>>;
  etag: string;
};

/** What a draft begins from. `file`: HTML and text may be blocks instead. */
export type Edited = { document: Tagged<Document>; file: EditedFile | undefined };

/** `source`: the file of the document, if it has one. */
export type Opened = { document: Tagged<Document> | undefined; source?: string | undefined };

export function editedOf({ document, source }: Opened): Edited | undefined {
  return document && editedDocument({ document, source });
}

export function editedDocument({ document, source }: OpenedDocument): Edited {
  if (source === undefined) return { document, file: undefined };
  const { title, content_type: type } = document;
  return { document, file: type === 'markdown' ? openFile(source, title) : openWhole(source, title) };
}

export function draftOf(edited: Edited | undefined): Draft {
  if (!edited) return { title: '', tags: '', visibility: 'private', text: '', assets: {}, etag: '' };
  const { file, document } = edited;
  const { title, metadata, visibility, etag, blocks, assets } = document;
  const text = file ? file.text : (blocks[0]?.content ?? '');
  return { title, tags: tagsOf(metadata).join(', '), visibility, text, assets, etag };
}

export function tagListOf(tags: string): string[] {
  const list = tags.split(',').map((tag) => tag.trim());
  return [...new Set(list)].filter((tag) => tag !== '');
}

export function isSame(one: Draft, other: Draft): boolean {
  const isText = (['title', 'tags', 'visibility', 'text'] as const).every((field) => one[field] === other[field]);
  return isText && isSameMap(one.assets, other.assets);
}

export function isSameMap(one: Draft['assets'], other: Draft['assets']): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
