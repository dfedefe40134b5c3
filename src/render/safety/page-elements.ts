import { escapeHtml } from './escape.js';

type ElementAttributes = [name: string, value: string][];

function titled(attributes: ElementAttributes, title: string | undefined | null): ElementAttributes {
  return title ? [...attributes, ['title', title]] : attributes;
}

export function writeAttributes(attributes: ElementAttributes): string {
  return attributes.map(([name, value]) => ` ${name}="${escapeHtml(value)}"`).join('');
}

/** The attributes of a link; undefined if there is no address, or one of a scheme that is not allowed. */
export function linkAttributes(address: URL | undefined, title?: string | null): ElementAttributes | undefined {
  const href = allowed(address, LINK_PROTOCOLS);
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

/** The attributes of an image; undefined if there is no address, or one that must not be loaded. */
export function imageAttributes(address: URL | undefined, { alt, title }: ImageText): ElementAttributes | undefined {
  const src = allowed(address, IMAGE_PROTOCOLS);
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

const LINK_PROTOCOLS: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:']);
const IMAGE_PROTOCOLS: ReadonlySet<string> = new Set(['https:']);

/**
 * The parsed form is both checked and returned: browsers drop tabs, line ends and case in the same way, so no spelling
 * of `javascript:` passes.
 */
function allowed(address: URL | undefined, protocols: ReadonlySet<string>): string | undefined {
  return address && protocols.has(address.protocol) ? address.href : undefined;
}
