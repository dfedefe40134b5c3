/** One life of a process that works on a folder of objects: `life.js <folder> <seed>`. Prints its trace. */
import { slotKey } from '../../../src/log/object-keys.js';
import { SeededRandom } from '../../support/oracle/seeded-random.js';
import { TracedFiles } from './traced-files.js';

const WRITERS = 8;
const DEEDS = 30;
/** Two writers race for each. */
const RACES = 4;
const BIG = 8_000;
/** So short that many fill, and are emptied, in one life. */
const SEGMENT_BYTES = 20_000;

const [folder = '', seed = '0'] = process.argv.slice(2);
const traced = TracedFiles.install();
const { SegmentObjectStore } = await import('../../../src/adapters/segments/segment-object-store.js');
const store = new SegmentObjectStore(folder, { segmentBytes: SEGMENT_BYTES, lookAfterMs: 0 });

/** A document of its own, documents of others, a record that is replaced, slots that are removed. */
class Writer {
  readonly #random: SeededRandom;
  readonly #name: string;
  readonly #made: string[] = [];
  #version = 0;

  constructor(number: number) {
    this.#random = new SeededRandom(Number(seed) * WRITERS + number);
    this.#name = `${seed}x${number}`.padStart(24, '0');
  }

  async run(number: number): Promise<void> {
    for (let i = 0; i < DEEDS; i++) {
      if (i < RACES) await this.#create(slotKey(`${seed}r${i}x${number >> 1}`.padStart(24, '0'), 1));
      await this.#any();
    }
  }

  async #any(): Promise<void> {
    const operation = this.#random.weighted({ push: 4, start: 2, put: 3, remove: 5 });
    if (operation === 'put') return this.#do('put', `owners/${this.#name}.json`);
    if (operation === 'remove' && this.#made.length > 0) return this.#do('remove', this.#made.shift() as string);
    if (operation === 'push') return this.#make(slotKey(this.#name, ++this.#version));
    return this.#make(slotKey(`${this.#name.slice(4)}${1000 + this.#random.below(9000)}`, 1));
  }

  async #make(key: string): Promise<void> {
    await this.#create(key);
    this.#made.push(key);
  }

  #create(key: string): Promise<void> {
    return this.#do('create', key);
  }

  #do(kind: 'create' | 'put' | 'remove', key: string): Promise<void> {
    const body = `${kind} of ${key}, ${this.#random.next()}`.padEnd(this.#random.chance(0.3) ? BIG : 0, '.');
    return traced.operation({ kind, key, body }, async () =>
      kind === 'remove' ? store.remove(key) : store[kind](key, Buffer.from(body)),
    );
  }
}

await Promise.all(Array.from({ length: WRITERS }, (_, number) => new Writer(number).run(number)));
await store.close();
console.log(JSON.stringify(traced.trace));
