import { setImmediate as nextTurn } from 'node:timers/promises';
import { OperatorError, UnavailableError } from '../../../domain/errors.js';
import { routingOfKey } from '../../../log/object-keys.js';
import type { ListOptions, ObjectStore, OnSize } from '../../../ports/object-store.js';
import { FolderWriter } from '../writer/folder-writer.js';
import { logFile, openLog } from '../files/log-file.js';
import { Reopening } from '../files/reopening.js';
import { ObjectReader } from './object-reader.js';
import type { ObjectJob } from './object-writer.js';
import { repeatWhileBusy } from '../files/repeat-while-busy.js';
import { fileFailure } from '../files/sqlite-errors.js';
import { ThreadCalls } from '../writer/thread-calls.js';

/** Reads of a turn of the event loop, which timers and sockets wait for. */
const READ_TOGETHER_MS = 5;

/**
 * The objects of a log. Reads are statements in this thread; large objects are read in a thread of their own. The
 * thread of the writer writes.
 */
export class SqliteObjectStore implements ObjectStore {
  readonly #writer: FolderWriter;
  readonly #large: ThreadCalls<string, Uint8Array | undefined>;
  readonly #log: Reopening<ObjectReader>;
  #turnBegan: number | undefined;
  #isClosed = false;

  static of(folder: string): SqliteObjectStore {
    return new SqliteObjectStore(new FolderWriter(folder));
  }

  /** The writer ends with the store. */
  constructor(writer: FolderWriter) {
    this.#writer = writer;
    this.#log = new Reopening(() => new ObjectReader(openLog(writer.folder, { busyMs: 0 })));
    const module = new URL('./reader-thread.js', import.meta.url);
    this.#large = new ThreadCalls({ module, data: writer.folder, doing: 'reading a large object' });
  }

  /** Raises `OperatorError` where the file cannot be used as it is. Other failures pass: calls raise them again. */
  open(): void {
    try {
      this.#opened();
    } catch (error) {
      if (error instanceof OperatorError) throw error;
    }
  }

  async create(key: string, body: Uint8Array): Promise<'created' | 'exists'> {
    return (await this.#write({ kind: 'create', key, body: unpooled(body) })) as 'created' | 'exists';
  }

  async put(key: string, body: Uint8Array | (() => Uint8Array)): Promise<void> {
    await this.#write({ kind: 'put', key, body: unpooled(typeof body === 'function' ? body() : body) });
  }

  async read(key: string, onSize?: OnSize): Promise<Uint8Array | undefined> {
    const found = await this.#read((reader) => reader.find(key));
    if (found) onSize?.(found.size);
    const body = found && (found.body ?? (await this.#large.ask(key)));
    return body && Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  }

  async remove(key: string): Promise<void> {
    await this.#write({ kind: 'remove', key });
  }

  async *list(prefix: string, { after = '' }: ListOptions = {}): AsyncGenerator<string> {
    for (let last: string | undefined = after; last !== undefined;) {
      const from: string = last;
      const { keys, isLast } = await this.#read((reader) => reader.keys(prefix, from));
      yield* keys;
      last = isLast ? undefined : keys.at(-1);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#writer.close(), this.#large.close()]);
    this.#log.close();
  }

  async #write(job: ObjectJob): Promise<string | number> {
    if (this.#isClosed) throw new UnavailableError('the log is closed');
    const result = await this.#writer.write(routingOfKey(job.key), job);
    this.#log.closeFixed();
    return result;
  }

  async #read<T>(read: (reader: ObjectReader) => T): Promise<T> {
    if (this.#turnBegan === undefined) {
      this.#turnBegan = performance.now();
      setImmediate(() => (this.#turnBegan = undefined));
    } else if (performance.now() - this.#turnBegan > READ_TOGETHER_MS) await nextTurn();
    try {
      return await repeatWhileBusy(() => read(this.#opened()));
    } catch (error) {
      throw fileFailure(error, logFile(this.#writer.folder));
    }
  }

  #opened(): ObjectReader {
    if (this.#isClosed) throw new UnavailableError('the log is closed');
    return this.#log.get();
  }
}

/** A small buffer is a part of a pool, and a message to a thread copies the whole pool. */
function unpooled(body: Uint8Array): Uint8Array {
  return body.byteLength === body.buffer.byteLength ? body : new Uint8Array(body);
}
