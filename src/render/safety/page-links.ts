import { randomBytes } from 'node:crypto';
import { isOfPage, NamedPlaces } from '../../domain/content/anchors.js';
import { assetName, linkTarget } from '../../domain/content/link-target.js';
import type { ViewedDocument } from '../viewed-document.js';
import type { ElementAttributes } from './escape.js';

/** Documents and files that one page looks for. Links to others are text. */
const MOST_TARGETS = 500;

/**
 * Links whose targets are looked up each time that the page is shown. Link `n` stands in the template as the attribute
 * `data-link`, of the name and the number. `targets`: the keys that may be meant by each. `links`: JSON of `OpenLink`
 * each: a thread is sent objects far more slowly.
 */
export type OpenLinks = { name: string; targets: readonly (readonly string[])[]; links: readonly string[] };

/** `target`: one of `targets`. `fragment`, `title`: empty: none. */
export type OpenLink = { target: number; fragment: string; title: string };

type Linking = Pick<ViewedDocument, 'id' | 'url' | 'version' | 'links'>;

/** `part`: from 1. `names`: the part of each place of the document. */
type Place = { part: number; names: ReadonlyMap<string, number> };

/**
 * Where the links of a page lead that name no server: to its own headings, to the files of the version, and to the
 * documents of other keys. These are left open: the template has an attribute in their place that no content can write.
 */
export class PageLinks {
  readonly #document: Linking;
  readonly #part: number;
  readonly #places: NamedPlaces;
  readonly #name = randomBytes(12).toString('base64url');
  /** The numbers of different values, by their JSON. */
  readonly #targets = new Map<string, number>();
  readonly #links = new Map<string, number>();

  constructor(document: Linking, { part, names }: Place) {
    this.#document = document;
    this.#part = part;
    this.#places = new NamedPlaces(names);
  }

  /** Undefined: there is no such place. */
  link(target: string, title: string): ElementAttributes | undefined {
    const { key, root } = this.#document.links;
    const file = this.#file(target);
    if (file !== undefined) return [['href', `${file.address}${/#.*$/s.exec(target)?.[0] ?? ''}`], ...file.mark];
    const found = linkTarget(target, key ?? '', root);
    if (!found) return undefined;
    const { keys, fragment } = found;
    if (fragment !== undefined && keys[0] === (key ?? '')) return this.#heading(fragment);
    const at = key === null || keys.length === 0 ? undefined : numberIn(this.#targets, keys, MOST_TARGETS);
    if (at === undefined) return undefined;
    const link: OpenLink = { target: at, fragment: fragment ?? '', title };
    return [['data-link', `${this.#name}${numberIn(this.#links, link)}`]];
  }

  /** Of a file of the version. */
  image(target: string): ElementAttributes | undefined {
    const file = this.#file(target);
    return file && [['src', file.address], ...file.mark];
  }

  /** Undefined: there are none. */
  get open(): OpenLinks | undefined {
    if (this.#links.size === 0) return undefined;
    const targets = [...this.#targets.keys()].map((keys) => JSON.parse(keys) as string[]);
    return { name: this.#name, targets, links: [...this.#links.keys()] };
  }

  #file(target: string): { address: string; mark: ElementAttributes } | undefined {
    const { id, url, version, links } = this.#document;
    const name = assetName(target);
    const sha256 = name === undefined ? undefined : links.assets.get(name);
    if (sha256 === undefined) return undefined;
    if (url !== null) return { address: `${encodeURIComponent(id)}/assets/${sha256}`, mark: [] };
    // Only who has a key gets it: the console replaces the address.
    const address = `${links.base}/v1/documents/${encodeURIComponent(id)}/versions/${version}/assets/${sha256}`;
    return { address, mark: [['data-asset', sha256]] };
  }

  #heading(fragment: string): ElementAttributes | undefined {
    if (isOfPage(fragment)) return undefined;
    const { id, url, version, links } = this.#document;
    const { name, part } = this.#places.find(fragment) ?? { name: fragment, part: this.#part };
    if (part === this.#part) return [['href', `#${written(name)}`]];
    // What is not stored has no address yet.
    if (url === null) return version === 0 ? undefined : consoleLink(links.base, id, name);
    return [['href', `${partAddress(id, part)}#${written(name)}`]];
  }
}

function numberIn(numbers: Map<string, number>, value: unknown, most = Infinity): number | undefined {
  const name = JSON.stringify(value);
  if (!numbers.has(name) && numbers.size < most) numbers.set(name, numbers.size);
  return numbers.get(name);
}

/** Part 1 is the page without a query. Addresses are relative, so they work behind any path prefix. */
export function partAddress(documentId: string, part: number): string {
  return part === 1 ? encodeURIComponent(documentId) : `?part=${part}`;
}

/** A place in another document. Its page leads on to the part that has it: only there is it known. */
export function placeLink(id: string, fragment: string): string {
  const place = written(fragment);
  return `${encodeURIComponent(id)}${place === '' ? '' : `?at=${place}#${place}`}`;
}

/** A document in the console, which may show the page in a frame. */
export function consoleLink(base: string, id: string, fragment: string): ElementAttributes {
  const at = fragment === '' ? '' : `?at=${written(fragment)}`;
  return [
    ['href', `${base}/console#/documents/${encodeURIComponent(id)}${at}`],
    ['target', '_top'],
  ];
}

/** As it stands in an address. */
export function written(fragment: string): string {
  return encodeURIComponent(fragment.toWellFormed());
}
