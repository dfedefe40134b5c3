import type { Document, Tagged } from '../../client/client.js';
import type { Visibility } from '../../domain/document.js';
import { tagsOf } from '../parts/tags.js';
import { textOf } from './document-text.js';

/** What the user writes. `etag`: of the version that it began from; empty: a new document. */
export type Draft = { title: string; tags: string; visibility: Visibility; text: string; etag: string };

export function draftOf(document: Tagged<Document> | undefined): Draft {
  if (!document) return { title: '', tags: '', visibility: 'private', text: '', etag: '' };
  const { title, metadata, visibility, etag } = document;
  return { title, tags: tagsOf(metadata).join(', '), visibility, text: textOf(document).text, etag };
}

export function tagListOf(tags: string): string[] {
  const list = tags.split(',').map((tag) => tag.trim());
  return [...new Set(list)].filter((tag) => tag !== '');
}

export function isSame(one: Draft, other: Draft): boolean {
  return (['title', 'tags', 'visibility', 'text'] as const).every((field) => one[field] === other[field]);
}
