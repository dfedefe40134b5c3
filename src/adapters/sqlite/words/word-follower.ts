import type { LivingHead } from '../../../domain/head.js';
import { DamagedObjectError } from '../../../domain/errors.js';
import type { Version } from '../../../domain/version.js';
import { indexedWords } from '../../../domain/words/indexed-words.js';
import { UnreadableObjectError } from '../../../log/json-objects.js';
import { slotKey } from '../../../log/object-keys.js';
import { decodeSlot } from '../../../log/slot-codec.js';
import { atOnce } from '../../../platform/in-turns.js';
import { inTransaction } from '../files/connection.js';
import type { DataFolder } from '../index/data-folder.js';
import type { EntryReader } from '../index/entry-reader.js';
import type { ObjectReader } from '../log/object-reader.js';
import type { Connection } from '../files/sqlite-library.js';
import { marksOf, openingOf, ownerMark } from './word-match.js';
import { expectRoom, placesOf, timeAt, type WordsFile } from './words-file.js';

/** Changes that wait at once. */
const MOST_PENDING = 20_000;
const CHANGES_TOGETHER = 1_000;

type Pending = { seq: number; id: string };
type Known = { place: bigint; version: bigint };
/** Where the current index was when it was looked at. `name`: of the index. */
export type Target = { name: string; seq: number };

/** Brings the words of documents up to what the current index has. Owners take turns. */
export class WordFollower {
  readonly #folder: DataFolder;
  readonly #objects: ObjectReader;
  readonly #words: WordsFile;
  readonly #statements: ReturnType<typeof prepared>;
  /** By owner, in the order of their turns; none is empty. */
  readonly #queues = new Map<string, Pending[]>();
  /** In their order. */
  readonly #pending = new Set<number>();
  /** Of the index that is followed. */
  #name: string;
  /** All changes up to it are done or pending. */
  #read: number;

  constructor(folder: DataFolder, objects: ObjectReader, words: WordsFile) {
    this.#folder = folder;
    this.#objects = objects;
    this.#words = words;
    this.#statements = prepared(words.connection);
    const { name, seq } = this.#statements.meta.get() as Target;
    this.#name = name;
    this.#read = seq;
  }

  /** Where the current index is now. */
  target(): Target {
    return this.#onIndex((reader, name) => ({ name, seq: reader.meta().seq }));
  }

  /** Whether all that the owner had changed by then is in; undefined: all that anybody had. */
  hasReached({ name, seq }: Target, owner: string | undefined): boolean {
    if (name !== this.#name || this.#read < seq) return false;
    const first = owner === undefined ? this.#firstPending() : this.#queues.get(owner)?.[0]?.seq;
    return first === undefined || first > seq;
  }

  /** Follows what waits, for about `mostMs`. Raises `UnavailableError` where the disk has little room. */
  work(mostMs: number): void {
    const began = performance.now();
    this.#onIndex((reader, name) => {
      if (name !== this.#name) this.#beginAgain(name);
      this.#readChanges(reader);
      if (this.#queues.size === 0) return;
      expectRoom(this.#words.folder);
      inTransaction(this.#words.connection, () => {
        for (const id of this.#turns()) {
          this.#bring(reader, id);
          if (performance.now() - began > mostMs) break;
        }
        this.#statements.setMeta.run(this.#name, (this.#firstPending() ?? this.#read + 1) - 1);
      });
    });
  }

  /** Another index has another numbering. What it has in common with the one before is known by its versions. */
  #beginAgain(name: string): void {
    this.#name = name;
    this.#read = 0;
    this.#queues.clear();
    this.#pending.clear();
  }

  #readChanges(reader: EntryReader): void {
    const { seq: upTo } = reader.meta();
    while (this.#read < upTo && this.#pending.size < MOST_PENDING) {
      const changes = reader.changes(this.#read, upTo, CHANGES_TOGETHER);
      for (const { kind, id, seq } of changes) {
        const owner = kind === 'head' ? reader.head(id)?.head.owner : undefined;
        if (owner === undefined) continue;
        const queue = this.#queues.get(owner);
        if (queue) queue.push({ seq, id });
        else this.#queues.set(owner, [{ seq, id }]);
        this.#pending.add(seq);
      }
      this.#read = changes.length < CHANGES_TOGETHER ? upTo : (changes.at(-1)?.seq ?? upTo);
    }
  }

