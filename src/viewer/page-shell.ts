import { escapeHtml } from './escape.js';
import { PAGE_STYLE, PAGE_STYLE_SOURCE } from './page-style.js';

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  'img-src https:',
  `style-src ${PAGE_STYLE_SOURCE}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

export type ViewerPage = { html: string; headers: Record<string, string> };

/** Headers of every page: no scripts, no frames, an opaque origin; only images over https load. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

/** A complete HTML page. `title` is text; `body` is safe HTML. */
export function pageShell(title: string, body: string): string {
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
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
  const body = `<main class="missing" lang="en"><div>
<h1>Document not found</h1>
<p class="note">There is no public document at this address.</p>
</div></main>`;
  const headers = { ...PAGE_HEADERS, 'X-Robots-Tag': 'noindex' };
  return { html: pageShell('Document not found', body), headers };
}
