import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../domain/errors.js';
import { mapConcurrently } from '../platform/concurrently.js';
import { FileError, fileText, readFileDocument, type FileDocument } from './file-document.js';
import { folderItems, type FolderItem } from './folder-items.js';
import { KnownHashes } from './known-hashes.js';
import type { DirectoryContext } from './look-at-directory.js';
import type { OnConflict } from './plan-push.js';
import type { PushTally } from './push-report.js';
import { contentOf } from './remote-documents.js';
import { writeFileInside } from './write-file.js';

export type PullOptions = { folder: string; dryRun: boolean; onConflict: OnConflict; width: number };

type Pull = { context: DirectoryContext; options: PullOptions; known: KnownHashes; tally: PushTally };

const AS_THE_FILE_SAYS = { visibility: null, tags: [] };

/** Writes the documents of a folder into files, and reports every path. Files without a document stay. */
export async function pullDirectory(context: DirectoryContext, options: PullOptions, tally: PushTally): Promise<void> {
  const { client, keys, signal, root, url, progress } = context;
  progress.start('Listing documents');
  const items = await folderItems({ client, keys, signal }, options.folder);
  if (items === undefined) throw new OperatorError(`there is no folder ${options.folder}, and no key that begins so`);
  const known = await KnownHashes.read(root, { url, prefix: keys.prefix });
  progress.start(options.dryRun ? 'Comparing' : 'Pulling', items.length);
  try {
    await mapConcurrently(items, options.width, async (item) => {
      signal.throwIfAborted();
      await pullItem({ context, options, known, tally }, item);
      progress.advance();
    });
  } finally {
    progress.stop();
    const fault = options.dryRun ? undefined : await known.save();
    if (fault) progress.note(`${fault.path} ${fault.reason}`);
  }
}

async function pullItem({ context, options, known, tally }: Pull, item: FolderItem): Promise<void> {
  const { path, id, url, hash } = item;
  const { root, client, signal } = context;
  try {
    const local = await localDocument(root, path);
    if (local !== undefined && local?.hash === hash) {
      known.confirm(path, local.hash);
      return tally.report({ path, action: 'unchanged', id, url });
    }
    const isForeign = local === null || (local !== undefined && !known.has(path, local.hash));
    const action = local === undefined ? 'create' : 'update';
    if (options.dryRun && !isForeign) return tally.report({ path, action, id, url });
    const { etag: _etag, ...document } = await client.getDocument(id, { signal });
    const text = fileText({ ...contentOf(document), visibility: document.visibility });
    if (local !== undefined && (await isText(join(root, path), text))) {
      return tally.report({ path, action: 'unchanged', id, url });
    }
    if (isForeign && options.onConflict !== 'overwrite') {
      return tally.report({ path, action: 'conflict', id, url, reason: 'the file was changed here' });
    }
    if (options.dryRun) return tally.report({ path, action, id, url });
    await writeFileInside(root, path, text);
    const written = await localDocument(root, path);
    if (hash !== null) known.confirm(path, hash);
    // A document that no file made may become another one when its file is read.
    if (written) known.expect(path, written.hash);
    tally.report({ path, action, id, url });
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    tally.report({ path, action: 'fail', id, url, reason: error.message });
  }
}

/** Undefined: there is no file. Null: it is no document. */
async function localDocument(root: string, path: string): Promise<FileDocument | null | undefined> {
  try {
    return (await readFileDocument(join(root, path), path, AS_THE_FILE_SAYS)) ?? null;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT' ? undefined : null;
  }
}

async function isText(file: string, text: string): Promise<boolean> {
  return (await readFile(file, 'utf8').catch(() => undefined)) === text;
}
