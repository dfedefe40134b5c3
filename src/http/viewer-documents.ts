import pLimit from 'p-limit';
import type { LivingHead } from '../domain/head.js';
import { OverloadedError } from '../domain/errors.js';
import type { SizedVersion } from '../domain/version.js';
import type { OnSize } from '../ports/object-store.js';
import type { ViewedDocument } from '../viewer/viewed-document.js';
import { Places } from './places.js';

/** How a document is read, and for which client address: one takes only a part of what goes on at once. */
export type DocumentSource = { address: string; readVersion: ReadVersion };
export type ReadVersion = (head: LivingHead, onSize?: OnSize) => Promise<SizedVersion>;

/** A document above this is read for one page at a time: as an object it takes several times its bytes. */
const LARGE_BYTES = 1024 * 1024;
/** Others wait for it, and no more than so many: there is room for small documents beside them. */
const MOST_LARGE = 8;
/** Of one address. */
const MOST_LARGE_OF_ONE = 2;
/** To read JSON text and to make a document of it, measured for the dearest text. */
const MS_PER_MB = 20;

/** What is read for pages is bounded in memory: a few small documents at once, and one large one. */
export class ViewerDocuments {
  readonly #large = pLimit(1);
  readonly #places = new Places({
    most: MOST_LARGE, mostOfOne: MOST_LARGE_OF_ONE, what: 'large pages are being rendered',
  });
  readonly #charge: (milliseconds: number) => void;

  /** `charge` is told what reading a document has cost the thread: nothing, where it was kept or another read it. */
  constructor(charge: (milliseconds: number) => void) {
    this.#charge = charge;
  }

  /**
   * Reads a document and works with it. Raises what the reading and the work raise, and `OverloadedError` where too
   * many wait.
   */
  async with<T>(
    head: LivingHead, { address, readVersion }: DocumentSource, work: (document: ViewedDocument) => Promise<T>,
  ): Promise<T> {
    const read = async (judge: OnSize): Promise<ViewedDocument> => {
      let bytesRead = 0;
      const { version, bytes } = await readVersion(head, (size) => {
        judge(size);
        bytesRead = size;
      });
      // Another's reading may have been joined.
      judge(bytes);
      this.#charge(bytesRead * MS_PER_MB / 1_000_000);
      return { ...version, id: head.id, updatedAt: head.updatedAt };
    };
    const small = await read(refuseLarge).catch((error: unknown) => {
      if (error instanceof LargeDocumentError) return undefined;
      throw error;
    });
    if (small) return work(small);
    return this.#places.run(address, () => this.#large(async () => work(await read(() => undefined))));
  }
}

class LargeDocumentError extends OverloadedError {}

function refuseLarge(bytes: number): void {
  if (bytes > LARGE_BYTES) throw new LargeDocumentError(`a document of ${bytes} bytes waits for its turn`);
}
