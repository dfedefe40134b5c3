import { LARGEST_OBJECT_BYTES } from '../../log/json-objects.js';

/** Frames on a socket: bytes of the head and of the body (4 bytes each), the head (JSON), the body. */
const LENGTHS_BYTES = 8;
const MOST_HEAD_BYTES = 4 * 1024 * 1024;
/** An object that is no Quire's may be larger than any of the log. */
const MOST_BODY_BYTES = 2 * LARGEST_OBJECT_BYTES;

export type Frame = { head: unknown; body: Buffer };

export function encodeFrame(head: unknown, body: Uint8Array = new Uint8Array()): Buffer {
  const headBytes = Buffer.from(JSON.stringify(head));
  const lengths = Buffer.alloc(LENGTHS_BYTES);
  lengths.writeUInt32LE(headBytes.length, 0);
  lengths.writeUInt32LE(body.length, 4);
  return Buffer.concat([lengths, headBytes, body]);
}

/** Puts frames together from the chunks of a socket. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #bytes = 0;

  /** The frames that are whole with this chunk. Raises an `Error` for what is no frame. */
  *read(chunk: Buffer): Generator<Frame> {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    for (let frame = this.#take(); frame; frame = this.#take()) yield frame;
  }

  #take(): Frame | undefined {
    if (this.#bytes < LENGTHS_BYTES) return undefined;
    const [headBytes, bodyBytes] = this.#lengths();
    if (headBytes > MOST_HEAD_BYTES || bodyBytes > MOST_BODY_BYTES) throw new Error('the frame is too large');
    const bodyAt = LENGTHS_BYTES + headBytes;
    const end = bodyAt + bodyBytes;
    if (this.#bytes < end) return undefined;
    const all = this.#joined();
    this.#chunks = [all.subarray(end)];
    this.#bytes -= end;
    const head: unknown = JSON.parse(all.toString('utf8', LENGTHS_BYTES, bodyAt));
    return { head, body: all.subarray(bodyAt, end) };
  }

  #lengths(): [number, number] {
    if ((this.#chunks[0]?.length ?? 0) < LENGTHS_BYTES) this.#chunks = [this.#joined()];
    const [first] = this.#chunks as [Buffer];
    return [first.readUInt32LE(0), first.readUInt32LE(4)];
  }

  #joined(): Buffer {
    return this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks, this.#bytes);
  }
}
