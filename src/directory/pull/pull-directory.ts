import { hash as hashOf } from 'node:crypto';
import { dirname, join } from 'node:path';
import { isApiError } from '../../client/client.js';
import { OperatorError } from '../../domain/errors.js';
import { contentHash } from '../../domain/content/content-hash.js';
import { forEachConcurrently } from '../../platform/concurrently.js';
import { errorCode } from '../../platform/error-code.js';
import { NotPlainError } from '../../platform/plain-file.js';
import { DirectoryNames } from './directory-names.js';
import { fileDocument, fileText, hashWith, isRefusal, withAssets, type FileDocument } from '../files/file-document.js';
import { FileError } from '../files/file-error.js';
import { FileReader } from '../files/file-reader.js';
import { KeptLinks } from '../files/kept-links.js';
import { LocalAssets, mostAssetBytes } from '../files/local-assets.js';
import { pullAssets, type Referring } from './pull-assets.js';
import { folderItems, type FolderItem } from './folder-items.js';
import { SyncBase } from '../sync-base.js';
import type { DirectoryContext } from '../directory-snapshot.js';
import { turnsOf } from './name-turns.js';
import type { OnConflict } from '../plan-push.js';
import { filterOf } from '../files/path-filter.js';
import type { PushOutcome, PushTally } from '../push-report.js';
import { assetsHashOf, contentOf } from '../remote-documents.js';
import { emptyScan, nameOf, scanFiles, type Scan } from '../files/scan-files.js';
import { writeFileInside } from '../files/write-file.js';

export type PullOptions = { folder: string; dryRun: boolean; onConflict: OnConflict; width: number };

type Pull = {
  context: DirectoryContext;
  options: PullOptions;
  known: SyncBase;
  scan: Scan;
  names: DirectoryNames;
  reader: FileReader;
  assets: LocalAssets;
  links: KeptLinks;
  /** Documents whose files are there now, and that refer to others. `remote`: the hash of the document. */
  referring: (Referring & { remote: string; text: string })[];
};

/** Such as EACCES. */
const SYSTEM_ERROR = /^E[A-Z]+$/;
/** The document is as it was last pushed or pulled, perhaps as blocks by a release that sent no files. */
const NEWER_HERE = 'the file is newer than the document: a push sends it';
const AS_THE_FILE_SAYS = { visibility: null, tags: [], drafts: 'private' } as const;

/** Writes the documents of a folder into files, and reports every path. Files without a document stay. */
export async function pullDirectory(context: DirectoryContext, options: PullOptions, tally: PushTally): Promise<void> {
  const { keys, signal, root, url, progress } = context;
  progress.start('Listing documents');
  const items = await folderItems(context, options.folder);
  if (items === undefined) throw new OperatorError(`there is no folder ${options.folder}, and no key that begins so`);
  const scan = await scanIfThere(root, items);
  const known = await SyncBase.read(root, { url, prefix: keys.prefix });
  const links = await KeptLinks.read(root);
  const names = new DirectoryNames(root, scan, options.dryRun);
  const assets = new LocalAssets({
    root,
    folderNamed: (path) => dirname(nameOf(scan, `${path}/a`)),
    takes: () => true,
    mostBytes: mostAssetBytes(context),
  });
  const pull: Pull = { context, options, known, scan, names, reader: new FileReader(), assets, links, referring: [] };
  progress.start(options.dryRun ? 'Comparing' : 'Pulling', items.length);
  try {
    for (const turn of turnsOf(items, scan)) {
      await forEachConcurrently(turn.values(), { width: options.width, signal }, async (item) => {
        tally.report(await pullItem(pull, item));
        progress.advance();
      });
    }
    await pullReferred(pull, tally);
  } finally {
    progress.stop();
    if (!options.dryRun) await known.save(progress);
    if (!options.dryRun) await links.save();
  }
}

/** Looks at folders of these documents only. A pull makes the directory. */
async function scanIfThere(root: string, items: readonly FolderItem[]): Promise<Scan> {
  try {
    return await scanFiles(root, filterOf(items.map(({ path }) => path)));
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return emptyScan();
  }
}

async function pullReferred(pull: Pull, tally: PushTally): Promise<void> {
  if (pull.referring.length === 0) return;
  const lacking = await pullAssets(pull, pull.referring, tally);
  if (pull.options.dryRun) return;
  for (const { path, remote, text } of pull.referring) {
    // Without one of its files the document is not what the directory has: a push finds a conflict.
    if (lacking.has(path)) pull.known.confirm(path, text);
    else await remember(pull, path, remote);
  }
}

