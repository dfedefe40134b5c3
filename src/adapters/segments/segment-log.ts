import { UnavailableError } from '../../domain/errors.js';
import type { OnSize } from '../../ports/object-store.js';
import { isMissing } from '../filesystem/fs-errors.js';
import { loadLog } from './load-log.js';
import { LogState, type Segment } from './log-state.js';
import { OpenFiles } from './open-files.js';
import type { ObjectLocation } from './places.js';
import { readObject } from './read-object.js';
import { KINDS, recordOf, type NewRecord } from './record.js';
import { SegmentEmptier, type OnStuckSegment } from './segment-emptier.js';
import { segmentPath } from './segment-files.js';
import { logEnd, SegmentWriter, type LogToWrite } from './segment-writer.js';

/** Larger than any object within the default limits. A larger one has a segment of its own. */
const SEGMENT_BYTES = 64 * 1024 * 1024;

/** Called with a file whose end is no whole write, and what was cut off. An interrupted write was not acknowledged. */
export type OnCutSegment = (file: string, cut: { at: number; bytes: number }) => void;

export type SegmentLogOptions = {
  /** Runs before every change and raises to refuse it. */
  mayWrite?(): Promise<void>;
  onStuck?: OnStuckSegment | undefined;
  onCut?: OnCutSegment | undefined;
  lookAfterMs?: number;
  /** A segment ends before the group that would make it longer. */
  segmentBytes?: number;
};

type LoadedSegmentLog = LogToWrite & {
  mayWrite(): Promise<void>;
  /** Undefined: the log cannot be written, because of `fault` if this process owns it. */
  writer: SegmentWriter | undefined;
  fault: unknown;
  onStuck: OnStuckSegment | undefined;
  lookAfterMs: number | undefined;
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
  readonly #writer: SegmentWriter | undefined;
  readonly #fault: unknown;
  readonly #loadedEnd: string;

  /** Reads of a log that is not `isWritable` answer what was there, as on a full or read-only disk. */
  static async open(folder: string, options: SegmentLogOptions): Promise<SegmentLog> {
    const { mayWrite = async () => undefined, segmentBytes = SEGMENT_BYTES, onStuck, onCut, lookAfterMs } = options;
    const isOwned = await succeeds(mayWrite());
    const state = new LogState();
    const loaded = await loadLog(folder, state);
    const log = { folder, state, loaded, segmentBytes };
    let fault: unknown;
    const unopened = (error: unknown): undefined => {
      fault = error;
    };
    const writer = isOwned ? await SegmentWriter.open(log).catch(unopened) : undefined;
    const { segment, end = 0, fileBytes = 0 } = loaded.newest ?? {};
    const bytes = fileBytes - end;
    if (writer && segment && bytes > 0) onCut?.(segmentPath(folder, segment.number), { at: end, bytes });
    return new SegmentLog({ ...log, mayWrite, writer, fault, onStuck, lookAfterMs });
  }

  private constructor({ folder, state, loaded, segmentBytes, mayWrite, writer, fault, ...emptying }: LoadedSegmentLog) {
    this.#folder = folder;
    this.#mayWrite = mayWrite;
    this.#state = state;
    this.#writer = writer;
    this.#fault = fault;
    this.#loadedEnd = logEnd(loaded.newest);
    this.#emptier = new SegmentEmptier({
      folder,
      state,
      read: (segment, place, key) => this.#readAt(segment, place, { key }),
      changeOf: (key) => this.#changes.get(key),
      append: (record) => this.#append(record),
      newest: () => this.#writer?.number,
      endNewest: () => this.#writer?.endSegment(),
      onEmptied: ({ number }) => this.#files.forget(segmentPath(folder, number)),
      ...emptying,
      segmentBytes,
    });
    if (writer) this.#emptier.lookLater();
  }

  get isWritable(): boolean {
    return this.#writer !== undefined;
  }

  /** For calls that write to a log that is not `isWritable`. */
  get refusal(): UnavailableError {
    const cause = this.#fault;
    const why = cause instanceof Error ? `: ${cause.message}` : '';
    return new UnavailableError(`the log cannot be written${why}`, { cause });
  }

  /** Where the next object comes. Texts of later ends are greater. */
  get end(): string {
    return this.#writer?.end ?? this.#loadedEnd;
  }

  async create(key: string, body: Uint8Array): Promise<'created' | 'exists'> {
    await this.#mayWrite();
    for (let change = this.#changes.get(key); change; change = this.#changes.get(key)) await change;
    if (this.#state.places.has(key)) return 'exists';
    await this.#append(recordOf(KINDS.object, key, body));
    return 'created';
  }

  async put(key: string, body: Uint8Array): Promise<void> {
    await this.#mayWrite();
    await this.#append(recordOf(KINDS.object, key, body));
    this.#emptier.lookLater();
  }

  async remove(key: string): Promise<void> {
    await this.#mayWrite();
    // A create that failed may have left the object in the file.
    const isFree = !this.#state.places.has(key) && !this.#changes.has(key);
    if (isFree && !this.#writer?.isUncertain) return;
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

  #append(record: NewRecord): Promise<void> {
    const { key } = record;
    if (!this.#writer) throw this.refusal;
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
    place: ObjectLocation,
    wanted: { key: string; onSize?: OnSize | undefined },
  ): Promise<Uint8Array> {
    const path = segmentPath(this.#folder, number);
    return this.#files.use(path, (file) => readObject({ file, path, place }, wanted));
  }
}

async function succeeds(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

function isSame(one: ObjectLocation, other: ObjectLocation | undefined): boolean {
  return one.slot === other?.slot && one.offset === other.offset;
}
