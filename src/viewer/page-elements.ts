import { escapeHtml } from './escape.js';
type ElementAttributes = [name: string, value: string][];

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

const LINK_PROTOCOLS: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:']);
const IMAGE_PROTOCOLS: ReadonlySet<string> = new Set(['https:']);
export const MAX_URL_LENGTH = 4096;

/**
 * The address as a browser parses it; undefined if it is relative, too long or of another scheme. The parsed form is
 * both judged and returned: browsers drop tabs, line ends and case in the same way, so no spelling of `javascript:`
 * passes.
 */
function normalised(address: string, protocols: ReadonlySet<string>): string | undefined {
  if (address.length > MAX_URL_LENGTH || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  return protocols.has(url.protocol) ? url.href : undefined;
}

function safeLink(address: string | undefined): string | undefined {
  return address === undefined ? undefined : normalised(address, LINK_PROTOCOLS);
}

function safeImage(address: string | undefined): string | undefined {
  return address === undefined ? undefined : normalised(address, IMAGE_PROTOCOLS);
}
