import { open as openFile } from 'node:fs/promises';
import { SqliteDocumentIndex } from '../../src/adapters/sqlite/index/sqlite-document-index.js';
import { SqliteIndexAdmin } from '../../src/adapters/sqlite/index/sqlite-index-admin.js';
import type { LivingHead } from '../../src/domain/head.js';
import { livingHead, newOwner } from './factories.js';
import { addHeads } from './index-helpers.js';
import { headEntry } from './rebuild-helpers.js';

export const PAGE_BYTES = 4_096;

/** An index of generation `generation-1`, closed, with so many documents of one owner. */
export async function fillIndex(folder: string, count: number): Promise<LivingHead[]> {
  const index = SqliteDocumentIndex.of(folder);
  const owner = newOwner();
  const heads = Array.from({ length: count }, () => livingHead({ owner, tags: ['t'] }));
  await index.install('generation-1');
  await addHeads(index, heads);
  await index.close();
  return heads;
}

/**
 * What a rebuild does, in short: an index of this generation with these documents, and nothing else, is current.
 * `damage`: what was said of the one before. `before`: its name; undefined: there was none, or no sound one.
 */
export async function rebuildIndex(
  folder: string,
  { generation, heads }: { generation: string; heads: readonly LivingHead[] },
): Promise<{ damage: string | undefined; before: string | undefined }> {
  const admin = new SqliteIndexAdmin(folder);
  try {
    const damage = await admin.removeDamaged();
    const before = (await admin.current())?.name;
    const made = await admin.create(generation);
    await admin.writeIfHigher(made, heads.map(headEntry));
    await admin.swap(before, await admin.takeToken(made, 1));
    return { damage, before };
  } finally {
    await admin.close();
  }
}

/** Overwrites bytes in the middle of a file; the file is as long as before. */
export async function overwrite(path: string, from: number, bytes: Buffer): Promise<void> {
  const file = await openFile(path, 'r+');
  try {
    await file.write(bytes, 0, bytes.length, from);
  } finally {
    await file.close();
  }
}
