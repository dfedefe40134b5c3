import { setTimeout as delay } from 'node:timers/promises';
import { OverloadedError } from '../../domain/errors.js';
import type { ReadContent } from '../../operations/get-document.js';
import { KeyedQueue } from '../../platform/keyed-queue.js';
import type { OnSize } from '../../ports/object-store.js';
import { shownDocument } from '../../render/worker/shown-document.js';
import type { Asker, RenderLine } from '../../render/worker/render-pool.js';
import type { ViewedDocument } from '../../render/viewed-document.js';
import { ConcurrencyLimit } from '../limits/concurrency-limit.js';

/** `url`: as in `ViewedDocument`. `key`, `base`: as in `DocumentLinks`. */
export type DocumentName = {
  id: string;
  createdAt: string;
  version: number;
  url: string | null;
  owner: string;
  key: string | null;
  base: string;
};

/** How to read a document, and whose share of concurrent reads is limited. */
export type DocumentSource = Asker & { read: ReadContent };

/** Larger documents are read for one page at a time: the parsed object takes several times its bytes. */
const LARGE_BYTES = 1024 * 1024;
/** The bounds on large documents, waiting ones included. Small documents need room beside them. */
const LARGE_PLACES = { anonymous: 5, owners: 3 };
const MOST_LARGE_OF_ONE = 2;
/**
 * The next large document is read that much later. To parse the most expensive text takes 20 ms a megabyte, so at most
 * two sevenths of the main thread's time go into it.
 */
const PAUSE_MS_PER_MB = 120;

/** Bounds the memory of documents read for pages: a few small ones at once, and one large one in each line. */
export class ViewerDocuments {
  readonly #large = { anonymous: oneByOne(), owners: oneByOne() };
  readonly #places = { anonymous: largePlaces('anonymous'), owners: largePlaces('owners') };
  readonly #lang: string;

  /** `lang`: of documents that name none. */
  constructor(lang: string) {
    this.#lang = lang;
  }

  /** Reads a document and runs `work`. Raises what both raise, and `OverloadedError` if too many wait. */
  async with<T>(
    name: Pick<DocumentName, 'id' | 'url' | 'key' | 'base'>,
    source: DocumentSource,
    work: (document: ViewedDocument) => Promise<T>,
  ): Promise<T> {
    const read = async (check: OnSize): Promise<{ document: ViewedDocument; bytes: number }> => {
      const { version, bytes } = await source.read(check);
      // It was not called if the version was kept, or if another request's read was joined.
      check(bytes);
      return { document: shownDocument(version, { ...name, lang: this.#lang }), bytes };
    };
    const small = await read(refuseLarge).catch((error: unknown) => {
      if (error instanceof LargeDocumentError) return undefined;
      throw error;
    });
    if (small) return work(small.document);
    const { line, asker } = source;
    return this.#places[line].run(asker, async () => {
      const turn = await this.#large[line].enter(asker);
      let pause: Promise<void> | undefined;
      try {
        const { document, bytes } = await read(() => undefined);
        pause = delay((bytes * PAUSE_MS_PER_MB) / 1_000_000, undefined, { ref: false });
        return await work(document);
      } finally {
        void (pause ?? Promise.resolve()).then(turn.end);
      }
    });
  }
}

function oneByOne(): KeyedQueue {
  return new KeyedQueue({ most: 1, refusal: () => new OverloadedError('large pages are being rendered') });
}

function largePlaces(line: RenderLine): ConcurrencyLimit {
  const what = 'large pages are being rendered';
  return new ConcurrencyLimit({ most: LARGE_PLACES[line], mostOfOne: MOST_LARGE_OF_ONE, what });
}

class LargeDocumentError extends OverloadedError {}

function refuseLarge(bytes: number): void {
  if (bytes > LARGE_BYTES) throw new LargeDocumentError(`a document of ${bytes} bytes waits for its turn`);
}
