import { setImmediate as nextTurn } from 'node:timers/promises';
import { UnavailableError } from '../../domain/errors.js';
import { memoizeAsync } from '../../platform/memoize-async.js';
import type { ListOptions, ObjectStore, OnSize } from '../../ports/object-store.js';
import { orUnavailable } from '../filesystem/fs-errors.js';
import { assertKey } from '../filesystem/object-keys.js';
import { SegmentLog, type SegmentLogOptions } from './segment-log.js';

const DEADLINE_MS = 10_000;
const KEYS_A_TURN = 1_000;

/** Objects in the segments of a folder, for the one process that owns it. */
export class SegmentObjectStore implements ObjectStore {
  /** Raises `LogRefusedError` if the files cannot be used as they are. Other calls then raise `UnavailableError`. */
  readonly open = memoizeAsync(async () => {
    this.#log = await SegmentLog.open(this.#folder, this.#options);
  });
  readonly #folder: string;
  readonly #options: SegmentLogOptions;
  #log: SegmentLog | undefined;
  #isClosed = false;

  /** The first object makes the folder's first segment. */
  constructor(folder: string, options: SegmentLogOptions = {}) {
    this.#folder = folder;
    this.#options = options;
  }

  /** Where the next object comes. Texts of later ends are greater. Undefined: the log is not open for writing. */
  get end(): string | undefined {
    return this.#log?.end;
  }

  create(key: string, body: Uint8Array): Promise<'created' | 'exists'> {
    return this.#run(`creating ${key}`, key, (log) => log.create(key, body));
  }

  put(key: string, body: Uint8Array | (() => Uint8Array)): Promise<void> {
    return this.#run(`writing ${key}`, key, (log) => log.put(key, typeof body === 'function' ? body() : body));
  }

  read(key: string, onSize?: OnSize): Promise<Uint8Array | undefined> {
    return this.#run(`reading ${key}`, key, (log) => log.read(key, onSize));
  }

  remove(key: string): Promise<void> {
    return this.#run(`removing ${key}`, key, (log) => log.remove(key));
  }

  async *list(prefix: string, { after = '' }: ListOptions = {}): AsyncGenerator<string> {
    const log = await orUnavailable(`listing ${prefix}`, DEADLINE_MS, () => this.#opened());
    let key = after < prefix ? log.keyFrom(prefix) : log.keyAfter(after);
    for (let listed = 1; key?.startsWith(prefix); listed++) {
      yield key;
      if (listed % KEYS_A_TURN === 0) await nextTurn();
      key = log.keyAfter(key);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.open().catch(() => undefined);
    await this.#log?.close();
  }

  #run<T>(what: string, key: string, work: (log: SegmentLog) => Promise<T>): Promise<T> {
    assertKey(key);
    return orUnavailable(what, DEADLINE_MS, async () => work(await this.#opened()));
  }

  async #opened(): Promise<SegmentLog> {
    if (this.#isClosed) throw new UnavailableError('the log is closed');
    if (!this.#log) await this.open();
    return this.#log as SegmentLog;
  }
}
