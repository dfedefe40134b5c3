import { OverloadedError } from '../../domain/errors.js';
import type { ReadContent } from '../../operations/get-document.js';
import type { OnSize } from '../../ports/object-store.js';
import { languageOf } from '../../viewer/page-head.js';
import type { ViewedDocument } from '../../viewer/viewed-document.js';
import { FairMutex } from '../limits/fair-mutex.js';
import { ConcurrencyLimit } from '../limits/concurrency-limit.js';
import type { PageLine } from '../limits/rendering-share.js';

/** `url`: as in `ViewedDocument`. */
export type DocumentName = { id: string; createdAt: string; version: number; url: string | null };

/** How to read a document, and the client's address or the owner, whose share of concurrent reads is limited. */
export type DocumentSource = { line: PageLine; asker: string; read: ReadContent };

/** Larger documents are read for one page at a time: the parsed object takes several times its bytes. */
const LARGE_BYTES = 1024 * 1024;
/** The bounds on large documents, waiting ones included. Small documents need room beside them. */
const LARGE_PLACES = { anonymous: 5, owners: 3 };
const MOST_LARGE_OF_ONE = 2;
/** The time to parse JSON text into a document, measured for the most expensive text. */
const MS_PER_MB = 20;

/**
 * Bounds the memory of documents read for pages: a few small ones at once, and one large one. A large one for an owner
 * may wait for one page of a stranger, which is rendered with the share of anonymous callers.
 */
export class ViewerDocuments {
  readonly #large = new FairMutex();
  readonly #places = { anonymous: largePlaces('anonymous'), owners: largePlaces('owners') };
  readonly #lang: string;
  readonly #charge: (source: DocumentSource, milliseconds: number) => void;

  /**
   * `lang`: of documents that name none. `charge` gets the thread time of a read, in ms: 0 if the document was kept or
   * another request read it.
   */
  constructor(lang: string, charge: (source: DocumentSource, milliseconds: number) => void) {
    this.#lang = lang;
    this.#charge = charge;
  }

  /** Reads a document and runs `work`. Raises what both raise, and `OverloadedError` if too many wait. */
  async with<T>(
    { id, url }: Pick<DocumentName, 'id' | 'url'>,
    source: DocumentSource,
    work: (document: ViewedDocument) => Promise<T>,
  ): Promise<T> {
    const read = async (check: OnSize): Promise<ViewedDocument> => {
      let bytesRead = 0;
      const { version, bytes } = await source.read((size) => {
        check(size);
        bytesRead = size;
      });
      // `onSize` was not called if the version was kept, or if another request's read was joined.
      check(bytes);
      this.#charge(source, (bytesRead * MS_PER_MB) / 1_000_000);
      const lang = languageOf(version.metadata) ?? this.#lang;
      return { ...version, id, url, lang, updatedAt: version.createdAt };
    };
    const small = await read(refuseLarge).catch((error: unknown) => {
      if (error instanceof LargeDocumentError) return undefined;
      throw error;
    });
    if (small) return work(small);
    const { line, asker } = source;
    const turn = () => this.#large.run(line, async () => work(await read(() => undefined)));
    return this.#places[line].run(asker, turn);
  }
}

function largePlaces(line: PageLine): ConcurrencyLimit {
  const what = 'large pages are being rendered';
  return new ConcurrencyLimit({ most: LARGE_PLACES[line], mostOfOne: MOST_LARGE_OF_ONE, what });
}

class LargeDocumentError extends OverloadedError {}

function refuseLarge(bytes: number): void {
  if (bytes > LARGE_BYTES) throw new LargeDocumentError(`a document of ${bytes} bytes waits for its turn`);
}
