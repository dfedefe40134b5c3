import { canonicalLanguage } from '../../domain/content/language.js';
import { escapeHtml } from '../safety/escape.js';
import { plainWords, shortened } from '../blocks/plain-words.js';
import type { ViewedDocument } from '../viewed-document.js';

const LONGEST_DESCRIPTION = 200;

/** The language that the metadata names, as BCP 47 writes it; undefined if it names none. */
export function languageOf(metadata: ViewedDocument['metadata']): string | undefined {
  const lang = metadata?.['lang'];
  return typeof lang === 'string' ? canonicalLanguage(lang) : undefined;
}

function descriptionOf({ contentType, metadata, blocks }: ViewedDocument): string {
  const named = metadata?.['description'];
  if (typeof named === 'string' && named.trim() !== '')
    return shortened(plainWords('text', named, 'paragraph'), LONGEST_DESCRIPTION);
  const first = blocks.find(({ type, content }) => type === 'paragraph' && content.trim() !== '');
  return first ? shortened(plainWords(contentType, first.content, 'paragraph'), LONGEST_DESCRIPTION) : '';
}

function meta(attribute: 'name' | 'property', name: string, content: string): string {
  return `\n<meta ${attribute}="${name}" content="${escapeHtml(content)}">`;
}

/** What other programs read of a public page. A page for a key has an address that is no use to them. */
export function pageHead(document: ViewedDocument, part: number): string {
  const { url, title, updatedAt } = document;
  if (url === null) return '';
  const address = part === 1 ? url : `${url}?part=${part}`;
  const description = descriptionOf(document);
  return [
    `\n<link rel="canonical" href="${escapeHtml(address)}">`,
    ...(description === '' ? [] : [meta('name', 'description', description)]),
    meta('property', 'og:type', 'article'),
    meta('property', 'og:title', title),
    ...(description === '' ? [] : [meta('property', 'og:description', description)]),
    meta('property', 'og:url', address),
    meta('property', 'article:modified_time', updatedAt),
    meta('name', 'twitter:card', 'summary'),
  ].join('');
}
