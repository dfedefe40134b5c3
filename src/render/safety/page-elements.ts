import { escapeHtml } from './escape.js';

type ElementAttributes = [name: string, value: string][];

function titled(attributes: ElementAttributes, title: string | undefined | null): ElementAttributes {
  return title ? [...attributes, ['title', title]] : attributes;
}

export function writeAttributes(attributes: ElementAttributes): string {
  return attributes.map(([name, value]) => ` ${name}="${escapeHtml(value)}"`).join('');
}

/** `text`: what it shows where it has no content of its own. */
type PageElement = { tag: 'a' | 'img' | 'span'; attributes: ElementAttributes; text: string };

/** A link; without an address, or with one of a scheme that is not allowed, a `span`. */
export function linkElement(address: URL | undefined, title?: string | null): PageElement {
  const href = allowed(address, LINK_PROTOCOLS);
  if (href === undefined) return { tag: 'span', attributes: [], text: '' };
  const attributes: ElementAttributes = [
    ['href', href],
    ['rel', 'noopener noreferrer nofollow'],
  ];
  return { tag: 'a', attributes: titled(attributes, title), text: href };
}

type ImageText = { alt: string; title?: string | null | undefined };

/** An image; where it must not be loaded, a link with its description, or without a usable address the description. */
export function imageElement(address: URL | undefined, { alt, title }: ImageText): PageElement {
  const src = allowed(address, IMAGE_PROTOCOLS);
  const link = linkElement(address);
  if (src === undefined) return { ...link, text: alt || link.text };
  const attributes: ElementAttributes = [
    ['src', src],
    ['alt', alt],
    ['loading', 'lazy'],
    ['decoding', 'async'],
  ];
  return { tag: 'img', attributes: titled(attributes, title), text: alt };
}

const LINK_PROTOCOLS: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:']);
const IMAGE_PROTOCOLS: ReadonlySet<string> = new Set(['https:']);

/**
 * The parsed form is both checked and returned: browsers drop tabs, line ends and case in the same way, so no spelling
 * of `javascript:` passes.
 */
function allowed(address: URL | undefined, protocols: ReadonlySet<string>): string | undefined {
  return address && protocols.has(address.protocol) ? address.href : undefined;
}
