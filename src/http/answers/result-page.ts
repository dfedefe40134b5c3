import { createHash } from 'node:crypto';
import type { LivingHead } from '../../domain/head.js';
import type { PathOf } from '../../operations/folders/folder-paths.js';
import { searchResultText, type UrlOf } from '../present/documents.js';
import { hashTag, tagOfSum } from './entity-tags.js';
import { slicesOf, type ListShape } from './list-text.js';

/** A page of search results as it is sent: JSON in UTF-8. */
export type ResultPage = { bytes: Buffer; entityTag: string };
/** The JSON of one result. */
export type PresentResult = (head: LivingHead, pathOf: PathOf) => string | Buffer;

const START = '{"results":[';
const COMMA = ','.charCodeAt(0);

/**
 * Bytes of a result, kept while its head is, and its folder has that path. Pays only for an index that gives the same
 * object for a head again.
 */
export function keptResults(urlOf: UrlOf): PresentResult {
  const kept = new WeakMap<LivingHead, { path: string; bytes: Buffer }>();
  return (head, pathOf) => {
    const path = pathOf(head);
    const before = kept.get(head);
    if (before?.path === path) return before.bytes;
    const bytes = Buffer.from(searchResultText(head, { urlOf, pathOf }));
    kept.set(head, { path, bytes });
    return bytes;
  };
}

/** A page of more metadata takes more than a few milliseconds. */
export const LARGE_PAGE_BYTES = 256 * 1024;

/** The same page as text in one go makes, in slices with turns of the event loop between. For pages of megabytes. */
export async function pageInSlices(heads: readonly LivingHead[], shape: ListShape<LivingHead>): Promise<ResultPage> {
  const sum = createHash('sha1');
  const slices: Buffer[] = [];
  for await (const slice of slicesOf([heads], shape)) {
    const bytes = Buffer.from(slice);
    sum.update(bytes);
    slices.push(bytes);
  }
  return { bytes: Buffer.concat(slices), entityTag: tagOfSum(sum) };
}

/** `query`: the members that follow `results` and `count`. */
export function resultPage(results: readonly (string | Buffer)[], query: object): ResultPage {
  const end = endOf(results.length, query);
  const bytes = isKept(results) ? joined(results, end) : Buffer.from(`${START}${results.join(',')}${end}`);
  return { bytes, entityTag: hashTag(bytes) };
}

/** Of `resultPage`, for `pageInSlices`. */
export function shapeOfResults(
  count: number,
  query: object,
  textOf: (head: LivingHead) => string,
): ListShape<LivingHead> {
  return { start: START, textOf, end: endOf(count, query) };
}

function endOf(count: number, query: object): string {
  return `],"count":${count},${JSON.stringify(query).slice(1)}`;
}

function isKept(results: readonly (string | Buffer)[]): results is readonly Buffer[] {
  return Buffer.isBuffer(results[0]);
}

/** Copies by hand: `Buffer.concat` of 40 pieces takes twice as long. */
function joined(results: readonly Buffer[], end: string): Buffer {
  const between = START.length + results.length - 1 + Buffer.byteLength(end);
  const bytes = Buffer.allocUnsafe(results.reduce((sum, { length }) => sum + length, between));
  let at = bytes.write(START, 'latin1');
  for (const result of results) {
    if (at > START.length) bytes[at++] = COMMA;
    bytes.set(result, at);
    at += result.length;
  }
  bytes.write(end, at);
  return bytes;
}
