import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DamagedIndexError } from './index-damage.js';
import { dataPath } from './index-file.js';

/** Notes beside an index. Each holds for one state of the data file: the next write voids it. */
const CLOSED = 'closed';
const DAMAGED = 'damaged';

/** Whether the data file is as a proper shutdown left it. Otherwise it may have ended the service or been changed. */
export function isAsItWasClosed(folder: string): boolean {
  return readNote(folder, CLOSED) !== undefined;
}

export function noteClosing(folder: string): void {
  writeNote(folder, CLOSED, { text: '', file: '' });
}

/** Call before the index is opened. */
export function forgetClosing(folder: string): void {
  attempt(() => rmSync(join(folder, CLOSED), { force: true }));
}

/** For later processes. `file`: the damaged file's `identityOf`. Notes nothing if another file has replaced it. */
export function noteDamage(folder: string, what: string, file = ''): void {
  writeNote(folder, DAMAGED, { text: what, file });
}

/** Raises `DamagedIndexError` if damage was noted. */
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

/** Failing to write or remove a note is harmless: the state is found again, and the first write voids the note. */
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
