import { writeFileSync } from 'node:fs';

/** How likely a change that was not synced is on the disk all the same, each for itself; and what decides it. */
export type Luck = { chance: number; random: () => number };

/** Without data the file gets the length `at`. */
type Written = { at: number; data: Buffer | undefined };

const SECTOR_BYTES = 512;
const MOST_BYTES = 2 ** 28;

/** The bytes of a file that are sure to be on the disk, and the changes after them that may be. */
export class RecordedFile {
  readonly #synced = new ArrayBuffer(0, { maxByteLength: MOST_BYTES });
  #pending: Written[] = [];
  #settled = 0;

  write(at: number, data: Buffer): void {
    this.#pending.push({ at, data });
  }

  truncate(bytes: number): void {
    this.#pending.push({ at: bytes, data: undefined });
  }

  /** Gives what makes durable all that was done before. */
  beginSync(): () => void {
    const upTo = this.#settled + this.#pending.length;
    return () => {
      const held = this.#pending.splice(0, Math.max(0, upTo - this.#settled));
      this.#settled += held.length;
      for (const written of held) this.#settle(written);
    };
  }

  /** Writes to the new file `path` what is left when the power fails: any sectors of what was not synced. */
  fail(path: string, { chance, random }: Luck): void {
    let length = this.#synced.byteLength;
    const left = Buffer.alloc(Math.max(length, ...this.#pending.map(({ at, data }) => at + (data?.length ?? 0))));
    left.set(new Uint8Array(this.#synced));
    for (const { at, data } of this.#pending) {
      if (data === undefined && random() < chance) {
        length = at;
        left.fill(0, length);
      }
      for (const [from, to] of sectorsOf(at, data?.length ?? 0)) {
        if (random() >= chance) continue;
        left.set((data as Buffer).subarray(from - at, to - at), from);
        length = Math.max(length, to);
      }
    }
    writeFileSync(path, left.subarray(0, length));
  }

  #settle({ at, data }: Written): void {
    const length = data ? Math.max(this.#synced.byteLength, at + data.length) : at;
    this.#synced.resize(length);
    if (data) new Uint8Array(this.#synced).set(data, at);
  }
}

function* sectorsOf(at: number, bytes: number): Generator<[from: number, to: number]> {
  for (let from = at; from < at + bytes;) {
    const to = Math.min(at + bytes, from + SECTOR_BYTES - (from % SECTOR_BYTES));
    yield [from, to];
    from = to;
  }
}
