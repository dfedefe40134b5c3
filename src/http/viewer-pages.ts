import { LRUCache } from 'lru-cache';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { OverloadedError } from '../domain/errors.js';
import type { LivingHead } from '../domain/head.js';
import type { ViewedDocument } from '../viewer/viewed-document.js';
import { planPage, type PagePlan } from '../viewer/plan-page.js';
import { renderPart, RENDERER } from '../viewer/render-part.js';
import { GZIP_LEVEL } from './compress-answer.js';
import { hashTag } from './entity-tags.js';
import { RenderingShare } from './rendering-share.js';
import { ViewerDocuments, type DocumentSource } from './viewer-documents.js';

/** Far less than gc's shortest retention, so that no page outlives what it was made of by much. */
const KEPT_FOR_MS = 3_600_000;
const PAGES_KEPT_BYTES = 64 * 1024 * 1024;
const PLANS_KEPT_BYTES = 16 * 1024 * 1024;
/** Of one place where a part begins, about: a document may have thousands of parts. */
const PLACE_BYTES = 56;
/** Of an entry beside its bytes, about. */
const OVERHEAD = 512;

/** A part of a public document's page. */
export type PartName = { head: LivingHead; part: number };

/** What a page is made of, for whom, and whether making one is allowed now; each may raise. */
export type PageSource = DocumentSource & {
  admitRendering(): Promise<void>;
};

/** Changes whenever the page would: nothing of it has to be made to know it. */
export function pageTag({ head, part }: PartName): string {
  return hashTag(`${documentName(head)} ${RENDERER} ${part}`);
}

/**
 * Pages of public documents, made once while they are kept: rendering is the dearest thing that a stranger can ask for.
 * One making serves all who ask for the same page at once.
 */
export class ViewerPages {
  readonly #share = new RenderingShare();
  readonly #documents = new ViewerDocuments((milliseconds) => this.#share.charge(milliseconds));
  readonly #plans = new LRUCache<string, PagePlan>({
    maxSize: PLANS_KEPT_BYTES, ttl: KEPT_FOR_MS, noUpdateTTL: true,
    sizeCalculation: ({ starts }) => starts.length * PLACE_BYTES + OVERHEAD,
  });
  readonly #pages = new LRUCache<string, Buffer>({
    maxSize: PAGES_KEPT_BYTES, ttl: KEPT_FOR_MS, noUpdateTTL: true, sizeCalculation: ({ length }) => length + OVERHEAD,
  });
  readonly #making = new Map<string, Promise<Buffer | undefined>>();
  readonly #coding = new Map<string, Promise<Buffer>>();

  /** UTF-8 of HTML; undefined: the document has no such part. Raises what the source raises. */
  async get(name: PartName, source: PageSource): Promise<Buffer | undefined> {
    const key = pageKey(name);
    const kept = this.#pages.get(key);
    if (kept) return kept;
    // Judged for everybody who asks: one who has no renderings left does not wait for those of others.
    await source.admitRendering();
    const making = this.#making.get(key);
    if (making) {
      // The request that began it may have had no room. This one may have some.
      const found = await making.catch(unlessOverloaded);
      if (found) return found;
    }
    return this.#pages.get(key) ?? this.#making.get(key) ?? this.#make(key, name, source);
  }

  /** The page coded with gzip, made once while it is kept, for all who ask at once. */
  async gzip(name: PartName, page: Buffer): Promise<Buffer> {
    const key = `${pageKey(name)} gzip`;
    return this.#pages.get(key) ?? this.#coding.get(key) ?? this.#code(key, page);
  }

  /** Whether the document has the part; the page itself is not made. */
  async has({ head, part }: PartName, source: PageSource): Promise<boolean> {
    if (part === 1) return true;
    const kept = this.#plans.get(documentName(head));
    if (kept) return part <= kept.parts;
    await source.admitRendering();
    const { parts } = await this.#share.admit(source.address, () =>
      this.#documents.with(head, source, (document) => this.#plan(head, document)));
    return part <= parts;
  }

  #make(key: string, name: PartName, source: PageSource): Promise<Buffer | undefined> {
    const making = this.#share.admit(source.address, () => this.#render(name, source)).then((page) => {
      if (page) this.#pages.set(key, page);
      return page;
    }).finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }

  #code(key: string, page: Buffer): Promise<Buffer> {
    const coding = promisify(gzip)(page, { level: GZIP_LEVEL }).then((coded) => {
      this.#pages.set(key, coded);
      return coded;
    }).finally(() => this.#coding.delete(key));
    this.#coding.set(key, coding);
    return coding;
  }

  async #render({ head, part }: PartName, source: PageSource): Promise<Buffer | undefined> {
    const kept = this.#plans.get(documentName(head));
    if (kept && part > kept.parts) return undefined;
    return this.#documents.with(head, source, async (document) => {
      const plan = await this.#plan(head, document);
      if (part > plan.parts) return undefined;
      const { html } = await this.#share.run(renderPart(document, plan, part));
      return Buffer.from(html);
    });
  }

  async #plan(head: LivingHead, document: ViewedDocument): Promise<PagePlan> {
    const name = documentName(head);
    const kept = this.#plans.get(name);
    if (kept) return kept;
    const plan = await this.#share.run(planPage(document));
    this.#plans.set(name, plan);
    return plan;
  }
}

function pageKey({ head, part }: PartName): string {
  return `${documentName(head)} ${part}`;
}

/** A document that is made again under an identifier that was freed has another time of creation. */
function documentName({ id, createdAt, currentVersion }: LivingHead): string {
  return `${id} ${createdAt} ${currentVersion}`;
}

function unlessOverloaded(error: unknown): undefined {
  if (!(error instanceof OverloadedError)) throw error;
}
