import { Type, type Static } from '@sinclair/typebox';
import type { KeyLife } from '../domain/document-key.js';
import type { ObjectStore } from '../ports/object-store.js';
import { decodeObject, encodeObject, readObject, UnreadableObjectError } from './json-objects.js';
import { lifeKey, lifeOfKey, livesPrefix } from './object-keys.js';
import { FormerMarks, Id, Key, Life, OwnerName, shapeOf, Time } from './shapes.js';

const STORED_LIFE = Type.Object({
  name: Id,
  owner: OwnerName,
  key: Key,
  life: Life,
  id: Id,
  created_at: Time,
  marks: FormerMarks,
});
type StoredLife = Static<typeof STORED_LIFE>;

const lifeShape = shapeOf(STORED_LIFE);

/** The lives of clients' own keys: each key has a log of its own. */
export class KeyLog {
  readonly #store: ObjectStore;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /** `taken` may mean an own attempt whose answer was lost: read, and compare the identifier. */
  async claim(life: KeyLife): Promise<'claimed' | 'taken'> {
    const outcome = await this.#store.create(lifeKey(life.name, life.life), encodeObject(storedLife(life)));
    return outcome === 'created' ? 'claimed' : 'taken';
  }

  async read(name: string, life: number): Promise<KeyLife | undefined> {
    const key = lifeKey(name, life);
    const body = await readObject(this.#store, key);
    return body && decodeLife(key, body);
  }

  /** The numbers of all lives, in order. */
  async *lives(name: string): AsyncGenerator<number> {
    for await (const key of this.#store.list(livesPrefix(name))) {
      const life = lifeOfKey(key)?.life;
      if (life !== undefined) yield life;
    }
  }

  async remove(name: string, life: number): Promise<void> {
    await this.#store.remove(lifeKey(name, life));
  }
}

/** Raises `UnreadableObjectError` for what is no life, and for the life of another key. */
export function decodeLife(key: string, body: Uint8Array): KeyLife {
  const { created_at: createdAt, marks: stored, ...life } = decodeObject(key, body, lifeShape);
  const marks = stored.map(({ document_id: documentId, ...mark }) => ({ ...mark, ...(documentId && { documentId }) }));
  if (lifeKey(life.name, life.life) === key) return { ...life, createdAt, marks };
  throw new UnreadableObjectError(`the object ${key} is life ${life.life} of ${life.name}`);
}

function storedLife({ name, owner, key, life, id, createdAt, marks }: KeyLife): StoredLife {
  const stored = marks.map(({ documentId, ...mark }) => ({ ...mark, ...(documentId && { document_id: documentId }) }));
  return { name, owner, key, life, id, created_at: createdAt, marks: stored };
}
