import { OverloadedError, QuireError, validationError } from '../../domain/errors.js';
import { areTooSmall, Pieces, TOO_SMALL_PIECES } from '../body/pieces.js';
import type { BodyShare } from '../limits/body-budget.js';

/** `fault`: the line was too long, or there was no room for it. Its bytes are gone. */
export type ReadLine = { number: number } & ({ bytes: Buffer; share: BodyShare } | { fault: QuireError });

/** `next`: undefined at the end. `check` raises what ended the reading meanwhile. */
type Chunks = { next(): Promise<Buffer | undefined>; check(): void };

type LineReaderOptions = {
  chunks: Chunks;
  openShare(): BodyShare;
  /** Bytes of a line, without its end. */
  limit: number;
};

const NEWLINE = 0x0a;
const EMPTY = Buffer.alloc(0);
/** The bytes read since the last line that was taken, in largest lines: that line's rest, and ten for nothing. */
const MOST_LINES_FOR_NOTHING = 11;

/** Cuts a text into lines as it arrives. A line holds bytes only while it is read, up to the limit. */
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
    for (;;) {
      const end = this.#chunk.indexOf(NEWLINE, this.#at);
      const part = this.#chunk.subarray(this.#at, end === -1 ? undefined : end);
      this.#at = end === -1 ? this.#chunk.length : end + 1;
      try {
        await line.add(part);
        if (end !== -1 || !(await this.#more())) return { number: this.number, ...line.end() };
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
    const most = MOST_LINES_FOR_NOTHING * this.#options.limit;
    if (this.#bytes > most) throw new QuireError('PAYLOAD_TOO_LARGE', { limit: this.#options.limit });
    if (areTooSmall(this.#pieces, this.#bytes)) throw validationError([{ path: '', message: TOO_SMALL_PIECES }]);
    return true;
  }
}

class LineInProgress {
  readonly #limit: number;
  readonly #share: BodyShare;
  #pieces = new Pieces();
  #fault: QuireError | undefined;

  constructor({ limit, openShare }: LineReaderOptions) {
    this.#limit = limit;
    this.#share = openShare();
  }

  /** Waits for room. */
  async add(part: Buffer): Promise<void> {
    if (this.#fault || part.length === 0) return;
    this.#pieces.add(part);
    if (this.#pieces.bytes > this.#limit) this.#fail(new QuireError('PAYLOAD_TOO_LARGE', { limit: this.#limit }));
    else if (!this.#share.take(part.length)) await this.#untilRoom();
  }

  async #untilRoom(): Promise<void> {
    try {
      await this.#share.untilRoom();
    } catch (error) {
      if (!(error instanceof OverloadedError)) throw error;
      this.#fail(error);
    }
  }

  end(): { bytes: Buffer; share: BodyShare } | { fault: QuireError } {
    this.#share.endReading();
    return this.#fault ? { fault: this.#fault } : { bytes: this.#pieces.whole(), share: this.#share };
  }

  drop(): void {
    this.#pieces = new Pieces();
    this.#share.end();
  }

  #fail(error: QuireError): void {
    this.#fault = error;
    this.drop();
  }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}
