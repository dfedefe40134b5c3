import { createHash } from 'node:crypto';
import type { Content } from '../document.js';
import type { JsonObject } from '../json.js';
import type { SentAttached } from './assets.js';
import { jsonOfString } from './json-of-string.js';
import type { Source } from './source.js';

/** `contentHash`: as below. `source`: null where it is made of blocks. */
export type HashedContent = Content & SentAttached & { contentHash: string; source: Source | null };

/** Names sorted in one go: about a millisecond. */
const SORTED_TOGETHER = 2_000;

/**
 * SHA-256, in hexadecimal, of the RFC 8785 form of `{ blocks: [{ content, metadata, type }], content_type, metadata,
 * title }`. An absent metadata is null, and the content of a divider is empty.
 */
export function contentHash(content: Content): string {
  const steps = contentHashInSteps(content);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** The same, with pauses: between two of them it takes about a millisecond. */
export function* contentHashInSteps({ title, contentType, metadata, blocks }: Content): Generator<void, string> {
  const text = new HashedText();
  text.add('{"blocks":[');
  let before = '';
  for (const { type, content, metadata: ofBlock } of blocks) {
    text.add(`${before}{"content":`);
    yield* addValue(text, type === 'divider' ? '' : content);
    text.add(',"metadata":');
    yield* addValue(text, ofBlock);
    text.add(`,"type":"${type}"}`);
    before = ',';
  }
  text.add(`],"content_type":"${contentType}","metadata":`);
  yield* addValue(text, metadata);
  text.add(`,"title":${JSON.stringify(title)}}`);
  return text.digest();
}

const TOGETHER = 32 * 1024;

/** Hashes text in large pieces. */
class HashedText {
  readonly #hash = createHash('sha256');
  #text = '';

  add(text: string): void {
    this.#text += text;
  }

  get isLong(): boolean {
    return this.#text.length > TOGETHER;
  }

  take(): void {
    this.#hash.update(this.#text);
    this.#text = '';
  }

  digest(): string {
    this.take();
    return this.#hash.digest('hex');
  }
}

/** Numbers and strings as ECMAScript writes them, which is what RFC 8785 asks for. */
function* addValue(text: HashedText, value: unknown): Generator<void> {
  if (text.isLong) yield text.take();
  if (typeof value === 'string') yield* addString(text, value);
  else if (Array.isArray(value)) yield* addItems(text, value);
  else if (typeof value === 'object' && value !== null) yield* addMembers(text, value as JsonObject);
  else text.add(JSON.stringify(value));
}

function* addString(text: HashedText, value: string): Generator<void> {
  for (const piece of jsonOfString(value)) {
    text.add(piece);
    if (text.isLong) yield text.take();
  }
}

function* addItems(text: HashedText, items: readonly unknown[]): Generator<void> {
  let before = '[';
  for (const item of items) {
    text.add(before);
    yield* addValue(text, item);
    before = ',';
  }
  text.add(items.length === 0 ? '[]' : ']');
}

/** Names in the order of their UTF-16 code units. */
function* addMembers(text: HashedText, object: JsonObject): Generator<void> {
  let before = '{';
  for (const name of yield* sorted(Object.keys(object))) {
    text.add(`${before}${JSON.stringify(name)}:`);
    yield* addValue(text, object[name]);
    before = ',';
  }
  text.add(before === '{' ? '{}' : '}');
}

/** A merge sort that pauses: 200,000 names take some 200 ms. */
function* sorted(names: readonly string[]): Generator<void, readonly string[]> {
  if (names.length <= SORTED_TOGETHER) return [...names].sort(inCodeUnits);
  const half = names.length >> 1;
  const left = yield* sorted(names.slice(0, half));
  const right = yield* sorted(names.slice(half));
  return yield* merged(left, right);
}

function* merged(left: readonly string[], right: readonly string[]): Generator<void, readonly string[]> {
  const all: string[] = [];
  let [l, r] = [0, 0];
  while (l < left.length && r < right.length) {
    all.push(((left[l] as string) < (right[r] as string) ? left[l++] : right[r++]) as string);
    if (all.length % SORTED_TOGETHER === 0) yield;
  }
  return [...all, ...left.slice(l), ...right.slice(r)];
}

function inCodeUnits(one: string, other: string): number {
  return one < other ? -1 : 1;
}