  /** One document of each owner, then a second one of each. */
  *#turns(): Generator<string> {
    for (const [owner, queue] of this.#queues) {
      const { seq, id } = queue.shift() as Pending;
      // To the end of the row: a Map walks over what is added on the way.
      this.#queues.delete(owner);
      if (queue.length > 0) this.#queues.set(owner, queue);
      this.#pending.delete(seq);
      yield id;
    }
  }

  #firstPending(): number | undefined {
    return this.#pending.values().next().value;
  }

  #bring(reader: EntryReader, id: string): void {
    const { known: find, remove, removeWords } = this.#statements;
    const head = reader.head(id)?.head;
    const known = find.get(id) as Known | undefined;
    const isLiving = head !== undefined && !head.deleted;
    if (known && isLiving && isOf(known, head)) return;
    if (known) {
      remove.run(known.place);
      removeWords.run(known.place);
    }
    const version = isLiving ? this.#versionOf(head) : undefined;
    if (isLiving && version) this.#add(head, version);
  }

  #add(head: LivingHead, version: Version): void {
    const { lastPlace, insert, insertWords } = this.#statements;
    const mark = ownerMark(this.#numberOf(head.owner));
    const { title, all } = atOnce(indexedWords(version, (word) => mark + word));
    const opening = openingOf(title, mark);
    const { first, last } = placesOf(Date.parse(head.updatedAt));
    const { place: taken } = lastPlace.get(first, last) as { place: bigint | null };
    const place = taken === null ? first : taken + 1n;
    insert.run(place, head.id, head.currentVersion);
    insertWords.run(place, title, opening, all, marksOf(head, mark));
  }

  /** Undefined: it cannot be read, so it is not found by its words. */
  #versionOf({ id, currentVersion }: LivingHead): Version | undefined {
    const key = slotKey(id, currentVersion);
    try {
      const body = this.#objects.read(key);
      const slot = body && decodeSlot(key, body);
      return slot?.deleted === false ? slot : undefined;
    } catch (error) {
      if (error instanceof UnreadableObjectError || error instanceof DamagedObjectError) return undefined;
      throw error;
    }
  }

  #numberOf(owner: string): number {
    const { owner: find, addOwner } = this.#statements;
    return ((find.get(owner) ?? addOwner.get(owner)) as { n: number }).n;
  }

  #onIndex<T>(work: (reader: EntryReader, name: string) => T): T {
    const { files } = this.#folder;
    return this.#folder.onCurrent<T>((row) => files.use(row, ({ reader }) => work(reader, row.name)));
  }
}

function isOf({ place, version }: Known, { currentVersion, updatedAt }: LivingHead): boolean {
  return Number(version) === currentVersion && timeAt(place) === Date.parse(updatedAt);
}

function prepared(connection: Connection) {
  const prepare = (sql: string) => connection.prepare(sql);
  // Also for what writes, which gives the last place.
  const withPlaces = (sql: string) => {
    const statement = prepare(sql);
    statement.setReadBigInts(true);
    return statement;
  };
  return {
    known: withPlaces('SELECT place, version FROM documents WHERE id = ?'),
    lastPlace: withPlaces('SELECT max(place) AS place FROM documents WHERE place BETWEEN ? AND ?'),
    meta: prepare('SELECT name, seq FROM meta'),
    setMeta: withPlaces('UPDATE meta SET name = ?, seq = ?'),
    owner: prepare('SELECT n FROM owners WHERE owner = ?'),
    addOwner: prepare('INSERT INTO owners (owner) VALUES (?) RETURNING n'),
    insert: withPlaces('INSERT INTO documents VALUES (?, ?, ?)'),
    insertWords: withPlaces('INSERT INTO words (rowid, title, opening, body, marks) VALUES (?, ?, ?, ?, ?)'),
    remove: withPlaces('DELETE FROM documents WHERE place = ?'),
    removeWords: withPlaces('DELETE FROM words WHERE rowid = ?'),
  };
}
