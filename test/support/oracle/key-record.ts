import { digestOf, NO_FILE } from './files.js';

/** `source`: digest of the file that the version was made of, or `NO_FILE`, where an answer says so. */
type VersionSight = { version: number; word: string; source?: string };
/** What an answer shows of the document that the key leads to. `createdAt`: of the document. */
export type KeySight = VersionSight & { id: string; createdAt: string };

/** What was known before a request was sent. `id`: of the document that is there; `over`: those that have ended. */
export type KeyLook = Readonly<{ id: string | undefined; version: number; over: ReadonlySet<string> }>;

type Life = { createdAt: string; isOver: boolean; words: Map<number, string> };

/**
 * All that is known of one key of a client's own: the documents that it led to, one after the other, and the word of
 * each of their versions. A word is that of one PUT, which takes effect once at most.
 */
export class KeyRecord {
  readonly key: string;
  /** Word and file of each; undefined: it sent none. */
  readonly puts = new Map<string, string | undefined>();
  readonly lives = new Map<string, Life>();
  /** That may have happened. */
  deletes = 0;
  readonly #blame: (fault: string) => void;

  constructor(key: string, blame: (fault: string) => void) {
    this.key = key;
    this.#blame = (fault) => blame(`key ${key}: ${fault}`);
  }

  look(): KeyLook {
    const lives = [...this.lives];
    const [id, life] = lives.find(([, { isOver }]) => !isOver) ?? [];
    const over = new Set(lives.filter(([, { isOver }]) => isOver).map(([each]) => each));
    return { id, version: Math.max(0, ...(life?.words.keys() ?? [])), over };
  }

  /** An answer shows this version as the newest one. */
  see(look: KeyLook, { id, createdAt, ...shown }: KeySight): void {
    if (look.over.has(id)) this.#blame(`${id} is there, after it had ended`);
    if (id === look.id && shown.version < look.version) {
      this.#blame(`${id} is at ${shown.version}, and was at ${look.version} before`);
    }
    this.lives.set(id, this.lives.get(id) ?? { createdAt, isOver: false, words: new Map() });
    this.#endOlder();
    this.#learn(id, shown);
  }

  /** The document that was there before has ended: a DELETE was answered, or an answer says that there is none. */
  end({ id }: KeyLook): void {
    const life = this.lives.get(id ?? '');
    if (life) life.isOver = true;
    this.#count();
  }

  /** `list`: all versions of the document that the key leads to, while nobody writes. */
  check(id: string, list: readonly VersionSight[]): void {
    for (const each of list) this.#learn(id, each);
    const numbers = list.map(({ version }) => version);
    if (numbers.some((number, i) => number !== i + 1)) this.#blame(`the versions of ${id} are ${numbers.join()}`);
    for (const [version, word] of this.lives.get(id)?.words ?? []) {
      if (version > list.length) this.#blame(`version ${version} of ${id}, ${word}, is missing`);
    }
  }

  blame(fault: string): void {
    this.#blame(fault);
  }

  #learn(id: string, { version, word, source }: VersionSight): void {
    const words = this.lives.get(id)?.words;
    const was = words?.get(version) ?? word;
    if (was !== word) this.#blame(`version ${version} of ${id} is ${word}, and was ${was}`);
    words?.set(version, word);
    if (!this.puts.has(word)) this.#blame(`nobody has put ${word}`);
    const file = this.puts.get(word);
    const expected = file === undefined ? NO_FILE : digestOf(file);
    if (source !== undefined && source !== expected)
      this.#blame(`version ${version} of ${id}, ${word}, has the file ${source}, not ${expected}`);
    const places = [...this.lives].flatMap(([of, life]) =>
      [...life.words].flatMap(([at, each]) => (each === word ? [`${at} of ${of}`] : [])),
    );
    if (places.length > 1) this.#blame(`${word} is there twice, as ${places.join(' and ')}`);
  }

  /** A document of the key is made only when the one before has ended. */
  #endOlder(): void {
    const newest =
      [...this.lives.values()]
        .map(({ createdAt }) => createdAt)
        .sort()
        .at(-1) ?? '';
    for (const life of this.lives.values()) if (life.createdAt < newest) life.isOver = true;
    this.#count();
  }

  #count(): void {
    const ended = [...this.lives.values()].filter(({ isOver }) => isOver).length;
    if (ended > this.deletes) this.#blame(`${ended} documents have ended, and ${this.deletes} deletes were sent`);
  }
}
