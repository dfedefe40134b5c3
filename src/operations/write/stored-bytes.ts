import type { LivingHead } from '../../domain/head.js';
import { ignoreUnavailable, UnavailableError } from '../../domain/errors.js';
import { taggedTitleBytes } from '../../domain/content/tagged-title.js';
import type { Version } from '../../domain/version.js';
import type { Counters, RateWindow, ReservedBytes, Written } from '../../ports/counters.js';

type StoredBytesOptions = {
  counters: Pick<Counters, 'reserveBytes' | 'releaseBytes'>;
  owner: string;
  /** Bytes a day; undefined: nothing is ever reserved. */
  limit: number | undefined;
  /** By the admission of the request. */
  reserved: ReservedBytes | undefined;
  /** Raises `RATE_LIMITED`. */
  refuse(full: RateWindow): never;
};

/** `made`: with the head before it, if there was one. */
type MadeVersion = { version: Version; before?: LivingHead | undefined };

/** `folderId`: of the document. */
export type WrittenVersion = { documentId: string; folderId: string; version: number };

/**
 * What one write counts in its owner's window of bytes. Bytes of a version are reserved before they are written, so
 * writes at once never pass a full window together; those of its tags and new folders are counted once they are made.
 * The announcement of the write replaces the reservation by what was written. At the end of the request `release` gives
 * back what no write took. A process that dies meanwhile leaves them counted until the window
 * ends. A lost answer counts them once more at most.
 */
export class StoredBytes {
  readonly #options: StoredBytesOptions;
  #reserved: ReservedBytes | undefined;
  #made: WrittenVersion | undefined;
  /** The request has ended. Its work may go on for a while. */
  #isOver = false;

  constructor(options: StoredBytesOptions) {
    this.#options = options;
    this.#reserved = options.reserved;
  }

  /**
   * Has at least so many bytes reserved. Raises `RATE_LIMITED`, and then keeps what was reserved before. Raises
   * `UnavailableError` once the request has ended.
   */
  async raiseTo(bytes: number): Promise<void> {
    const { counters, owner, limit, refuse } = this.#options;
    if (limit === undefined || bytes <= (this.#reserved?.bytes ?? 0)) return;
    if (this.#isOver) throw new UnavailableError('the request has ended');
    const { isGranted, window, reserved } = await counters.reserveBytes(owner, limit, {
      bytes,
      reserved: this.#reserved,
    });
    this.#reserved = reserved;
    if (this.#isOver) {
      await this.release();
      throw new UnavailableError('the request has ended');
    }
    if (!isGranted) refuse(window);
  }

  /**
   * The version that the write has made, also if a later step fails. Undefined: none, as where nothing differs and for
   * a repeat of an Idempotency-Key.
   */
  get made(): WrittenVersion | undefined {
    return this.#made;
  }

  /** For the announcement of the write, once. */
  written(bytes: number, made?: MadeVersion): Pick<Written, 'bytes' | 'reserved'> {
    const reserved = this.#reserved;
    this.#reserved = undefined;
    if (made) this.#made = writtenVersion(made.version);
    return { bytes: bytes + (made ? taggedTitleBytes(made.version, made.before) : 0), reserved };
  }

  /** What is reserved stays counted: it is stored, and no announcement counts it. */
  keep(): void {
    this.#reserved = undefined;
  }

  async release(): Promise<void> {
    this.#isOver = true;
    const reserved = this.#reserved;
    this.#reserved = undefined;
    if (reserved) await this.#options.counters.releaseBytes(this.#options.owner, reserved).catch(ignoreUnavailable);
  }
}

/** Without the content, which is large. */
function writtenVersion({ document, version }: Version): WrittenVersion {
  return { documentId: document.id, folderId: document.folderId, version };
}
