import { LRUCache } from 'lru-cache';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { OverloadedError } from '../../domain/errors.js';
import { SharedRuns } from '../../platform/shared-runs.js';
import type { FileKind } from '../../render/worker/document-files.js';
import type { RenderJob } from '../../render/worker/render-jobs.js';
import { FILE_WRITER, RENDERER, shownDocument, type ShownVersion } from '../../render/worker/shown-document.js';
import { bufferOf, type Asker, type Render, type RenderLine } from '../../render/worker/render-pool.js';
import { filledPage } from '../../render/page/fill-links.js';
import type { OpenLinks } from '../../render/safety/page-links.js';
import type { ViewedDocument } from '../../render/viewed-document.js';
import { OverrunError } from '../../platform/job-thread.js';
import { GZIP_LEVEL } from '../answers/compress-answer.js';
import { hashTag } from '../answers/entity-tags.js';
import { ConcurrencyLimit } from '../limits/concurrency-limit.js';
import { LinkTargets, type FindLinked } from './link-targets.js';
import { ViewerDocuments, type DocumentName, type DocumentSource } from './viewer-documents.js';

/** Far less than gc's shortest retention, so a page hardly outlives its document. */
const KEPT_FOR_MS = 3_600_000;
const PAGES_KEPT_BYTES = 64 * 1024 * 1024;
/** A page is smaller. One large file must not push out many pages. */
const LARGEST_KEPT_BYTES = 4 * 1024 * 1024;
/** It may have been a busy machine. */
const OVERRUN_KEPT_FOR_MS = 600_000;
/** A hundred bytes each. */
const PARTS_KEPT = 20_000;
const OVERHEAD = 512;
const OVERHEAD_OF_TEXT = 32;
/** Requests of each line that hold a document, or wait for one. */
const PLACES = { anonymous: { most: 24, mostOfOne: 8 }, owners: { most: 8, mostOfOne: 4 } };

export type FileName = DocumentName & { kind: FileKind };
/** Of what is not stored. */
type UnsavedName = Pick<DocumentName, 'owner' | 'key' | 'base'> & { part: number };
export type PartName = DocumentName & { part: number };

/** The source of a page. `admitRendering` raises if the client may not render now. */
export type PageSource = DocumentSource & { admitRendering(): Promise<void> };

/** `isOverrun`: the formatting was given up. The page is plain text then, and a file is not there. */
type Kept = { bytes: Buffer | undefined; open?: OpenLinks | undefined; isOverrun: boolean };
type PageAnswer = Kept & { bytes: Buffer; parts: number };

/** UTF-8 of HTML, and its entity tag. */
export type ShownPage = { bytes: Buffer; tag: string };

