import { isLocal } from '../../domain/content/link-target.js';
import { webAddress } from '../../domain/web-address.js';
import type { ElementAttributes } from './escape.js';
import type { PageLinks } from './page-links.js';

function titled(attributes: ElementAttributes, title: string | undefined | null): ElementAttributes {
  return title ? [...attributes, ['title', title]] : attributes;
}

/** `text`: what it shows where it has no content of its own. */
type PageElement = { tag: 'a' | 'img' | 'span'; attributes: ElementAttributes; text: string };

/** `links`: of the page; without them, no target without a server leads anywhere. */
type LinkText = { title?: string | null | undefined; links?: PageLinks | undefined };

/** A link; where it leads nowhere, or has a scheme that is not allowed, a `span`. */
export function linkElement(target: string, { title, links }: LinkText = {}): PageElement {
  const href = allowed(webAddress(target), LINK_PROTOCOLS);
  if (href === undefined) {
    const own = links?.link(target, title ?? '');
    return { tag: own ? 'a' : 'span', attributes: own ?? [], text: '' };
  }
  const attributes: ElementAttributes = [
    ['href', href],
    ['rel', 'noopener noreferrer nofollow'],
  ];
  return { tag: 'a', attributes: titled(attributes, title), text: href };
}

type ImageText = LinkText & { alt: string };

/** An image; where it must not be loaded, a link with its description, or without a usable address the description. */
export function imageElement(target: string, { alt, title, links }: ImageText): PageElement {
  const src = allowed(webAddress(target), IMAGE_PROTOCOLS);
  const source: ElementAttributes | undefined = src === undefined ? links?.image(target) : [['src', src]];
  if (!source) {
    const link = linkElement(target);
    return { ...link, text: alt || link.text };
  }
  const attributes: ElementAttributes = [...source, ['alt', alt], ['loading', 'lazy'], ['decoding', 'async']];
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

/** What an `a` or `img` is on a page. Where its target leads within the service, that depends on the reader. */
export function shownAs(tag: 'a' | 'img', target: string): string {
  if (isLocal(target) && !/^[^/?#]*:/.test(target)) return tag;
  return (tag === 'img' ? imageElement(target, { alt: '' }) : linkElement(target)).tag;
}
