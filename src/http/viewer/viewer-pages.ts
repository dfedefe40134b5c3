import { LRUCache } from 'lru-cache';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { OverloadedError } from '../../domain/errors.js';
import { SharedRuns } from '../../platform/shared-runs.js';
import { FILE_WRITER, writeFile, type FileKind } from '../../render/document-files.js';
import type { ViewedDocument } from '../../viewer/viewed-document.js';
import { planPage, type PagePlan } from '../../viewer/plan-page.js';
import { renderPart, RENDERER } from '../../viewer/render-part.js';
import { GZIP_LEVEL } from '../answers/compress-answer.js';
import { hashTag } from '../answers/entity-tags.js';
import { RenderingShare } from '../limits/rendering-share.js';
import { ViewerDocuments, type DocumentName, type DocumentSource } from './viewer-documents.js';

/** Far less than gc's shortest retention, so a page hardly outlives its document. */
const KEPT_FOR_MS = 3_600_000;
const PAGES_KEPT_BYTES = 64 * 1024 * 1024;
/** A page is smaller. One large file must not push out many pages. */
const LARGEST_KEPT_BYTES = 4 * 1024 * 1024;
const PLANS_KEPT_BYTES = 16 * 1024 * 1024;
/** The approximate size of one part start. A document may have thousands of parts. */
const PLACE_BYTES = 56;
/** The most that a heading takes, in the anchors and again in the table of contents. */
const HEADING_BYTES = 400;
const OVERHEAD = 512;

export type FileName = DocumentName & { kind: FileKind };
export type PartName = DocumentName & { part: number };

/** The source of a page. `admitRendering` raises if the client may not render now. */
export type PageSource = DocumentSource & { admitRendering(): Promise<void> };

/** A cache of pages, the most expensive requests of strangers. Concurrent requests share one rendering. */
export class ViewerPages {
  readonly #lang: string;
  readonly #share = new RenderingShare();
  readonly #documents: ViewerDocuments;
  readonly #plans = new LRUCache<string, PagePlan>({
    maxSize: PLANS_KEPT_BYTES,
    ttl: KEPT_FOR_MS,
    noUpdateTTL: true,
    sizeCalculation: ({ starts, anchors, contents }) =>
      starts.length * PLACE_BYTES + (anchors.size + contents.length) * HEADING_BYTES + OVERHEAD,
  });
  readonly #pages = new LRUCache<string, Buffer>({
    maxSize: PAGES_KEPT_BYTES,
    maxEntrySize: LARGEST_KEPT_BYTES,
    ttl: KEPT_FOR_MS,
    noUpdateTTL: true,
    sizeCalculation: ({ length }) => length + OVERHEAD,
  });
  readonly #making = new SharedRuns<Buffer | undefined>();
  readonly #coding = new SharedRuns<Buffer>();

  /** `lang`: of documents that name none. */
  constructor(lang: string) {
    this.#lang = lang;
    this.#documents = new ViewerDocuments(lang, ({ line, asker }, milliseconds) =>
      this.#share.of(line).charge(asker, milliseconds),
    );
  }

  /** Changes whenever the page would. It is known without making the page. */
  tagOf(name: PartName): string {
    return hashTag(`${pageKey(name)} ${RENDERER} ${this.#lang}`);
  }

  /** UTF-8 of HTML; undefined: no such part. Raises what the source raises. */
  get(name: PartName, source: PageSource): Promise<Buffer | undefined> {
    return this.#keep(pageKey(name), source, () => this.#render(name, source));
  }

  /** UTF-8 of a document's file, which is kept and bounded as pages are; undefined: it has none. */
  file(name: FileName, source: PageSource): Promise<Buffer | undefined> {
    return this.#keep(`${documentKey(name)} ${name.kind}`, source, () =>
      this.#documents.with(name, source, async (document) => {
        const writing = writeFile(name, document);
        return writing && this.#share.of(source.line).run(source.asker, writing);
      }),
    );
  }

  async #keep(key: string, source: PageSource, make: () => Promise<Buffer | undefined>): Promise<Buffer | undefined> {
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
  async gzip(name: PartName, page: Buffer): Promise<Buffer> {
    const key = `${pageKey(name)} gzip`;
    return this.#pages.get(key) ?? this.#coding.run(key, () => this.#code(key, page));
  }

  async has(name: PartName, source: PageSource): Promise<boolean> {
    return name.part === 1 || name.part <= (await this.countParts(name, source));
  }

  /** How many parts the document has, if that is known without reading it. */
  keptParts(name: DocumentName): number | undefined {
    return this.#plans.get(documentKey(name))?.parts;
  }

  /** How many parts the document has. It is read if that is not known. Raises what the source raises. */
  async countParts(name: DocumentName, source: PageSource): Promise<number> {
    const kept = this.keptParts(name);
    if (kept !== undefined) return kept;
    await source.admitRendering();
    const { parts } = await this.#share
      .of(source.line)
      .admit(source.asker, () => this.#documents.with(name, source, (document) => this.#plan(name, document, source)));
    return parts;
  }

  async #make(key: string, source: PageSource, make: () => Promise<Buffer | undefined>): Promise<Buffer | undefined> {
    const page = await this.#share.of(source.line).admit(source.asker, make);
    if (page) this.#pages.set(key, page);
    return page;
  }

  async #code(key: string, page: Buffer): Promise<Buffer> {
    const coded = await promisify(gzip)(page, { level: GZIP_LEVEL });
    this.#pages.set(key, coded);
    return coded;
  }

  async #render(name: PartName, source: PageSource): Promise<Buffer | undefined> {
    if (name.part > (this.keptParts(name) ?? Infinity)) return undefined;
    return this.#documents.with(name, source, async (document) => {
      const plan = await this.#plan(name, document, source);
      if (name.part > plan.parts) return undefined;
      const { html } = await this.#share.of(source.line).run(source.asker, renderPart(document, plan, name.part));
      return Buffer.from(html);
    });
  }

  async #plan(name: DocumentName, document: ViewedDocument, { line, asker }: PageSource): Promise<PagePlan> {
    const key = documentKey(name);
    const kept = this.#plans.get(key);
    if (kept) return kept;
    const plan = await this.#share.of(line).run(asker, planPage(document));
    this.#plans.set(key, plan);
    return plan;
  }
}

function pageKey(name: PartName): string {
  return `${documentKey(name)} ${name.part}`;
}

/** Changes whenever the file would. */
export function fileTag(name: FileName): string {
  return hashTag(`${documentKey(name)} ${name.kind} ${FILE_WRITER}`);
}

/** A document created again under a freed identifier has another creation time. */
function documentKey({ id, createdAt, version, url }: DocumentName): string {
  return `${id} ${createdAt} ${version} ${url}`;
}

function unlessOverloaded(error: unknown): undefined {
  if (!(error instanceof OverloadedError)) throw error;
}
