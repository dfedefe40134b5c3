import { decoded } from '../route.js';

/** What a link of a page leads to in the console: a part of the document, or a route. `at`: a place there. */
export type PageLink = { part: number; at: string | undefined } | { hash: string };

const TO_PART = /^\?part=(\d{1,6})(?:#(.+))?$/;
const TO_DOCUMENT = /^[^#]*\/console(#\/documents\/[^#]+)$/;

/**
 * The markup of a page for the frame. A link to a place in the page is written with the frame's own address: alone it
 * would be resolved against the address of the console. Each other link leads to a new tab at the most.
 */
export function withLinks(html: string): string {
  return html
    .replace(/<a (?=[^<>]*href="(?:https?:|mailto:|\?))/g, '<a target="_blank" ')
    .replace(/(<a [^<>]*href=")(?=#)/g, '$1about:srcdoc');
}

/** Undefined: the browser follows the link. */
export function linkOf(href: string): PageLink | undefined {
  const [, part, at] = TO_PART.exec(href) ?? [];
  if (part !== undefined) return { part: Number(part), at: at && decoded(at) };
  const [, hash] = TO_DOCUMENT.exec(href) ?? [];
  return hash === undefined ? undefined : { hash };
}
