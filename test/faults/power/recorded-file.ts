import { Buffer } from 'node:buffer';

/** How likely a change that was not synced is on the disk all the same, each for itself; and what decides it. */
export type Luck = { chance: number; random: () => number };

type Pending = { kind: 'write'; at: number; data: Buffer; isUnderWay: boolean } | { kind: 'truncate'; bytes: number };

const BLOCK_BYTES = 512;

/** The bytes of a file that are sure to be on the disk, and the changes after them that may be. */
export class RecordedFile {
  #durable: Buffer;
  #pending: Pending[] = [];

  constructor(durable: Buffer = Buffer.alloc(0)) {
    this.#durable = durable;
  }

  /** A write that is durable when it ends makes the size durable, so an earlier cut, too, but no other bytes. */
  write(at: number, data: Buffer, isDurable: boolean): void {
    if (!isDurable) return void this.#pending.push({ kind: 'write', at, data, isUnderWay: false });
    this.#settleCuts();
    this.#durable = written(this.#durable, at, data);
  }

  beginWrite(at: number, data: Buffer): void {
    this.#pending.push({ kind: 'write', at, data, isUnderWay: true });
  }

  truncate(bytes: number): void {
    this.#pending.push({ kind: 'truncate', bytes });
  }

  /** Gives what makes durable all that was done before. */
  beginSync(): () => void {
    const count = this.#pending.length;
    return () => {
      this.#durable = this.#pending.splice(0, count).reduce(applied, this.#durable);
    };
  }

  /** The process was killed: of a write that was under way other processes see a beginning. */
  kill(random: () => number): Buffer {
    for (const change of this.#pending) {
      if (change.kind !== 'write' || !change.isUnderWay) continue;
      change.data = change.data.subarray(0, Math.floor(random() * (change.data.length + 1)));
      change.isUnderWay = false;
    }
    return this.#pending.reduce(applied, this.#durable);
  }

  /** What is left when the power fails: any blocks of what was not durable. */
  fail({ chance, random }: Luck): Buffer {
    let left = this.#durable;
    for (const change of this.#pending) {
      if (change.kind === 'truncate') {
        if (random() < chance) left = applied(left, change);
        continue;
      }
      for (const block of blocksOf(change)) if (random() < chance) left = written(left, block.at, block.data);
    }
    return left;
  }

  #settleCuts(): void {
    for (;;) {
      const index = this.#pending.findIndex(({ kind }) => kind === 'truncate');
      const [cut] = index === -1 ? [] : this.#pending.splice(index, 1);
      if (cut?.kind !== 'truncate') return;
      this.#durable = this.#durable.subarray(0, cut.bytes);
      for (const change of this.#pending.slice(0, index)) {
        if (change.kind === 'write') change.data = change.data.subarray(0, Math.max(0, cut.bytes - change.at));
      }
    }
  }
}

function applied(bytes: Buffer, change: Pending): Buffer {
  return change.kind === 'write' ? written(bytes, change.at, change.data) : bytes.subarray(0, change.bytes);
}

function written(bytes: Buffer, at: number, data: Buffer): Buffer {
  if (data.length === 0) return bytes;
  const longer = Buffer.alloc(Math.max(bytes.length, at + data.length));
  longer.set(bytes);
  longer.set(data, at);
  return longer;
}

function* blocksOf({ at, data }: { at: number; data: Buffer }): Generator<{ at: number; data: Buffer }> {
  for (let from = 0; from < data.length;) {
    const to = from + BLOCK_BYTES - ((at + from) % BLOCK_BYTES);
    yield { at: at + from, data: data.subarray(from, to) };
    from = to;
  }
}
