import { escapeHtml } from './escape.js';
import { safeImage, safeLink } from './safe-url.js';

export type ElementAttributes = [name: string, value: string][];

function titled(attributes: ElementAttributes, title: string | undefined | null): ElementAttributes {
  return title ? [...attributes, ['title', title]] : attributes;
}

export function writeAttributes(attributes: ElementAttributes): string {
  return attributes.map(([name, value]) => ` ${name}="${escapeHtml(value)}"`).join('');
}

/** The attributes of a link; undefined if the address is not allowed. */
export function linkAttributes(address: string | undefined, title?: string | null): ElementAttributes | undefined {
  const href = safeLink(address);
  if (href === undefined) return undefined;
  return titled(
    [
      ['href', href],
      ['rel', 'noopener noreferrer nofollow'],
    ],
    title,
  );
}

type ImageText = { alt: string; title?: string | null | undefined };

/** The attributes of an image; undefined if the address must not be loaded. */
export function imageAttributes(address: string | undefined, { alt, title }: ImageText): ElementAttributes | undefined {
  const src = safeImage(address);
  if (src === undefined) return undefined;
  return titled(
    [
      ['src', src],
      ['alt', alt],
      ['loading', 'lazy'],
      ['decoding', 'async'],
    ],
    title,
  );
}
