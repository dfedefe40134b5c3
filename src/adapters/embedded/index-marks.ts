import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DamagedIndexError } from './index-damage.js';
import { dataPath } from './index-file.js';

/** Notes beside an index, each of one state of its data file: what was written to since is not meant by it. */
const CLOSED = 'closed';
const DAMAGED = 'damaged';

/**
 * Whether the data file is as a service left it that came to its end. Any other may have been what ended the service,
 * or may have been changed by others.
 */
export function isAsItWasClosed(folder: string): boolean {
  return readNote(folder, CLOSED) !== undefined;
}

export function noteClosing(folder: string): void {
  writeNote(folder, CLOSED, { text: '', file: '' });
}

/** Before the index is opened. */
export function forgetClosing(folder: string): void {
  attempt(() => rmSync(join(folder, CLOSED), { force: true }));
}

/**
 * For every process that opens this file later. `file`: the data file that is damaged, as `identityOf` tells it; where
 * another has taken its place, nothing is noted. Without it, the one that is there is.
 */
export function noteDamage(folder: string, what: string, file = ''): void {
  writeNote(folder, DAMAGED, { text: what, file });
}

/** Raises `DamagedIndexError` where it was noted. */
export function assertNoDamageNoted(folder: string): void {
  const what = readNote(folder, DAMAGED);
  if (what !== undefined) throw new DamagedIndexError(what);
}

export function forgetDamage(folder: string): void {
  attempt(() => rmSync(join(folder, DAMAGED), { force: true }));
}

function readNote(folder: string, name: string): string | undefined {
  const [noted, text] = attempt(() => readFileSync(join(folder, name), 'utf8').split('\n')) ?? [];
  return noted !== undefined && noted === fingerprint(folder) ? text : undefined;
}

/** It is no harm where one cannot be written or removed: it is found out again, and the first write makes it void. */
function writeNote(folder: string, name: string, { text, file }: { text: string; file: string }): void {
  const print = fingerprint(folder);
  if (print?.startsWith(file)) attempt(() => writeFileSync(join(folder, name), `${print}\n${text}\n`, { mode: 0o600 }));
}

function fingerprint(folder: string): string | undefined {
  const found = statSync(dataPath(folder), { bigint: true, throwIfNoEntry: false });
  return found && [found.dev, found.ino, found.size, found.mtimeNs].join(':');
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
