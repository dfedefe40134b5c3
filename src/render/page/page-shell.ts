import { escapeHtml } from '../safety/escape.js';
import { PAGE_STYLE, PAGE_STYLE_SOURCE } from './page-style.js';

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "img-src 'self' https:",
  `style-src ${PAGE_STYLE_SOURCE}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

export type ViewerPage = { html: string; headers: Record<string, string> };

/** Headers of every page: no scripts, no frames, an opaque origin; only images over https load, and the icon. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

/** `title` is text; `head` is safe HTML, each element on a line of its own. */
type PageNames = { title: string; lang: string; head?: string };

/** A complete HTML page. `body` is safe HTML. */
export function pageShell({ title, lang, head = '' }: PageNames, body: string): string {
  return `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>${head}
<link rel="icon" type="image/svg+xml" href="../favicon.svg">
<style>${PAGE_STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** The same page for private and for missing documents: it must not tell them apart. */
export function renderNotFoundPage(): ViewerPage {
  const body = `<main class="missing"><div>
<h1>Document not found</h1>
<p class="note">There is no public document at this address.</p>
</div></main>`;
  const headers = { ...PAGE_HEADERS, 'X-Robots-Tag': 'noindex' };
  return { html: pageShell({ title: 'Document not found', lang: 'en' }, body), headers };
}
