import { execFileSync } from 'node:child_process';
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { isMissing } from './fs-errors.js';

const DATA_FILE = 'data.mdb';

/** Tells the data file of an environment from every other, while it exists; undefined: there is none. */
export function fileIdentity(folder: string): string | undefined {
  const found = statSync(join(folder, DATA_FILE), { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/**
 * Raises an error when the data file of an LMDB environment is none, or lost its end. LMDB ends the process over
 * such a file instead of refusing it: it reads through a memory map. A file may be shorter than it says, because
 * free pages at its end need not have been written: then a process of its own reads everything, and whether it
 * survives is the answer.
 */
export function assertWhole(folder: string): void {
  const lengths = measure(join(folder, DATA_FILE));
  if (lengths === undefined || lengths.actual >= lengths.stated) return;
  execFileSync(execPath, ['--input-type=module', '--eval', READ_ALL, folder], { stdio: 'pipe' });
}

const READ_ALL = `
  const { open } = await import(${JSON.stringify(import.meta.resolve('lmdb'))});
  const root = open({ path: process.argv[1], readOnly: true, keyEncoding: 'binary', encoding: 'binary' });
  const tables = [...root.getKeys()].map((name) => Buffer.from(name).toString()).filter((name) => name[0] !== '+');
  for (const name of tables) {
    const table = root.openDB({ name: name.replace(/\\0$/, ''), keyEncoding: 'binary', encoding: 'binary' });
    for (const entry of table.getRange({})) entry.value;
  }
`;

/** Of LMDB's `MDB_meta` behind its page header, in data version 2 on 64 bits. */
const AT = { magic: 24, version: 28, pageSize: 48, lastPage: 144, transaction: 152 };
const META_BYTES = 160;
const MAGIC = 0xbeefc0de;
const DATA_VERSION = 2;

/** Bytes that the newer of the two meta pages speaks of, and bytes that there are. Undefined: a new file. */
function measure(path: string): { stated: number; actual: number } | undefined {
  const file = openIfThere(path);
  if (file === undefined) return undefined;
  try {
    const actual = fstatSync(file).size;
    if (actual === 0) return undefined;
    const first = readMeta(file, 0);
    const second = readMeta(file, first.pageSize);
    const newer = second.transaction > first.transaction ? second : first;
    return { stated: (newer.lastPage + 1) * newer.pageSize, actual };
  } finally {
    closeSync(file);
  }
}

type Meta = { pageSize: number; lastPage: number; transaction: bigint };

function readMeta(file: number, position: number): Meta {
  const page = Buffer.alloc(META_BYTES);
  readSync(file, page, 0, META_BYTES, position);
  if (page.readUInt32LE(AT.magic) !== MAGIC || page.readUInt32LE(AT.version) !== DATA_VERSION) {
    throw new Error(`no LMDB data of version ${DATA_VERSION} at byte ${position} of the file`);
  }
  return {
    pageSize: page.readUInt32LE(AT.pageSize),
    lastPage: Number(page.readBigUInt64LE(AT.lastPage)),
    transaction: page.readBigUInt64LE(AT.transaction),
  };
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
