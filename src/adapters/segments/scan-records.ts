import { LogRefusedError } from './log-refused.js';
import { decodeAt, MARK, type FoundRecord } from './record.js';

export type FoundAt = FoundRecord & { offset: number };

/**
 * The records of a segment without contents, in order. They end where a write was interrupted: only the last group can
 * be torn, as a group is written once the one before is durable. Raises `LogRefusedError` if a later group is sound.
 */
export function* scanRecords(bytes: Buffer, path: string): Generator<FoundAt> {
  let offset = 0;
  let groupAt = 0;
  for (;;) {
    const found = decodeAt(bytes, offset);
    if (!found || (found.groupAt !== offset && found.groupAt !== groupAt)) break;
    ({ groupAt } = found);
    yield { ...found, offset };
    offset += found.size;
  }
  if (hasLaterGroup(bytes, offset)) {
    throw new LogRefusedError(
      `${path} is damaged at byte ${offset}: restore this file from a copy; without one only the ${offset} bytes before ` +
        'that can be read, see "A record of the log is damaged" in docs/operations/runbooks.md',
    );
  }
}

function hasLaterGroup(bytes: Buffer, end: number): boolean {
  for (let at = bytes.indexOf(MARK, end + 1); at !== -1; at = bytes.indexOf(MARK, at + 1)) {
    const found = decodeAt(bytes, at);
    if (found && found.groupAt > end) return true;
  }
  return false;
}
