import { OverloadedError, QuireError, validationError } from '../../domain/errors.js';
import { areTooSmall, TOO_SMALL_PIECES } from '../body/decoders.js';
import type { AdmittedBody } from '../limits/body-budget.js';

/** `fault`: the line was too long, or there was no room for it. Its bytes are gone. */
export type ReadLine = { number: number } & ({ bytes: Buffer; admitted: AdmittedBody } | { fault: QuireError });

/** `next`: undefined at the end. `check` raises what ended the reading meanwhile. */
type Chunks = { next(): Promise<Buffer | undefined>; check(): void };

type LineReaderOptions = {
  chunks: Chunks;
  /** Raises `OverloadedError`. */
  admit(bytes: number): Promise<AdmittedBody>;
  /** Bytes of a line, without its end. */
  limit: number;
};

const NEWLINE = 0x0a;
const EMPTY = Buffer.alloc(0);
/** The bytes read since the last line that was taken, in largest lines: that line's rest, and ten for nothing. */
const MOST_LINES_FOR_NOTHING = 11;

/**
 * Cuts a text into lines as it arrives. A line is admitted when it begins: by its length if its end is at hand, else
 * by the limit.
 */
export class LineReader {
  /** Of the line that is read, or is waited for, from 1. Empty lines are counted. */
  number = 0;
  readonly #options: LineReaderOptions;
  #chunk: Buffer = EMPTY;
  #at = 0;
  /** Since the last line that was taken. */
  #bytes = 0;
  #pieces = 0;

  constructor(options: LineReaderOptions) {
    this.#options = options;
  }

  /**
   * The next line that is not empty; undefined: there is none. Raises what ends the reading: `PAYLOAD_TOO_LARGE` for
   * too much that is no line to be taken, a validation error for too small pieces, and what the chunks raise.
   */
  async next(): Promise<ReadLine | undefined> {
    this.number++;
    this.#options.chunks.check();
    if (!(await this.#passSpace())) return undefined;
    const line = new LineInProgress(this.#options);
    let end = this.#chunk.indexOf(NEWLINE, this.#at);
    await line.admit(end === -1 ? undefined : end - this.#at);
    for (;;) {
      const part = this.#chunk.subarray(this.#at, end === -1 ? undefined : end);
      this.#at = end === -1 ? this.#chunk.length : end + 1;
      try {
        line.add(part);
        if (end !== -1 || !(await this.#more())) return { number: this.number, ...line.end() };
        end = this.#chunk.indexOf(NEWLINE, this.#at);
      } catch (error) {
        line.drop();
        throw error;
      }
    }
  }

  /** The bytes of the lines that `next` has at hand, each with its end: `most` of them, without the empty ones. */
  linesAhead(most: number): number[] {
    const chunk = this.#chunk;
    const lines: number[] = [];
    for (let at = this.#at; at < chunk.length && lines.length < most; at++) {
      const byte = chunk[at] as number;
      if (byte === NEWLINE || isSpace(byte)) continue;
      const end = chunk.indexOf(NEWLINE, at);
      if (end === -1) return lines;
      lines.push(end - at);
      at = end;
    }
    return lines;
  }

  /** The last line was worth its bytes. */
  taken(): void {
    this.#bytes = 0;
    this.#pieces = 0;
  }

  /** To the first byte of a line; false: there is none. */
  async #passSpace(): Promise<boolean> {
    for (;;) {
      const chunk = this.#chunk;
      let at = this.#at;
      for (; at < chunk.length; at++) {
        const byte = chunk[at] as number;
        if (byte === NEWLINE) this.number++;
        else if (!isSpace(byte)) break;
      }
      this.#at = at;
      if (at < chunk.length) return true;
      if (!(await this.#more())) return false;
    }
  }

  async #more(): Promise<boolean> {
    const chunk = await this.#options.chunks.next();
    if (!chunk) return false;
    this.#chunk = chunk;
    this.#at = 0;
    this.#bytes += chunk.length;
    this.#pieces++;
    const { limit } = this.#options;
    if (this.#bytes > MOST_LINES_FOR_NOTHING * limit) throw new QuireError('PAYLOAD_TOO_LARGE', { limit });
    if (areTooSmall(this.#pieces, Math.max(limit, this.#bytes)))
      throw validationError([{ path: '', message: TOO_SMALL_PIECES }]);
    return true;
  }
}

class LineInProgress {
  readonly #options: LineReaderOptions;
  readonly #parts: Buffer[] = [];
  #bytes = 0;
  #admitted: AdmittedBody | undefined;
  #fault: QuireError | undefined;

  constructor(options: LineReaderOptions) {
    this.#options = options;
  }

  /** Waits for room. `bytes`: undefined unless the whole line is at hand. */
  async admit(bytes: number | undefined): Promise<void> {
    const { limit, admit } = this.#options;
    if (bytes !== undefined && bytes > limit) return this.#fail(new QuireError('PAYLOAD_TOO_LARGE', { limit }));
    try {
      this.#admitted = await admit(bytes ?? limit);
    } catch (error) {
      if (!(error instanceof OverloadedError)) throw error;
      this.#fail(error);
    }
  }

  add(part: Buffer): void {
    if (this.#fault || part.length === 0) return;
    const { limit } = this.#options;
    this.#bytes += part.length;
    if (this.#bytes > limit) this.#fail(new QuireError('PAYLOAD_TOO_LARGE', { limit }));
    else this.#parts.push(part);
  }

  end(): { bytes: Buffer; admitted: AdmittedBody } | { fault: QuireError } {
    if (this.#fault || !this.#admitted) return { fault: this.#fault as QuireError };
    this.#admitted.shrinkTo(this.#bytes);
    const [first] = this.#parts;
    const bytes = first && this.#parts.length === 1 ? first : Buffer.concat(this.#parts);
    return { bytes, admitted: this.#admitted };
  }

  drop(): void {
    this.#parts.length = 0;
    this.#admitted?.end();
  }

  #fail(error: QuireError): void {
    this.#fault = error;
    this.drop();
  }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}