/** A cache of pages, the most expensive requests of strangers. Concurrent requests share one rendering. */
export class ViewerPages {
  readonly #lang: string;
  readonly #render: Render;
  readonly #documents: ViewerDocuments;
  readonly #places = { anonymous: placesOf('anonymous'), owners: placesOf('owners') };
  readonly #parts = new LRUCache<string, number>({ max: PARTS_KEPT, ttl: KEPT_FOR_MS, noUpdateTTL: true });
  readonly #pages = new LRUCache<string, Kept>({
    maxSize: PAGES_KEPT_BYTES,
    maxEntrySize: LARGEST_KEPT_BYTES,
    ttl: KEPT_FOR_MS,
    noUpdateTTL: true,
    sizeCalculation: ({ bytes, open }) => (bytes?.length ?? 0) + (open ? memoryOf(open) : 0) + OVERHEAD,
  });
  readonly #targets: LinkTargets;
  readonly #making = new SharedRuns<Kept>();
  readonly #deriving = new SharedRuns<Buffer>();

  /** `lang`: of documents that name none. */
  constructor({ lang, render, findLinked }: { lang: string; render: Render; findLinked: FindLinked }) {
    this.#lang = lang;
    this.#targets = new LinkTargets(findLinked);
    this.#render = render;
    this.#documents = new ViewerDocuments(lang);
  }

  /**
   * Changes whenever the page would, if it has no links to look up. It is known without making the page, unless its
   * formatting was given up.
   */
  tagOf(name: PartName): string {
    const plain = this.#pages.peek(pageKey(name))?.isOverrun ? ' plain' : '';
    return hashTag(`${pageKey(name)} ${RENDERER} ${this.#lang}${plain}`);
  }

  /** A page with its links, as its reader may follow them; undefined: no such part. Raises what the source raises. */
  async get(name: PartName, source: PageSource): Promise<ShownPage | undefined> {
    const { bytes, open } = await this.#keep(pageKey(name), source, () => this.#page(name, source));
    const tag = this.tagOf(name);
    if (!bytes || !open) return bytes && { bytes, tag };
    const { owner, url, base } = name;
    const found = await this.#targets.of(pageKey(name), { owner, isStranger: url !== null }, open.targets);
    const filledTag = hashTag(`${tag} ${found.join()}`);
    const fill = () => filledPage(bytes, open, { base: url === null ? base : null, found });
    return { bytes: await this.#derived(filledTag, fill), tag: filledTag };
  }

  /** UTF-8 of a document's file, which is kept and bounded as pages are; undefined: it takes too long to write. */
  async file(name: FileName, source: PageSource): Promise<Buffer | undefined> {
    const job = { kind: 'file', file: name.kind, createdAt: name.createdAt } as const;
    const make = () => this.#whole(name, source, (document) => ({ ...job, document }));
    return (await this.#keep(`${documentKey(name)} ${name.kind}`, source, make)).bytes;
  }

  /**
   * The address of the place that a fragment names, relative to that of the document. It is kept and bounded as pages
   * are. Empty: there is no such place, or it takes too long to find.
   */
  async place(name: DocumentName, fragment: string, source: PageSource): Promise<string> {
    const job = { kind: 'place', fragment } as const;
    const make = () => this.#whole(name, source, (document) => ({ ...job, document: onlyNeeded(document) }));
    const { bytes } = await this.#keep(`${documentKey(name)} at ${hashTag(fragment)}`, source, make);
    return bytes?.toString() ?? '';
  }

  /** What one job makes of a document. */
  #whole(name: DocumentName, source: PageSource, jobOf: (document: ViewedDocument) => RenderJob): Promise<Kept> {
    return this.#documents.with(name, source, async (document) => {
      const made = await this.#render(source, jobOf(document)).catch(unlessOverrun);
      return { bytes: made && bufferOf(made), isOverrun: !made };
    });
  }

  async #keep(key: string, source: PageSource, make: () => Promise<Kept>): Promise<Kept> {
    const kept = this.#pages.get(key);
    if (kept) return kept;
    // Every request is counted: a client without renderings left must not wait for those of others.
    await source.admitRendering();
    const making = this.#making.get(key);
    if (making) {
      // The request that began it may have had no room. This one may have some.
      const found = await making.catch(unlessOverloaded);
      if (found) return found;
    }
    return this.#pages.get(key) ?? this.#making.run(key, () => this.#make(key, source, make));
  }

  /** The gzip form of the page, cached and shared likewise. */
  async gzip({ bytes, tag }: ShownPage): Promise<Buffer> {
    return this.#derived(`${tag} gzip`, () => promisify(gzip)(bytes, { level: GZIP_LEVEL }));
  }

  async has(name: PartName, source: PageSource): Promise<boolean> {
    return name.part === 1 || name.part <= (await this.countParts(name, source));
  }

  /** How many parts the document has, if that is known without reading it. */
  keptParts(name: DocumentName): number | undefined {
    return this.#parts.get(documentKey(name));
  }

  /** How many parts the document has. It is read if that is not known. Raises what the source raises. */
  async countParts(name: DocumentName, source: PageSource): Promise<number> {
    const kept = this.keptParts(name);
    if (kept !== undefined) return kept;
    await source.admitRendering();
    const { parts } = await this.#places[source.line].run(source.asker, () =>
      this.#documents.with(name, source, (document) => this.#renderPage({ ...name, part: 0 }, source, document)),
    );
    return parts;
  }

  /** A part of what is not stored; empty if there is no such part. It takes a place as others do, and is not kept. */
  async preview(version: ShownVersion, { owner, key, base, part }: UnsavedName): Promise<PageAnswer> {
    const asker = { line: 'owners', asker: owner } as const;
    const document = shownDocument(version, { id: 'preview', url: null, lang: this.#lang, key, base });
    const made = await this.#places.owners.run(owner, () => this.#renderPart(part, asker, document));
    if (!made.open) return made;
    const { targets } = made.open;
    const name = `preview ${owner} ${hashTag(JSON.stringify(targets))}`;
    const found = await this.#targets.of(name, { owner, isStranger: false }, targets);
    return { ...made, bytes: await filledPage(made.bytes, made.open, { base, found }) };
  }

  async #make(key: string, source: PageSource, make: () => Promise<Kept>): Promise<Kept> {
    const made = await this.#places[source.line].run(source.asker, make);
    const ttl = made.isOverrun ? OVERRUN_KEPT_FOR_MS : KEPT_FOR_MS;
    if (made.bytes || made.isOverrun) this.#pages.set(key, made, { ttl });
    return made;
  }

  /** What is made of a page. The key names what it is made of. */
  async #derived(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const kept = this.#pages.get(key)?.bytes;
    if (kept) return kept;
    return this.#deriving.run(key, async () => {
      const bytes = await make();
      this.#pages.set(key, { bytes, isOverrun: false });
      return bytes;
    });
  }

  async #page(name: PartName, source: PageSource): Promise<Kept> {
    if (name.part > (this.keptParts(name) ?? Infinity)) return { bytes: undefined, isOverrun: false };
    return this.#documents.with(name, source, async (document) => {
      const { bytes, parts, ...rest } = await this.#renderPage(name, source, document);
      return { bytes: name.part <= parts ? bytes : undefined, ...rest };
    });
  }

  async #renderPage(name: PartName, source: PageSource, document: ViewedDocument): Promise<PageAnswer> {
    const made = await this.#renderPart(name.part, source, document);
    this.#parts.set(documentKey(name), made.parts);
    return made;
  }

  /** Of a document that takes too long, its plain text; where that does, too, the plain text of its blocks. */
  async #renderPart(part: number, asker: Asker, document: ViewedDocument): Promise<PageAnswer> {
    const ofBlocks = { ...document, source: null };
    const formatted = { kind: 'page', document: onlyNeeded(document), part, isPlain: false } as const;
    const plain = { ...formatted, isPlain: true };
    const made = await this.#render(asker, formatted).catch(unlessOverrun);
    const plainSource =
      made || document.source === null ? undefined : await this.#render(asker, plain).catch(unlessOverrun);
    const shown = made ?? plainSource ?? (await this.#render(asker, { ...plain, document: ofBlocks }));
    return { bytes: bufferOf(shown), parts: shown.parts, open: shown.open, isOverrun: !made };
  }
}

