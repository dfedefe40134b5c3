import type { Socket } from 'node:net';
import { DamagedObjectError, UnavailableError } from '../../domain/errors.js';
import { Deadline } from '../../platform/deadline.js';
import type { ObjectStore } from '../../ports/object-store.js';
import { isKey } from '../filesystem/object-keys.js';
import { serveAt, type Listener } from '../filesystem/socket-folder.js';
import { OBJECTS_SOCKET, type Answer, type Asked, type ObjectCall } from './object-calls.js';
import { encodeFrame, FrameReader, type Frame } from './object-frames.js';

const MOST_CALLERS = 128;
/** Of one caller. Its further calls wait in its socket. */
const MOST_CALLS = 16;
/** Calls under way when the owner ends. */
const ANSWERED_WITHIN_MS = 2_000;
const KEYS_A_CALL = 1_000;

type Outcome = Answer extends infer One ? (One extends Answer ? Omit<One, 'id'> : never) : never;
type Answered = { outcome: Outcome; body?: Uint8Array };

/** For the owner of the folder. Only its user may connect. Raises the system's error, as on a full disk. */
export async function serveObjects(folder: string, store: ObjectStore): Promise<Listener> {
  const callers = new Set<Caller>();
  const server = await serveAt(folder, {
    name: OBJECTS_SOCKET,
    most: MOST_CALLERS,
    onCaller: (socket) => {
      const caller = new Caller(socket, store);
      callers.add(caller);
      socket.once('close', () => callers.delete(caller));
    },
  });
  return {
    close: async () => {
      server.close();
      await Promise.all([...callers].map((caller) => caller.end()));
    },
  };
}

class Caller {
  readonly #socket: Socket;
  readonly #store: ObjectStore;
  readonly #calls = new Set<Promise<void>>();
  #isEnding = false;

  constructor(socket: Socket, store: ObjectStore) {
    this.#socket = socket;
    this.#store = store;
    const frames = new FrameReader();
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      try {
        for (const frame of frames.read(chunk)) this.#take(frame);
      } catch {
        socket.destroy();
      }
    });
  }

  /** Answers the calls under way, and hangs up. */
  async end(): Promise<void> {
    this.#isEnding = true;
    this.#socket.pause();
    const answered = Promise.all(this.#calls);
    await new Deadline(ANSWERED_WITHIN_MS).within(answered, 'answering the calls').catch(() => undefined);
    this.#socket.destroySoon();
  }

  #take(frame: Frame): void {
    const call: Promise<void> = this.#answer(frame)
      .catch(() => void this.#socket.destroy())
      .then(() => {
        this.#calls.delete(call);
        if (this.#calls.size < MOST_CALLS && !this.#isEnding) this.#socket.resume();
      });
    this.#calls.add(call);
    if (this.#calls.size >= MOST_CALLS) this.#socket.pause();
  }

  async #answer({ head, body }: Frame): Promise<void> {
    const { id, ...call } = head as Asked;
    const { outcome, body: found } = await answer(this.#store, call, body).catch(unavailable);
    const frame = encodeFrame({ id, ...outcome }, found);
    // A call ends when its answer was sent: answers that wait are bounded, too.
    await new Promise<void>((sent) => this.#socket.write(frame, () => sent()));
  }
}

async function answer(store: ObjectStore, call: ObjectCall, body: Buffer): Promise<Answered> {
  if (call.call !== 'list' && !isKey(call.key)) throw new UnavailableError('an object key is outside the grammar');
  switch (call.call) {
    case 'create':
      return { outcome: { outcome: await store.create(call.key, body) } };
    case 'put':
      await store.put(call.key, body);
      return { outcome: { outcome: 'done' } };
    case 'remove':
      await store.remove(call.key);
      return { outcome: { outcome: 'done' } };
    case 'read': {
      const found = await store.read(call.key);
      return found ? { outcome: { outcome: 'found' }, body: found } : { outcome: { outcome: 'absent' } };
    }
    case 'list':
      return { outcome: await listKeys(store, call) };
  }
}

async function listKeys(store: ObjectStore, { prefix, after }: { prefix: string; after: string }): Promise<Outcome> {
  const keys: string[] = [];
  for await (const key of store.list(prefix, { after })) {
    keys.push(key);
    if (keys.length === KEYS_A_CALL) return { outcome: 'keys', keys, isLast: false };
  }
  return { outcome: 'keys', keys, isLast: true };
}

function unavailable(error: unknown): Answered {
  if (!(error instanceof Error)) return { outcome: { outcome: 'unavailable', reason: String(error) } };
  const { message, cause } = error;
  const why = cause instanceof Error && 'syscall' in cause ? ` (${cause.message})` : '';
  const outcome = error instanceof DamagedObjectError ? 'damaged' : 'unavailable';
  return { outcome: { outcome, reason: message + why } };
}
