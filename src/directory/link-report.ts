import { bareAnchor } from '../domain/content/anchors.js';
import { assetName, linkTarget } from '../domain/content/link-target.js';
import type { Target } from '../markdown/targets.js';
import type { FileDocument } from './files/file-document.js';
import { pathOfName } from './files/local-assets.js';
import type { Scan } from './files/scan-files.js';
import type { RemoteDocument, RemoteScope } from './remote-documents.js';

/** A link or an image that leads nowhere. `target`: as it is written, or escaped. */
export type DeadLink = { path: string; line: number; target: string; reason: string };

type Place = {
  scope: RemoteScope;
  scan: Pick<Scan, 'names' | 'folders'>;
  remotes: ReadonlyMap<string, RemoteDocument>;
};

/** A link to a file that may turn out to be no document, or to have no such heading. */
type OpenLink = Omit<DeadLink, 'reason'> & { to: string; fragment: string | undefined };

/** To a document that another push may have made. */
type OutwardLink = Omit<DeadLink, 'reason'> & { keys: readonly string[] };

/** Each is a request or two. Of links beyond them nothing is said. */
const MOST_LOOK_UPS = 20;
const LISTED = 200;
const OUTWARD = 'out of the directory';

/** What browsers give a meaning of their own. */
const OF_BROWSER = /^(?:top$|:~:)/i;

/** The beginning of a relative target with a backslash, which is no part of an address. */
const WITH_BACKSLASH = /^[^:/?#]*(?:\\|%5c)/i;

/** Collects the links of all files of a directory. Which of them lead nowhere is known when all files are read. */
export class LinkReport {
  readonly #place: Place;
  readonly #dead: DeadLink[] = [];
  readonly #open: OpenLink[] = [];
  readonly #outward: OutwardLink[] = [];
  readonly #refused = new Map<string, string>();
  readonly #anchors = new Map<string, ReadonlySet<string>>();
  readonly #bare = new Map<string, ReadonlySet<string>>();

  constructor(place: Place) {
    this.#place = place;
  }

  add(path: string, document: Pick<FileDocument, 'body' | 'targets' | 'anchors' | 'own'>): void {
    if (document.body.markdown !== undefined) this.#anchors.set(path, document.anchors);
    for (const target of document.targets) this.#take({ path, ...target }, document.own);
  }

  /** The file is no document. */
  refuse(path: string, reason: string): void {
    this.#refused.set(path, reason);
  }

  /** By path and line. */
  async deadLinks(): Promise<DeadLink[]> {
    const open = this.#open.flatMap(({ to, fragment, ...link }): DeadLink[] => {
      const refusal = this.#place.remotes.has(to) ? undefined : this.#refused.get(to);
      const reason = refusal ?? this.#faultOfFragment(to, fragment);
      return reason === undefined ? [] : [{ ...link, reason }];
    });
    return [...this.#dead, ...open, ...(await this.#deadOutward())].sort(byPlace);
  }

  #take({ path, line, target, isImage }: { path: string } & Target, { assets, lost }: FileDocument['own']): void {
    const {
      scope: { keys },
      remotes,
      scan,
    } = this.#place;
    const link = { path, line, target };
    const name = assetName(target);
    const found = linkTarget(target, keys.keyOf(path), keys.prefix);
    if (found === undefined) {
      if (WITH_BACKSLASH.test(target)) this.#dead.push({ ...link, reason: 'a backslash is no slash' });
      return;
    }
    if (name !== undefined && assets.has(name)) return;
    const paths = isImage ? [] : found.keys.flatMap((key) => keys.pathOf(key) ?? []);
    const to = paths.find((each) => scan.names.has(each) || remotes.has(each));
    if (to !== undefined && scan.names.has(to)) this.#open.push({ ...link, to, fragment: found.fragment });
    if (to !== undefined) return;
    if (!isImage && found.keys.length > 0 && paths.length === 0) this.#outward.push({ ...link, keys: found.keys });
    else this.#dead.push({ ...link, reason: this.#whyNone(path, name, lost) });
  }

  async #deadOutward(): Promise<DeadLink[]> {
    const known = new Map<string, Promise<ReadonlySet<string> | undefined>>();
    const dead = await Promise.all(
      this.#outward.map(async ({ keys, ...link }): Promise<DeadLink | undefined> => {
        const prefix = commonPrefix(keys);
        if (!known.has(prefix) && known.size < MOST_LOOK_UPS) known.set(prefix, this.#keysFrom(prefix));
        const there = await known.get(prefix);
        return !there || keys.some((key) => there.has(key)) ? undefined : { ...link, reason: OUTWARD };
      }),
    );
    return dead.flatMap((link) => link ?? []);
  }

  /** Undefined: there are more, and any may be among them. */
  async #keysFrom(prefix: string): Promise<ReadonlySet<string> | undefined> {
    const { client, signal } = this.#place.scope;
    const found = new Set<string>();
    let listed = 0;
    for await (const { key } of client.listDocuments({ key_prefix: prefix, limit: LISTED }, { signal })) {
      if (++listed > LISTED) return undefined;
      if (key !== null) found.add(key);
    }
    return found;
  }

  #whyNone(path: string, name: string | undefined, lost: ReadonlyMap<string, string>): string {
    const at = pathOfName(name ?? './', path)?.replace(/\/$/, '');
    if (at === undefined) return OUTWARD;
    if (this.#place.scan.folders.has(at) || at === '.') return 'no document stands for the folder';
    return lost.get(name ?? '') ?? 'no such file';
  }

  /** A page finds the heading of the same letters. */
  #faultOfFragment(to: string, fragment: string | undefined): string | undefined {
    const anchors = this.#anchors.get(to);
    if (!fragment || !anchors || OF_BROWSER.test(fragment)) return undefined;
    const isThere = anchors.has(fragment) || this.#bareAnchors(to).has(bareAnchor(fragment));
    return isThere ? undefined : `no heading #${fragment}`;
  }

  #bareAnchors(path: string): ReadonlySet<string> {
    const found = this.#bare.get(path) ?? new Set(Array.from(this.#anchors.get(path) ?? [], bareAnchor));
    this.#bare.set(path, found);
    return found;
  }
}

function commonPrefix([first = '', ...others]: readonly string[]): string {
  let length = first.length;
  while (!others.every((each) => each.startsWith(first.slice(0, length)))) length -= 1;
  return first.slice(0, length);
}

function byPlace(one: DeadLink, other: DeadLink): number {
  return one.path === other.path ? one.line - other.line : one.path < other.path ? -1 : 1;
}
