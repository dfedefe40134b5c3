import { UnavailableError } from '../../domain/errors.js';
import { memoizeAsync } from '../../platform/memoize-async.js';
import type { OnSize } from '../../ports/object-store.js';
import { isMissing } from '../filesystem/fs-errors.js';
import { loadLog, type LoadedLog } from './load-log.js';
import { LogState, type Segment } from './log-state.js';
import { OpenFiles } from './open-files.js';
import type { Place } from './places.js';
import { readObject } from './read-object.js';
import { KINDS, recordOf, type NewRecord } from './record.js';
import { SegmentEmptier } from './segment-emptier.js';
import { segmentPath } from './segment-files.js';
import { SegmentWriter, type LogToWrite } from './segment-writer.js';

/** Larger than any object. */
const SEGMENT_BYTES = 64 * 1024 * 1024;

export type SegmentLogOptions = {
  /** Runs before every change and raises to refuse it. */
  mayWrite?(): Promise<void>;
  lookAfterMs?: number;
  /** A segment ends before the group that would make it longer. */
  segmentBytes?: number;
};

/** A log whose segments are loaded. */
export class SegmentLog {
  readonly #folder: string;
  readonly #mayWrite: () => Promise<void>;
  readonly #state: LogState;
  readonly #files = new OpenFiles();
  readonly #emptier: SegmentEmptier;
  /** The last change of an object that is under way. It never rejects. */
  readonly #changes = new Map<string, Promise<void>>();
  readonly #writable: () => Promise<void>;
  #writer: SegmentWriter | undefined;

  static async open(folder: string, options: SegmentLogOptions): Promise<SegmentLog> {
    const state = new LogState();
    const log = new SegmentLog({ folder, state, loaded: await loadLog(folder, state) }, options);
    // On a full or read-only disk objects can be read. The first change tries again.
    await log.#readyForChange().catch(() => undefined);
    return log;
  }

  private constructor(
    { folder, state, loaded }: { folder: string; state: LogState; loaded: LoadedLog },
    { mayWrite = async () => undefined, lookAfterMs, segmentBytes = SEGMENT_BYTES }: SegmentLogOptions,
  ) {
    this.#folder = folder;
    this.#mayWrite = mayWrite;
    this.#state = state;
    this.#writable = memoizeAsync(() => this.#openWriter({ folder, state, loaded, segmentBytes }));
    this.#emptier = new SegmentEmptier({
      folder,
      state,
      read: (segment, place, key) => this.#readAt(segment, place, { key }),
      changeOf: (key) => this.#changes.get(key),
      append: (record) => this.#append(record),
      newest: () => this.#writer?.number,
      endNewest: () => this.#writer?.endSegment(),
      onEmptied: ({ number }) => this.#files.forget(segmentPath(folder, number)),
      lookAfterMs,
      segmentBytes,
    });
  }

  get end(): string | undefined {
    return this.#writer?.end;
  }

  async create(key: string, body: Uint8Array): Promise<'created' | 'exists'> {
    await this.#readyForChange();
    for (let change = this.#changes.get(key); change; change = this.#changes.get(key)) await change;
    if (this.#state.places.has(key)) return 'exists';
    await this.#append(recordOf(KINDS.object, key, body));
    return 'created';
  }

  async put(key: string, body: Uint8Array): Promise<void> {
    await this.#readyForChange();
    await this.#append(recordOf(KINDS.object, key, body));
    this.#emptier.lookLater();
  }

  async remove(key: string): Promise<void> {
    await this.#readyForChange();
    if (!this.#state.places.has(key) && !this.#changes.has(key)) return;
    await this.#append(recordOf(KINDS.removal, key));
    this.#emptier.lookLater();
  }

  async read(key: string, onSize?: OnSize): Promise<Uint8Array | undefined> {
    for (;;) {
      const place = this.#state.places.get(key);
      if (!place) return undefined;
      try {
        return await this.#readAt(this.#state.segmentAt(place.slot), place, { key, onSize });
      } catch (error) {
        // The segment was emptied meanwhile.
        if (!isMissing(error) || isSame(place, this.#state.places.get(key))) throw error;
      }
    }
  }

  keyFrom(prefix: string): string | undefined {
    return this.#state.places.nextFrom(prefix);
  }

  keyAfter(key: string): string | undefined {
    return this.#state.places.next(key);
  }

  async close(): Promise<void> {
    await this.#emptier.close();
    await this.#writer?.close();
    this.#files.close();
  }

  async #readyForChange(): Promise<void> {
    await this.#mayWrite();
    await this.#writable();
  }

  async #openWriter(log: LogToWrite): Promise<void> {
    this.#writer = await SegmentWriter.open(log);
    this.#emptier.lookLater();
  }

  #append(record: NewRecord): Promise<void> {
    const { key } = record;
    if (!this.#writer) throw new UnavailableError('the log cannot be written');
    const appended = this.#writer.append(record);
    const change = appended
      .catch(() => undefined)
      .then(() => {
        if (this.#changes.get(key) === change) this.#changes.delete(key);
      });
    this.#changes.set(key, change);
    return appended;
  }

  #readAt(
    { number }: Segment,
    place: Place,
    wanted: { key: string; onSize?: OnSize | undefined },
  ): Promise<Uint8Array> {
    const path = segmentPath(this.#folder, number);
    return this.#files.use(path, (file) => readObject({ file, path, place }, wanted));
  }
}

function isSame(one: Place, other: Place | undefined): boolean {
  return one.slot === other?.slot && one.offset === other.offset;
}
