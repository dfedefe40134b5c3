import { LogRefusedError } from './log-refused.js';
import { decodeAt, KINDS, recordOf, type NewRecord } from './record.js';

/**
 * What the first record of a segment says. `others` are the segments that held the rest of the log when this one was
 * made, by number and identity of their contents. So the newest segment, with its notes of emptied ones, tells which
 * files are needed.
 */
export type SegmentStart = { others: readonly (readonly [number: number, id: string])[] };

const FORMAT = 4;

export function startRecord({ others }: SegmentStart): NewRecord {
  return recordOf(KINDS.start, '', Buffer.from(JSON.stringify({ format: FORMAT, others })));
}

/** Undefined: the bytes do not begin with a whole record of this kind. Raises `LogRefusedError` for another format. */
export function readStart(bytes: Buffer): SegmentStart | undefined {
  const found = decodeAt(bytes, 0);
  if (found?.kind !== KINDS.start) return undefined;
  const { format, others } = JSON.parse(found.body.toString()) as SegmentStart & { format: unknown };
  if (format === FORMAT) return { others };
  throw new LogRefusedError(
    `another version of Quire wrote this log: it has the format ${String(format)}, not ${FORMAT}`,
  );
}
