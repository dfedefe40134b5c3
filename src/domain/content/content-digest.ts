import { createHash, hash as hashOf } from 'node:crypto';
import type { Content, NewBlock } from '../document.js';
import type { JsonObject } from '../json.js';
import { assetsInfo, type SentAttached } from './assets.js';
import type { SourceInfo } from './source.js';

/**
 * Ignores the order of JSON members. With a source, ignores the blocks that are made of it, which another release may
 * make otherwise. A collision, once in 2^64, hurts only the owner of the Idempotency-Key.
 */
export function contentDigest(content: Content & SentAttached & { source?: SourceInfo | null }): string {
  const { title, contentType, metadata, blocks, source, assets, root } = content;
  const hash = createHash('sha256');
  const print = new Fingerprint();
  const add = (value: unknown) => hash.update(`${JSON.stringify(value)}\n`);
  add([title, contentType, print.of(metadata)]);
  if (source) add([source.sha256]);
  else for (const block of blocks) add([block.type, block.content, print.of(block.metadata)]);
  if (assets) add([assetsInfo(assets)]);
  if (root !== undefined) add([root]);
  return hash.digest('base64url');
}

/** Equal for blocks of equal type, content and metadata; metadata as in `contentDigest`. */
export function blockKey({ type, content, metadata }: NewBlock): string {
  return `${type} ${jsonKey(metadata)} ${hashOf('sha256', content, 'base64url')}`;
}

/** Ignores the order of JSON members, as `contentDigest` does. */
export function jsonKey(value: unknown): string {
  return new Fingerprint().of(value).join(' ');
}

const KIND = { null: 1, true: 2, false: 3, number: 4, string: 5, array: 6, object: 7 };

/** An object's hashes are sums over its members: to sort 200,000 names takes longer than to parse them. */
class Fingerprint {
  #a = 0;
  #b = 0;
  readonly #number = new Float64Array(1);
  readonly #halves = new Uint32Array(this.#number.buffer);

  of(value: unknown): [number, number] {
    this.#take(value);
    return [this.#a, this.#b];
  }

  #take(value: unknown): void {
    if (typeof value === 'string') this.#ofText(value);
    else if (typeof value === 'number') this.#ofNumber(value);
    else if (value === null) this.#end(KIND.null, KIND.null);
    else if (typeof value === 'boolean') this.#end(value ? KIND.true : KIND.false, KIND.null);
    else if (Array.isArray(value)) this.#ofArray(value);
    else this.#ofObject(value as JsonObject);
  }

  #ofText(text: string): void {
    let a = 0x811c9dc5;
    let b = KIND.string;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      a = Math.imul(a ^ unit, 0x01000193);
      b = Math.imul(b ^ unit, 0x85ebca6b);
    }
    this.#end(a ^ text.length, b);
  }

  /** Adding 0 turns -0 into 0, as JSON has one zero. */
  #ofNumber(value: number): void {
    this.#number[0] = value + 0;
    this.#end(
      (this.#halves[0] as number) ^ KIND.number,
      Math.imul(this.#halves[1] as number, 0x9e3779b1) ^ KIND.number,
    );
  }

  #ofArray(items: readonly unknown[]): void {
    let a: number = KIND.array;
    let b = items.length;
    for (const item of items) {
      this.#take(item);
      a = mixed(a ^ this.#a);
      b = mixed((b + this.#b) | 0);
    }
    this.#end(a, b);
  }

  #ofObject(object: JsonObject): void {
    let a: number = KIND.object;
    let b = 0;
    for (const name in object) {
      this.#ofText(name);
      const ofName = this.#a;
      const alsoOfName = this.#b;
      this.#take(object[name]);
      a = (a + mixed(ofName ^ Math.imul(this.#a, 0x9e3779b1))) | 0;
      b = (b + mixed((alsoOfName + Math.imul(this.#b, 0xc2b2ae35)) | 0)) | 0;
    }
    this.#end(a, b);
  }

  #end(a: number, b: number): void {
    this.#a = mixed((a + Math.imul(b, 0x27d4eb2f)) | 0);
    this.#b = mixed(b ^ Math.imul(this.#a, 0x165667b1));
  }
}

function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
