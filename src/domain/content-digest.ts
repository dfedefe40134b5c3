import { createHash } from 'node:crypto';
import type { Content } from './document.js';
import type { JsonObject } from './json.js';

/**
 * Equal for contents whose JSON differs in the order of members only: JSON objects have none, and many languages send
 * them in another one each time. Different for all others. Raises nothing.
 */
export function contentDigest({ title, contentType, metadata, blocks }: Content): string {
  const hash = createHash('sha256');
  const names = new KnownNames();
  const add = (value: unknown) => hash.update(`${JSON.stringify(value)}\n`);
  add([title, contentType, names.inOneOrder(metadata)]);
  for (const block of blocks) add([block.type, block.content, names.inOneOrder(block.metadata)]);
  for (const list of names.lists()) hash.update(`${list}\n`);
  return hash.digest('base64url');
}

/** Of one object, more than a body may have; times a hash of 32 bits it is still a whole number. */
const MOST_NAMES = 2 ** 20;

/** A list of names in one order: its number, and where each of its names was in the order in which it came. */
type Listed = { number: number; order: Uint32Array };

/** Of names in the order in which they came, counted from the beginning of an object. */
class NameNode {
  listed: Listed | undefined;
  /** Of the last name. */
  readonly hash: number;
  #name: string | undefined;
  #next: NameNode | undefined;
  /** Where more than one name follows. */
  #others: Map<string, NameNode> | undefined;

  constructor(name: string) {
    this.hash = hashOf(name);
  }

  after(name: string): NameNode {
    if (this.#next && this.#name === name) return this.#next;
    const node = this.#others?.get(name) ?? new NameNode(name);
    if (this.#next) {
      this.#others ??= new Map([[this.#name as string, this.#next]]);
      this.#others.set(name, node);
    }
    this.#name = name;
    this.#next = node;
    return node;
  }
}

/**
 * Puts names into one order once for all objects that have the same ones: a body may have 250,000, and to sort them
 * takes longer than to parse it.
 */
class KnownNames {
  readonly #root = new NameNode('');
  /** By list of names, as JSON. Numbers are given in the order of `inOneOrder`, whatever order names came in. */
  readonly #numbers = new Map<string, number>();

  /** As JSON, by number. */
  lists(): Iterable<string> {
    return this.#numbers.keys();
  }

  /**
   * A value that is the same for every order of members: an object of several names becomes one of the number of their
   * list and of the values in its order, an object of one name one of that and its value. Arrays stay arrays.
   */
  inOneOrder(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    return Array.isArray(value) ? this.#ofArray(value) : this.#ofObject(value as JsonObject);
  }

  /** The same one where nothing in it changes. */
  #ofArray(items: readonly unknown[]): readonly unknown[] {
    let changed: unknown[] | undefined;
    for (let at = 0; at < items.length; at++) {
      const item = this.inOneOrder(items[at]);
      if (item === items[at]) continue;
      changed ??= [...items];
      changed[at] = item;
    }
    return changed ?? items;
  }

  #ofObject(object: JsonObject): unknown {
    const names = Object.keys(object);
    if (names.length === 0) return object;
    const values = Object.values(object);
    if (names.length === 1) return { name: names[0], value: this.inOneOrder(values[0]) };
    let node = this.#root;
    for (const name of names) node = node.after(name);
    const { number, order } = node.listed ??= this.#list(names);
    const sorted: unknown[] = [];
    for (let at = 0; at < order.length; at++) sorted.push(this.inOneOrder(values[order[at] as number]));
    return { names: number, values: sorted };
  }

  #list(names: readonly string[]): Listed {
    const order = this.#orderByHash(names) ?? orderByText(names);
    const sorted: unknown[] = [];
    for (let at = 0; at < order.length; at++) sorted.push(names[order[at] as number]);
    const text = JSON.stringify(sorted);
    const number = this.#numbers.get(text) ?? this.#numbers.size + 1;
    this.#numbers.set(text, number);
    return { number, order };
  }

  /** A fifth of what it takes to sort text. Undefined where two names have the same hash. */
  #orderByHash(names: readonly string[]): Uint32Array | undefined {
    let node = this.#root;
    const sorted = new Float64Array(names.length);
    for (let at = 0; at < names.length; at++) {
      node = node.after(names[at] as string);
      sorted[at] = node.hash * MOST_NAMES + at;
    }
    sorted.sort();
    const order = new Uint32Array(names.length);
    let before = -1;
    for (let at = 0; at < names.length; at++) {
      const hash = Math.floor((sorted[at] as number) / MOST_NAMES);
      if (hash === before) return undefined;
      before = hash;
      order[at] = (sorted[at] as number) - hash * MOST_NAMES;
    }
    return order;
  }
}

function orderByText(names: readonly string[]): Uint32Array {
  const places = new Map(names.map((name, at) => [name, at]));
  return Uint32Array.from([...names].sort(), (name) => places.get(name) as number);
}

/** FNV-1a, of 32 bits. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
