const BLOCK_BYTES = 64 * 1024;
/** Each piece costs time: a text in more pieces than this must average `SMALL_PIECE` bytes a piece. */
const MOST_SMALL_PIECES = 20_000;
const SMALL_PIECE = 64;
/** The number of pieces that are not worth a block. */
const FEW_PIECES = 8;

export const TOO_SMALL_PIECES = `comes in pieces of fewer than ${SMALL_PIECE} bytes`;

export function areTooSmall(pieces: number, bytes: number): boolean {
  return pieces > MOST_SMALL_PIECES && bytes < pieces * SMALL_PIECE;
}

/** A text as it arrives. A buffer costs many times the bytes of a small piece, so small pieces are copied together. */
export class Pieces {
  bytes = 0;
  #count = 0;
  readonly #chunks: Buffer[] = [];
  #block: Buffer | undefined;
  #blockBytes = 0;

  get areTooSmall(): boolean {
    return areTooSmall(this.#count, this.bytes);
  }

  add(chunk: Buffer): void {
    this.#count++;
    this.bytes += chunk.length;
    if (chunk.length >= BLOCK_BYTES / 16 || this.#count <= FEW_PIECES) {
      this.#endBlock();
      this.#chunks.push(chunk);
      return;
    }
    if (this.#blockBytes + chunk.length > BLOCK_BYTES) this.#endBlock();
    this.#block ??= Buffer.allocUnsafe(BLOCK_BYTES);
    this.#blockBytes += chunk.copy(this.#block, this.#blockBytes);
  }

  whole(): Buffer {
    this.#endBlock();
    const [first] = this.#chunks;
    return first && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
  }

  #endBlock(): void {
    if (this.#block) this.#chunks.push(this.#block.subarray(0, this.#blockBytes));
    this.#block = undefined;
    this.#blockBytes = 0;
  }
}
