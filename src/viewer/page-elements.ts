import { escapeHtml } from './escape.js';
import { safeImage, safeLink } from './safe-url.js';

/** Names and values, in the order in which they are written. */
export type ElementAttributes = [name: string, value: string][];

function titled(attributes: ElementAttributes, title: string | undefined | null): ElementAttributes {
  return title ? [...attributes, ['title', title]] : attributes;
}

/** The attributes as they stand in a tag, each after a blank. */
export function writeAttributes(attributes: ElementAttributes): string {
  return attributes.map(([name, value]) => ` ${name}="${escapeHtml(value)}"`).join('');
}

/** The attributes of a link in a page, or undefined where the address is none that a page may have. */
export function linkAttributes(address: string | undefined, title?: string | null): ElementAttributes | undefined {
  const href = safeLink(address);
  if (href === undefined) return undefined;
  return titled([['href', href], ['rel', 'noopener noreferrer nofollow']], title);
}

type ImageText = { alt: string; title?: string | null | undefined };

/** The attributes of an image in a page, or undefined where the address is none that a page may load. */
export function imageAttributes(address: string | undefined, { alt, title }: ImageText): ElementAttributes | undefined {
  const src = safeImage(address);
  if (src === undefined) return undefined;
  return titled([['src', src], ['alt', alt], ['loading', 'lazy'], ['decoding', 'async']], title);
}