/** Source or blocks are enough for a page, and a text is sent sooner than values. */
function onlyNeeded(document: ViewedDocument): ViewedDocument {
  return document.source === null ? document : { ...document, blocks: [] };
}

/** Texts of links may be far longer than their page. */
function memoryOf({ targets, links }: OpenLinks): number {
  return [...targets.flat(), ...links].reduce((sum, text) => sum + 2 * text.length + OVERHEAD_OF_TEXT, 0);
}

function placesOf(line: RenderLine): ConcurrencyLimit {
  return new ConcurrencyLimit({ ...PLACES[line], what: 'pages are being rendered' });
}

function pageKey(name: PartName): string {
  return `${documentKey(name)} ${name.part}`;
}

/** Changes whenever the file would. */
export function fileTag(name: FileName): string {
  return hashTag(`${documentKey(name)} ${name.kind} ${FILE_WRITER}`);
}

/** A document created again under a freed identifier has another creation time. */
function documentKey({ id, createdAt, version, url, base }: DocumentName): string {
  return `${id} ${createdAt} ${version} ${url ?? base}`;
}

function unlessOverloaded(error: unknown): undefined {
  if (!(error instanceof OverloadedError)) throw error;
}

function unlessOverrun(error: unknown): undefined {
  if (!(error instanceof OverrunError)) throw error;
}
