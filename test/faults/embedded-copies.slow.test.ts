// Slow: copies folders while they are written to.
/** Copies of the folder of embedded objects that are made file by file while a store works on it. */
import { expect } from 'chai';
import { appendFile, open } from 'node:fs/promises';
import { isMissing } from '../../src/adapters/filesystem/fs-errors.js';
import { LogRefusedError } from '../../src/adapters/segments/log-refused.js';
import { readAt, segmentNumbers } from '../../src/adapters/segments/segment-files.js';
import type { SegmentObjectStore } from '../../src/adapters/segments/segment-object-store.js';
import { SeededRandom } from '../support/oracle/seeded-random.js';
import { NEVER_MS, objectsOf, SegmentFolder } from '../support/segment-folder.js';

const SEGMENT_BYTES = 20_000;
/** No segment ends during a copy. */
const LONG_SEGMENT_BYTES = 100 * SEGMENT_BYTES;
const LANES = 8;
const KEYS_A_LANE = 12;
const SEEDS = Array.from({ length: 18 }, (_, index) => index);
const LOOK_AFTER_MS = [0, 20, 100];
/** Operations of the store from one piece of a copy to the next, at most. */
const MOST_BETWEEN_PIECES = [0, 10, 60];
const PIECE_BYTES = 8 * 1024;
const ORDERS = {
  ascending: (numbers: number[]) => numbers,
  descending: (numbers: number[]) => numbers.toReversed(),
  random: (numbers: number[], random: SeededRandom) => random.shuffled(numbers),
};

describe('faults: copies of embedded objects', function () {
  this.timeout(120_000);
  const folders: SegmentFolder[] = [];
  afterEach(async () => {
    for (const folder of folders.splice(0)) await folder.remove();
  });

  const made = async () => {
    const folder = await SegmentFolder.make();
    folders.push(folder);
    return folder;
  };

  for (const [order, ordered] of Object.entries(ORDERS)) {
    it(`have all from before they were begun, or are refused, in ${order} order`, async () => {
      const outcomes = { whole: 0, refused: 0 };
      for (const seed of SEEDS) outcomes[await copied(seed, ordered)]++;
      expect(outcomes.whole, 'copies that can be used').to.be.greaterThan(0);
      expect(outcomes.refused, 'copies that are refused').to.be.greaterThan(0);
    });
  }

  async function copied(seed: number, ordered: (numbers: number[], random: SeededRandom) => number[]) {
    const random = new SeededRandom(seed);
    const [folder, copy] = [await made(), await made()];
    const lookAfterMs = LOOK_AFTER_MS[seed % 3] as number;
    const segmentBytes = seed % 6 === 5 ? LONG_SEGMENT_BYTES : SEGMENT_BYTES;
    const life = new Life(await folder.open({ segmentBytes, lookAfterMs }), random.fork());
    // Slow copies meet more segments that are emptied.
    const mostBetween = MOST_BETWEEN_PIECES[Math.floor(seed / 3) % 3] as number;
    const wait = () => life.until(life.operations + random.below(mostBetween + 1));
    const running = life.run();
    await life.until(200 + random.below(400));
    life.mark();
    for (const number of ordered(await folder.numbers(), random)) {
      await copyInPieces(folder.pathOf(number), copy.pathOf(number), wait).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    }
    life.end();
    await running;
    const store = await copy.open({ lookAfterMs: NEVER_MS }).catch((error: unknown) => {
      expect(error, `seed ${seed}`).to.be.instanceOf(LogRefusedError);
      return undefined;
    });
    if (!store) return 'refused';
    life.check(await objectsOf(store), `seed ${seed}`);
    return 'whole';
  }

  it('are refused when they were written to, too, and their files were mixed', async () => {
    const folder = await made();
    const bodies = Array.from({ length: 30 }, (_, index) => Buffer.alloc(1000, `${index} `));
    const write = async (store: SegmentObjectStore, prefix: string) => {
      for (const [index, body] of bodies.entries()) await store.put(`${prefix}/${index}`, body);
      await store.close();
    };
    const options = { segmentBytes: SEGMENT_BYTES, lookAfterMs: NEVER_MS };
    await write(await folder.open(options), 'before');
    const other = await folder.copy();
    folders.push(other);
    await write(await folder.open(options), 'after');
    await write(await other.open(options), 'later');
    const numbers = await folder.numbers();
    expect(await segmentNumbers(other.path)).to.deep.equal(numbers);
    const alike: number[] = [];
    for (const number of numbers) {
      const bytes = await other.bytesOf(number);
      if (bytes.equals(await folder.bytesOf(number))) alike.push(number);
      if (alike.includes(number) || number === numbers.at(-1)) continue;
      const mixed = await folder.copy(new Map([[number, bytes]]));
      folders.push(mixed);
      const error: unknown = await mixed.open(options).catch((reason: unknown) => reason);
      expect(error, String(number)).to.be.instanceOf(LogRefusedError);
      expect((error as Error).message).to.contain(mixed.pathOf(number));
    }
    expect(alike, 'segments from before they parted').not.to.be.empty;
  });
});

