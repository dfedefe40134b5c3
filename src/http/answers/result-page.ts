import type { LivingHead } from '../../domain/head.js';
import { searchResultText, type UrlOf } from '../present/documents.js';
import { hashTag } from './entity-tags.js';

/** A page of search results as it is sent: JSON in UTF-8. */
export type ResultPage = { bytes: Buffer; entityTag: string };
/** The JSON of one result. */
export type PresentResult = (head: LivingHead) => string | Buffer;

const START = '{"results":[';
const COMMA = ','.charCodeAt(0);

/** Bytes of a result, kept while its head is. Pays only for an index that gives the same object for a head again. */
export function keptResults(urlOf: UrlOf): PresentResult {
  const kept = new WeakMap<LivingHead, Buffer>();
  return (head) => {
    let bytes = kept.get(head);
    if (!bytes) {
      bytes = Buffer.from(searchResultText(head, urlOf));
      kept.set(head, bytes);
    }
    return bytes;
  };
}

/** `query`: the members that follow `results` and `count`. */
export function resultPage(results: readonly (string | Buffer)[], query: object): ResultPage {
  const end = `],"count":${results.length},${JSON.stringify(query).slice(1)}`;
  const bytes = isKept(results) ? joined(results, end) : Buffer.from(`${START}${results.join(',')}${end}`);
  return { bytes, entityTag: hashTag(bytes) };
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
