import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { DamagedObjectError, UnavailableError } from '../../domain/errors.js';
import type { ListOptions, ObjectStore, OnSize } from '../../ports/object-store.js';
import { codeOf, orUnavailable } from '../filesystem/fs-errors.js';
import { assertKey } from '../filesystem/object-keys.js';
import { openSocketFolder } from '../filesystem/socket-folder.js';
import { OBJECTS_SOCKET, type Answer, type ObjectCall } from './object-calls.js';
import { encodeFrame, FrameReader } from './object-frames.js';

/** Longer than the owner's own deadline. */
const DEADLINE_MS = 15_000;
const UNSERVED = new Set(['ENOENT', 'ECONNREFUSED']);

type Answered = { answer: Answer; body: Buffer };
type Waiting = { resolve: (answered: Answered) => void; reject: (error: UnavailableError) => void };

/** Objects of a log that another process or thread owns. `onSize` is called when the body has arrived. */
export class RemoteObjectStore implements ObjectStore {
  readonly #folder: string;
  #connection: Promise<Connection> | undefined;
  #isClosed = false;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Undefined: no process serves the objects of this folder. */
  static async connect(folder: string): Promise<RemoteObjectStore | undefined> {
    const store = new RemoteObjectStore(folder);
    try {
      await store.#connected();
      return store;
    } catch (error) {
      if (UNSERVED.has(codeOf(error) ?? '')) return undefined;
      throw error;
    }
  }

  async create(key: string, body: Uint8Array): Promise<'created' | 'exists'> {
    const { answer } = await this.#ask(`creating ${key}`, { call: 'create', key }, body);
    return answer.outcome === 'created' ? 'created' : 'exists';
  }

  async put(key: string, body: Uint8Array | (() => Uint8Array)): Promise<void> {
    await this.#ask(`writing ${key}`, { call: 'put', key }, typeof body === 'function' ? body() : body);
  }

  async read(key: string, onSize?: OnSize): Promise<Uint8Array | undefined> {
    const { answer, body } = await this.#ask(`reading ${key}`, { call: 'read', key });
    if (answer.outcome === 'absent') return undefined;
    onSize?.(body.length);
    return body;
  }

  async remove(key: string): Promise<void> {
    await this.#ask(`removing ${key}`, { call: 'remove', key });
  }

  async *list(prefix: string, { after = '' }: ListOptions = {}): AsyncGenerator<string> {
    for (let last: string | undefined = after; last !== undefined;) {
      const { answer }: Answered = await this.#ask(`listing ${prefix}`, { call: 'list', prefix, after: last });
      if (answer.outcome !== 'keys') return;
      yield* answer.keys;
      last = answer.isLast ? undefined : answer.keys.at(-1);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#connection?.then((connection) => connection.close()).catch(() => undefined);
  }

  async #ask(what: string, call: ObjectCall, body?: Uint8Array): Promise<Answered> {
    if ('key' in call) assertKey(call.key);
    const answered = await orUnavailable(what, DEADLINE_MS, async () => (await this.#connected()).ask(call, body));
    const { answer } = answered;
    if (answer.outcome === 'unavailable') throw new UnavailableError(answer.reason);
    if (answer.outcome === 'damaged') throw new DamagedObjectError(answer.reason);
    return answered;
  }

  /** Connects again where the owner hung up: another process may own the log by now. */
  #connected(): Promise<Connection> {
    if (this.#isClosed) throw new UnavailableError('the log is closed');
    return (this.#connection ??= this.#connect());
  }

  #connect(): Promise<Connection> {
    const forget = () => {
      if (this.#connection === connection) this.#connection = undefined;
    };
    const connection = Connection.to(this.#folder, forget);
    connection.catch(forget);
    return connection;
  }
}

class Connection {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, Waiting>();
  #calls = 0;

  static async to(folder: string, onEnd: () => void): Promise<Connection> {
    const place = openSocketFolder(folder);
    try {
      const socket = connect(place.addressOf(OBJECTS_SOCKET));
      await once(socket, 'connect');
      return new Connection(socket, onEnd);
    } finally {
      place.close();
    }
  }

  private constructor(socket: Socket, onEnd: () => void) {
    this.#socket = socket;
    // Each call has a deadline, whose timer keeps the process alive.
    socket.unref();
    const frames = new FrameReader();
    socket.on('data', (chunk) => {
      try {
        for (const { head, body } of frames.read(chunk)) this.#settle({ answer: head as Answer, body });
      } catch {
        socket.destroy();
      }
    });
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      onEnd();
      for (const { reject } of this.#waiting.values()) reject(new UnavailableError('the owner of the log has ended'));
    });
  }

  ask(call: ObjectCall, body?: Uint8Array): Promise<Answered> {
    const id = this.#calls++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.write(encodeFrame({ id, ...call }, body));
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #settle(answered: Answered): void {
    const { id } = answered.answer;
    this.#waiting.get(id)?.resolve(answered);
    this.#waiting.delete(id);
  }
}
