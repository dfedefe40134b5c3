import { open } from 'lmdb';
import { open as openFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openLmdbIndex } from '../../src/adapters/lmdb/open-lmdb-index.js';
import { openLmdbAdmin } from '../../src/adapters/lmdb/open-lmdb-admin.js';
import type { LivingHead } from '../../src/domain/head.js';
import { livingHead, newOwner } from './factories.js';
import { addHeads } from './index-helpers.js';
import { headEntry } from './rebuild-helpers.js';

export const PAGE_BYTES = 4_096;

/** Makes LMDB's index forget which of its concrete indices is the current one, while others have it open. */
export async function loseIndex(folder: string): Promise<void> {
  const root = open<Buffer, Buffer>({
    path: folder,
    keyEncoding: 'binary',
    encoding: 'binary',
    overlappingSync: false,
  });
  try {
    await root.openDB<number, Buffer>('counters', { keyEncoding: 'binary' }).remove(Buffer.from('current'));
  } finally {
    await root.close();
  }
}

/** An index of generation `generation-1`, closed, with so many documents of one owner. */
export async function fillIndex(folder: string, count: number): Promise<LivingHead[]> {
  const index = openLmdbIndex(folder);
  const owner = newOwner();
  const heads = Array.from({ length: count }, () => livingHead({ owner, tags: ['t'] }));
  await index.install('generation-1');
  await addHeads(index, heads);
  await index.close();
  return heads;
}

/** What a rebuild does, in short: an index of this generation with these documents, and nothing else, is current. */
export async function rebuildIndex(
  folder: string,
  { generation, heads }: { generation: string; heads: readonly LivingHead[] },
): Promise<{ setAside: string[]; before: string | undefined }> {
  const setAside: string[] = [];
  const admin = openLmdbAdmin(folder, { isAlone: true, onDamage: { movedTo: (path) => setAside.push(path) } });
  try {
    const before = (await admin.current())?.name;
    const made = await admin.create(generation);
    await admin.writeIfHigher(made, heads.map(headEntry));
    await admin.swap(before, await admin.takeToken(made, 1));
    return { setAside, before };
  } finally {
    await admin.close();
  }
}

/** Overwrites pages in the middle of a file; the file is as long as before. */
export async function overwrite(path: string, from: number, bytes: Buffer): Promise<void> {
  const file = await openFile(path, 'r+');
  try {
    await file.write(bytes, 0, bytes.length, from);
  } finally {
    await file.close();
  }
}

/** The damaged files that were set aside in a folder. */
export async function filesAside(folder: string): Promise<string[]> {
  return (await readdir(folder))
    .filter((name) => name.startsWith('data.mdb.damaged-'))
    .map((name) => join(folder, name));
}
