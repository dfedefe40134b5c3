import { createHash } from 'node:crypto';
import { escapeHtml } from '../../render/safety/escape.js';
import { PAGE_STYLE, PAGE_STYLE_SOURCE } from '../../render/page/page-style.js';
import type { Constant } from '../answers/constant-answer.js';
import { SITE_STYLE } from './site-style.js';

const SITE_STYLE_SOURCE = `'sha256-${createHash('sha256').update(SITE_STYLE).digest('base64')}'`;

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'none'",
    "img-src 'self'",
    `style-src ${PAGE_STYLE_SOURCE} ${SITE_STYLE_SOURCE}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

/** Relative: a proxy may serve all of it below a path. */
const LINKS = { docs: 'Interface', console: 'Console', 'openapi.json': 'OpenAPI' };

export type SitePage = {
  path: string;
  title: string;
  description: string;
  /** Safe HTML. */
  body: string;
};

/** A page about the service: without scripts, and all that it loads is its icon. */
export function sitePage({ path, title, description, body }: SitePage): Constant {
  const links = Object.entries(LINKS).map(
    ([target, name]) => `<a href="${target}"${target === path ? ' aria-current="page"' : ''}>${name}</a>`,
  );
  const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(description)}">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="favicon.svg" type="image/svg+xml">
<style>${PAGE_STYLE}</style>
<style>${SITE_STYLE}</style>
</head>
<body>
<header class="bar"><a class="brand" href="./"><img src="favicon.svg" width="24" height="24" alt=""> Quire</a>
${links.join('\n')}
</header>
${body}
</body>
</html>
`;
  return { text, headers: HEADERS };
}
