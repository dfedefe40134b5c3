import { CONTENTS_CHARACTERS, hasContents } from './contents.js';
import { escapeHtml } from '../safety/escape.js';
import { PART_CHARACTERS } from '../limits.js';
import { partAddress } from '../safety/page-links.js';
import { pageHead } from './page-head.js';
import { pageShell } from './page-shell.js';
import { shortened } from '../blocks/plain-words.js';
import type { ViewedDocument } from '../viewed-document.js';

const DATE_FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const MOST_TAGS = 20;
const LONGEST_TAG = 60;

function tagsOf({ metadata }: ViewedDocument): string {
  const tags = metadata?.['tags'];
  const shown = Array.isArray(tags)
    ? tags.slice(0, MOST_TAGS).filter((tag) => typeof tag === 'string' && tag !== '')
    : [];
  if (shown.length === 0) return '';
  const items = shown.map((tag) => `<li dir="auto">${escapeHtml(shortened(String(tag), LONGEST_TAG))}</li>`);
  return `<ul class="tags" aria-label="Tags">${items.join('')}</ul>`;
}

/** What stands above the title. */
function about(document: ViewedDocument): string {
  return `<div class="about"><p lang="en">Updated ${timeOf(document)}</p>${tagsOf(document)}</div>`;
}

function timeOf({ updatedAt }: ViewedDocument): string {
  const date = DATE_FORMAT.format(new Date(updatedAt));
  return `<time datetime="${escapeHtml(updatedAt)}">${escapeHtml(date)}</time>`;
}

function footer(document: ViewedDocument): string {
  const { id, url, contentType, version } = document;
  if (version === 0) return '<footer lang="en"><p>Not saved</p></footer>';
  const isFile = url !== null && contentType === 'markdown';
  const file = isFile ? ` · <a href="${encodeURIComponent(id)}.md">Markdown</a>` : '';
  return `<footer lang="en"><p>Version ${version} · updated ${timeOf(document)}${file}</p></footer>`;
}

function nameOf(title: string, { part, parts }: PartNumber): string {
  return parts === 1 ? title : `${title} (part ${part} of ${parts})`;
}

/**
 * What a part shows, as safe HTML: its blocks, those `above` the title, and the table of contents under it. `anchor`:
 * of the title.
 */
type PartContent = { above: string; blocks: string; contents: string; anchor: string | undefined };

/** The whole page around it. */
export function partHtml(document: ViewedDocument, number: PartNumber, content: PartContent): string {
  const { above, blocks, contents, anchor } = content;
  const id = anchor === undefined ? '' : ` id="${anchor}"`;
  const body = `<main><article>
${about(document)}
${above}<h1${id} dir="auto">${escapeHtml(document.title)}</h1>
${contents}${blocks}
</article>${partLinks(document, number)}</main>
${footer(document)}`;
  const { title, lang } = document;
  return pageShell({ title: nameOf(title, number), lang, head: pageHead(document, number.part) }, body);
}

/** More parts than any document has, so this gives the longest text. */
const LONGEST_NUMBER: PartNumber = { part: 8_888_888, parts: 9_999_999 };

/** Stands above the blocks of a page whose formatting was given up. */
export const PLAIN_NOTE =
  '<p class="note" lang="en">This page took too long to format. It is shown as plain text.</p>\n';

/** Characters available for a part's blocks. The title takes some: at most 500 code points. */
export function contentRoom(document: ViewedDocument, anchor: string | undefined): number {
  const shell = partHtml(document, LONGEST_NUMBER, { above: '', blocks: PLAIN_NOTE, contents: '', anchor }).length;
  return PART_CHARACTERS - shell - (hasContents(document) ? CONTENTS_CHARACTERS : 0);
}

/** Both from 1. */
type PartNumber = { part: number; parts: number };

function link(relation: 'prev' | 'next', href: string, text: string): string {
  return `<a rel="${relation}" href="${href}">${text}</a>`;
}

/** The current part and links to its neighbours; empty for a single part. */
function partLinks({ id, url }: ViewedDocument, { part, parts }: PartNumber): string {
  if (parts === 1) return '';
  const items = [
    ...(part > 1 && url !== null ? [link('prev', partAddress(id, part - 1), 'Previous part')] : []),
    `<span aria-current="page">Part ${part} of ${parts}</span>`,
    ...(part < parts && url !== null ? [link('next', partAddress(id, part + 1), 'Next part')] : []),
  ];
  return `\n<nav class="parts" aria-label="Parts of this document" lang="en">\n${items.join('\n')}\n</nav>`;
}