/** The file has the document. Where its name or its references lead elsewhere, it reads as another one. */
async function remember(pull: Pull, path: string, remote: string): Promise<void> {
  const { known, context, scan } = pull;
  const written = await localDocument(pull, join(context.root, nameOf(scan, path)), path);
  known.confirm(path, remote);
  if (written && written.hash !== remote) known.rememberPulled(path, { remote, file: written.hash });
}

async function pullItem(pull: Pull, item: FolderItem): Promise<PushOutcome> {
  const { path, id, url } = item;
  try {
    return { path, id, url, ...(await pullFile(pull, item)) };
  } catch (error) {
    if (error instanceof FileError) return { path, action: 'fail', id, url, reason: error.message };
    if (!isApiError(error, 'DOCUMENT_NOT_FOUND')) throw error;
    return { path, action: 'skip', id, url, reason: 'the document was deleted meanwhile' };
  }
}

type Pulled = Pick<PushOutcome, 'action' | 'reason'>;

async function pullFile(pull: Pull, item: FolderItem): Promise<Pulled> {
  if (item.isTaken) return { action: 'skip', reason: 'another document has this path' };
  const obstacle = await pull.names.obstacleAt(item.path);
  if (obstacle) return obstacle;
  const { options, known, reader, scan } = pull;
  const { root } = pull.context;
  const { path, hash } = item;
  const name = nameOf(scan, path);
  const file = join(root, name);
  const local = await localDocument(pull, file, path);
  if (local?.hash === hash || (local && known.isPulled(path, { remote: hash, file: local.hash }))) {
    if (hash !== null) known.confirm(path, hash, local.hash);
    known.confirmAssets(local.own.assets.values());
    return { action: 'unchanged' };
  }
  const document = await textOfDocument(pull, item);
  const { text } = document;
  const isEqual = local !== undefined && (await isText(reader, file, text));
  const isForeign = local === null || (local !== undefined && !known.has(path, local.hash));
  if (isForeign && !isEqual && options.onConflict !== 'overwrite') {
    const isNewer = hash !== null && known.has(path, hash);
    return { action: 'conflict', reason: isNewer ? NEWER_HERE : 'the file was changed here' };
  }
  const action = isEqual ? 'unchanged' : local === undefined ? 'create' : 'update';
  if (!isEqual && !options.dryRun) await writeFileInside(root, name, text);
  if (Object.keys(document.assets).length > 0) pull.referring.push({ path, ...document, text: document.hash });
  else if (!options.dryRun) await remember(pull, path, document.remote);
  return { action };
}

type Read = { text: string; hash: string; remote: string } & Pick<Referring, 'assets' | 'root'>;

/** The bytes that were pushed; of a document that was made of blocks, what they make. `hash`: without the assets. */
async function textOfDocument({ context: { client, signal } }: Pull, item: FolderItem): Promise<Read> {
  const { id, hasSource, hasAssets } = item;
  if (hasSource && !hasAssets) {
    const text = await client.getFile(id, { signal });
    const hash = hashOf('sha256', text, 'hex');
    return { text, hash, remote: hash, assets: {}, root: null };
  }
  const document = await client.getDocument(id, { signal });
  const { assets, root, current_version: version } = document;
  const text = hasSource ? await client.getFile(id, { version, signal }) : fileText(contentOf(document));
  const hash = hasSource ? hashOf('sha256', text, 'hex') : contentHash(contentOf(document));
  return {
    text,
    hash,
    remote: hashWith(hash, hasAssets ? assetsHashOf(document) : null),
    assets: hasAssets ? assets : {},
    root,
  };
}

/** Undefined: there is no file. Null: it is no document. Raises `FileError` for a path that cannot be read. */
async function localDocument(
  { reader, assets, links, context }: Pull,
  file: string,
  path: string,
): Promise<FileDocument | null | undefined> {
  try {
    const document = fileDocument(await reader.read(file), path, { ...AS_THE_FILE_SAYS, linksOnce: links.of });
    return isRefusal(document) ? null : await withAssets(document, { assets, path, root: context.keys.prefix });
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    if (error.cause instanceof NotPlainError) throw error;
    const { code } = (error.cause ?? {}) as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code !== undefined && SYSTEM_ERROR.test(code)) throw error;
    return null;
  }
}

async function isText(reader: FileReader, file: string, text: string): Promise<boolean> {
  return (await reader.read(file).catch(() => undefined))?.equals(Buffer.from(text)) ?? false;
}
