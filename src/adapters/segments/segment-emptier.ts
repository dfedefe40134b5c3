import { unlink } from 'node:fs/promises';
import { readEntries, type PlacedEntry } from './contents.js';
import { readEntriesOf } from './load-log.js';
import type { LogState, Segment } from './log-state.js';
import type { ObjectLocation } from './places.js';
import { KINDS, recordOf, type Kind, type NewRecord } from './record.js';
import { FIRST_SEGMENT, segmentPath } from './segment-files.js';

const STEP_BYTES = 1024 * 1024;
const LOOK_AFTER_MS = 1_000;
/** On a full disk each attempt fails, as does one with a damaged object. */
const TRY_AGAIN_MS = 60_000;

/** Called once for each segment, with its file. It is tried again each minute. */
export type OnStuckSegment = (file: string, error: unknown) => void;

export type EmptierOptions = {
  folder: string;
  state: LogState;
  read(segment: Segment, place: ObjectLocation, key: string): Promise<Uint8Array>;
  /** A change of the object that is under way. It never rejects. */
  changeOf(key: string): Promise<void> | undefined;
  append(record: NewRecord): Promise<void>;
  /** The number of the segment that is appended to. */
  newest(): number | undefined;
  endNewest(): void;
  onEmptied(segment: Segment): void;
  onStuck?: OnStuckSegment | undefined;
  lookAfterMs?: number | undefined;
  segmentBytes: number;
};

/** Gives back the room of removed and replaced objects: copies what a half dead segment still holds, and removes it. */
export class SegmentEmptier {
  readonly #options: EmptierOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  /** Others are emptied before these are tried again. */
  readonly #failed = new Set<Segment>();
  readonly #reported = new WeakSet<Segment>();
  #isClosed = false;

  constructor(options: EmptierOptions) {
    this.#options = options;
  }

  /** Call after objects were removed or replaced. */
  lookLater(afterMs = this.#options.lookAfterMs ?? LOOK_AFTER_MS): void {
    if (this.#timer || this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#look(), afterMs).unref();
  }

  /** Stops after the current step. The next process begins with the segment again. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #look(): Promise<void> {
    const segment = this.#mostlyDead();
    this.#running = segment && this.#empty(segment).catch((error: unknown) => this.#fail(segment, error));
    await this.#running;
    this.#running = undefined;
    this.#timer = undefined;
    if (segment) return this.lookLater();
    if (this.#failed.size > 0) this.lookLater(TRY_AGAIN_MS);
    this.#failed.clear();
  }

  #fail(segment: Segment, error: unknown): void {
    this.#failed.add(segment);
    if (this.#reported.has(segment)) return;
    this.#reported.add(segment);
    this.#options.onStuck?.(segmentPath(this.#options.folder, segment.number), error);
  }

  #mostlyDead(): Segment | undefined {
    const { state, newest, endNewest, segmentBytes } = this.#options;
    return state.segments.find((segment) => {
      if (segment.number === FIRST_SEGMENT || this.#failed.has(segment)) return false;
      const dead = state.deadBytes(segment);
      if (segment.number !== newest()) return 2 * dead >= segment.objectBytes + segment.removalBytes;
      // Emptying it then writes at most as much as it gives back.
      if (2 * dead >= segmentBytes) endNewest();
      return false;
    });
  }

  async #empty(segment: Segment): Promise<void> {
    const { folder, append, onEmptied } = this.#options;
    const { number } = segment;
    const entries = await readEntriesOf(folder, segment);
    for (const step of stepsOf(entries, KINDS.object)) {
      if (this.#isClosed) return;
      await Promise.all(step.map((entry) => this.#keepObject(segment, entry)));
    }
    // Last: each attempt writes all of them.
    for (const step of stepsOf(entries, KINDS.removal)) {
      if (this.#isClosed) return;
      await Promise.all(step.map((entry) => this.#keepRemoval(segment, entry)));
    }
    await append(recordOf(KINDS.emptied, String(number)));
    onEmptied(segment);
    await unlink(segmentPath(folder, number));
  }

  async #keepObject(segment: Segment, { key, offset }: PlacedEntry): Promise<void> {
    const place = this.#placeIn(segment, key, offset);
    if (!place) return;
    const body = await this.#options.read(segment, place, key);
    await this.#settled(key);
    if (this.#placeIn(segment, key, offset)) await this.#options.append(recordOf(KINDS.object, key, body));
  }

  async #keepRemoval(segment: Segment, { key }: PlacedEntry): Promise<void> {
    await this.#settled(key);
    const { state, append } = this.#options;
    if (!state.places.has(key) && state.needsRemovals(segment)) await append(recordOf(KINDS.removal, key));
  }

  #placeIn({ slot }: Segment, key: string, offset: number): ObjectLocation | undefined {
    const place = this.#options.state.places.get(key);
    return place?.slot === slot && place.offset === offset ? place : undefined;
  }

  async #settled(key: string): Promise<void> {
    for (let change = this.#options.changeOf(key); change; change = this.#options.changeOf(key)) await change;
  }
}

function* stepsOf(entries: Buffer, kind: Kind): Generator<PlacedEntry[]> {
  let step: PlacedEntry[] = [];
  let bytes = 0;
  for (const entry of readEntries(entries)) {
    if (entry.kind !== kind) continue;
    step.push(entry);
    bytes += entry.size;
    if (bytes < STEP_BYTES) continue;
    yield step;
    [step, bytes] = [[], 0];
  }
  yield step;
}