async function copyInPieces(from: string, to: string, wait: () => Promise<void>): Promise<void> {
  await wait();
  const file = await open(from, 'r');
  try {
    for (let at = 0; ; at += PIECE_BYTES) {
      const piece = await readAt(file, at, PIECE_BYTES);
      await appendFile(to, piece);
      if (piece.length < PIECE_BYTES) return;
      await wait();
    }
  } finally {
    await file.close();
  }
}

type Deed = { number: number; text: string | undefined; ended: boolean };

/** Lanes that write, replace and remove objects of their own, so that the last state of each key is known. */
class Life {
  operations = 0;
  readonly #store: SegmentObjectStore;
  readonly #random: SeededRandom;
  readonly #deeds = new Map<string, Deed[]>();
  #marked = new Map<string, number>();
  #waiting: { from: number; go: () => void } | undefined;
  #isEnding = false;

  constructor(store: SegmentObjectStore, random: SeededRandom) {
    this.#store = store;
    this.#random = random;
  }

  async run(): Promise<void> {
    await Promise.all(Array.from({ length: LANES }, (_, lane) => this.#lane(lane, this.#random.fork())));
    await this.#store.close();
  }

  /** Resolves when this many operations have ended. */
  until(operations: number): Promise<void> {
    return new Promise((go) => {
      this.#waiting = { from: operations, go };
      if (this.operations >= operations) go();
    });
  }

  /** What has ended by now must be in a copy that begins now. */
  mark(): void {
    this.#marked = new Map(
      [...this.#deeds].map(([key, deeds]) => [key, deeds.filter(({ ended }) => ended).at(-1)?.number ?? -1]),
    );
  }

  end(): void {
    this.#isEnding = true;
  }

  /** Whether each object is as it was when the copy began, or as it was made meanwhile. */
  check(objects: Record<string, string>, why: string): void {
    expect([...this.#deeds.keys()], why).to.include.members(Object.keys(objects));
    for (const [key, deeds] of this.#deeds) {
      const since = this.#marked.get(key) ?? -1;
      const allowed = deeds.filter(({ number }) => number >= since).map(({ text }) => text);
      if (since === -1) allowed.push(undefined);
      expect(allowed.includes(objects[key]), `${why}: ${key} is ${objects[key]?.slice(0, 20)}`).to.equal(true);
    }
  }

  async #lane(lane: number, random: SeededRandom): Promise<void> {
    while (!this.#isEnding) {
      const key = `${random.below(KEYS_A_LANE)}/${lane}`;
      const deeds = this.#deeds.get(key) ?? [];
      this.#deeds.set(key, deeds);
      const text = random.chance(0.4) ? undefined : `${deeds.length} of ${key} `.padEnd(random.below(2000), 'x');
      const deed = { number: deeds.length, text, ended: false };
      deeds.push(deed);
      await (text === undefined ? this.#store.remove(key) : this.#store.put(key, Buffer.from(text)));
      deed.ended = true;
      this.operations++;
      if (this.#waiting && this.operations >= this.#waiting.from) this.#waiting.go();
    }
  }
}
