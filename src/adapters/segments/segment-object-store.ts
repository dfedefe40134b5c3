import { setImmediate as nextTurn } from 'node:timers/promises';
import { UnavailableError } from '../../domain/errors.js';
import { memoizeAsync } from '../../platform/memoize-async.js';
import { SharedRuns } from '../../platform/shared-runs.js';
import type { ListOptions, ObjectStore, OnSize } from '../../ports/object-store.js';
import { orUnavailable } from '../filesystem/fs-errors.js';
import { assertKey } from '../filesystem/object-keys.js';
import { SegmentLog, type SegmentLogOptions } from './segment-log.js';

const DEADLINE_MS = 10_000;
/** Loading a large log takes seconds. */
const WRITABLE_AGAIN_MS = 1_000;
const KEYS_A_TURN = 1_000;

/** Objects in the segments of a folder, for the one process that owns it. */
export class SegmentObjectStore implements ObjectStore {
  /** Raises `LogRefusedError` if the files cannot be used as they are. Other calls then raise `UnavailableError`. */
  readonly open = memoizeAsync(async () => {
    this.#log = await SegmentLog.open(this.#folder, this.#options);
  });
  readonly #folder: string;
  readonly #options: SegmentLogOptions;
  readonly #writable = new SharedRuns<SegmentLog>();
  #log: SegmentLog | undefined;
  #triedAt = -Infinity;
  #isClosed = false;

  /** The first object makes the folder's first segment. */
  constructor(folder: string, options: SegmentLogOptions = {}) {
    this.#folder = folder;
    this.#options = options;
  }

  /** Where the next object comes. Texts of later ends are greater. Undefined: the log is not loaded. */
  get end(): string | undefined {
    return this.#log?.end;
  }

  create(key: string, body: Uint8Array): Promise<'created' | 'exists'> {
    return this.#change(`creating ${key}`, key, (log) => log.create(key, body));
  }

  put(key: string, body: Uint8Array | (() => Uint8Array)): Promise<void> {
    return this.#change(`writing ${key}`, key, (log) => log.put(key, typeof body === 'function' ? body() : body));
  }

  read(key: string, onSize?: OnSize): Promise<Uint8Array | undefined> {
    assertKey(key);
    return orUnavailable(`reading ${key}`, DEADLINE_MS, async () => (await this.#opened()).read(key, onSize));
  }

  remove(key: string): Promise<void> {
    return this.#change(`removing ${key}`, key, (log) => log.remove(key));
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
    await this.#writable.get('')?.catch(() => undefined);
    await this.#log?.close();
  }

  #change<T>(what: string, key: string, work: (log: SegmentLog) => Promise<T>): Promise<T> {
    assertKey(key);
    return orUnavailable(what, DEADLINE_MS, async () => work(await this.#openedToWrite()));
  }

  /** Loads the log anew if it could not be written when it was loaded: another process may have owned it since. */
  async #openedToWrite(): Promise<SegmentLog> {
    const log = await this.#opened();
    return log.isWritable ? log : this.#writable.run('', () => this.#openAnew(log));
  }

  async #openAnew(before: SegmentLog): Promise<SegmentLog> {
    await this.#options.mayWrite?.();
    if (performance.now() - this.#triedAt < WRITABLE_AGAIN_MS) throw before.refusal;
    this.#triedAt = performance.now();
    const log = await SegmentLog.open(this.#folder, this.#options);
    if (log.isWritable && !this.#isClosed) {
      this.#log = log;
      await before.close();
      return log;
    }
    await log.close();
    throw log.refusal;
  }

  async #opened(): Promise<SegmentLog> {
    if (this.#isClosed) throw new UnavailableError('the log is closed');
    if (!this.#log) await this.open();
    return this.#log as SegmentLog;
  }
}
