import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles } from '../../../scripts/corpus/gather.js';
import { contentTypeOf } from '../../../src/directory/files/file-kinds.js';
import { ledTo, shownAt, type ShownPart } from './shown.js';
import { placeOf, writtenIn, type Place, type Repository, type Written } from './written.js';

/** Of what is written, how much works. */
export type Count = { written: number; works: number };

/**
 * `links`: whose target was pushed. `anchors`: those among them that name a heading or an element, which is there.
 * `others`: relative links to no pushed file as they are written; of these all that lead somewhere on the pages.
 */
export type Tally = Record<'links' | 'anchors' | 'images' | 'others', Count>;

/** `folder`: what was pushed. `documents`: identifiers by path. */
type Pushed = { folder: string; url: string; documents: ReadonlyMap<string, string> };

/** `working`: addresses of its links that lead somewhere. */
export type Page = {
  path: string;
  address: string;
  written: Written;
  parts: readonly ShownPart[];
  working: Set<string>;
};

/** Compares the files of a repository with their pages. */
export class Proof {
  readonly faults: string[] = [];
  readonly pages = new Map<string, Page>();
  readonly tally: Tally = { links: none(), anchors: none(), images: none(), others: none() };
  readonly #pushed: Pushed;
  readonly #repository: Repository;

  static async of(pushed: Pushed): Promise<Proof> {
    const files = (await listFiles(pushed.folder)).filter((path) => !/(?:^|\/)\./.test(path));
    const proof = new Proof(pushed, files);
    await proof.#read();
    for (const page of proof.pages.values()) await proof.#compare(page);
    return proof;
  }

  private constructor(pushed: Pushed, files: readonly string[]) {
    this.#pushed = pushed;
    this.#repository = { documents: new Set(pushed.documents.keys()), files: new Set(files) };
  }

  async #read(): Promise<void> {
    const { folder, url, documents } = this.#pushed;
    for (const [path, id] of documents) {
      if (contentTypeOf(path) !== 'markdown') continue;
      const written = writtenIn(await readFile(join(folder, path), 'utf8'));
      const address = `${url}/d/${id}`;
      this.pages.set(path, { path, address, written, parts: await shownAt(address), working: new Set() });
    }
  }

  async #compare({ path, written, parts, working }: Page): Promise<void> {
    const links = new Shown(parts.flatMap((part) => part.links));
    const images = new Shown(parts.flatMap((part) => part.images));
    const placed = (target: string) => placeOf(target, path, this.#repository);
    for (const target of written.links) {
      const place = placed(target);
      const { fragment = '' } = place ?? {};
      const isHeading = fragment !== '' && this.pages.get(place?.path ?? '')?.written.anchors.has(fragment);
      if (place === undefined) this.tally.others.written += 1;
      // A fragment that nothing has leads nowhere on GitHub either.
      else if (fragment === '' || isHeading) {
        const found = links.take(await this.#addressOf(place, path), fragment);
        const works = found !== undefined && (fragment === '' || this.#isThere(await ledTo(found), place.path));
        if (works) working.add(found.href);
        this.#count(['links', ...(isHeading ? (['anchors'] as const) : [])], works, `${path}: ${target}`);
      }
    }
    for (const target of written.images) {
      const place = placed(target);
      const found = place && images.take(await this.#addressOf(place, path), place.fragment);
      if (place) this.#count(['images'], found !== undefined, `${path}: ${target}`);
    }
    for (const { href, hash: fragment } of links.left) if (fragment === '') working.add(href);
    this.tally.others.works += links.left.length;
  }

  #count(kinds: readonly (keyof Tally)[], works: boolean, name: string): void {
    for (const kind of kinds) {
      this.tally[kind].written += 1;
      if (works) this.tally[kind].works += 1;
    }
    if (!works) this.faults.push(name);
  }

  /** Whether the part that the link opens has what its fragment names. */
  #isThere({ searchParams, hash: fragment }: URL, path: string): boolean {
    const part = Number(searchParams.get('part') ?? 1);
    return this.pages.get(path)?.parts[part - 1]?.ids.has(decodeURIComponent(fragment.slice(1))) === true;
  }

  /** The path of the address where a link in the file at `from` is to lead. */
  async #addressOf({ path }: Place, from: string): Promise<string> {
    const { folder, documents } = this.#pushed;
    const id = documents.get(path);
    if (id !== undefined) return `/d/${id}`;
    return `/d/${documents.get(from)}/assets/${hash('sha256', await readFile(join(folder, path)), 'hex')}`;
  }
}

function none(): Count {
  return { written: 0, works: 0 };
}

/** The addresses on a page, each to be taken once. */
class Shown {
  readonly #addresses: Map<string, URL[]>;

  constructor(addresses: readonly URL[]) {
    this.#addresses = Map.groupBy(addresses, ({ pathname, hash: fragment }) => nameOf(pathname, fragment.slice(1)));
  }

  get left(): URL[] {
    return [...this.#addresses.values()].flat();
  }

  take(pathname: string, fragment: string): URL | undefined {
    return this.#addresses.get(nameOf(pathname, encodeURIComponent(fragment)))?.pop();
  }
}

/** A page may name a heading instead of an element above it whose name has the same letters. */
function nameOf(pathname: string, fragment: string): string {
  const letters = decodeURIComponent(fragment)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
  return `${pathname}#${letters}`;
}
