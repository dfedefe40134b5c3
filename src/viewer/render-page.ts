import { escapeHtml } from './escape.js';
import { PAGE_HEADERS, pageShell } from './page-shell.js';
import { renderBlocks } from './render-blocks.js';
import type { ViewedDocument } from './viewed-document.js';

export type { ViewedBlock, ViewedDocument } from './viewed-document.js';

export type Page = { html: string; headers: Record<string, string> };

const DATE_FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const EMPTY_NOTE = '<p class="note" lang="en">This document has no content.</p>';

function footer({ version, updatedAt }: ViewedDocument): string {
  const date = DATE_FORMAT.format(new Date(updatedAt));
  const time = `<time datetime="${escapeHtml(updatedAt)}">${escapeHtml(date)}</time>`;
  return `<footer lang="en"><p>Version ${version} · updated ${time}</p></footer>`;
}

/** The page of a public document, and the headers it must be sent with. */
export function renderPage(document: ViewedDocument): Page {
  const content = renderBlocks(document) || EMPTY_NOTE;
  const body = `<main><article>
<h1 dir="auto">${escapeHtml(document.title)}</h1>
${content}
</article></main>
${footer(document)}`;
  return { html: pageShell(document.title, body), headers: { ...PAGE_HEADERS } };
}

/** One page for a private document and for one that does not exist: it must not tell them apart. */
export function renderNotFoundPage(): Page {
  const body = `<main class="missing" lang="en"><div>
<h1>Document not found</h1>
<p class="note">There is no public document at this address.</p>
</div></main>`;
  const headers = { ...PAGE_HEADERS, 'X-Robots-Tag': 'noindex' };
  return { html: pageShell('Document not found', body), headers };
}
