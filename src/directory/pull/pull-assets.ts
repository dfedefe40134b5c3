import { hash as hashOf } from 'node:crypto';
import { ApiError } from '../../client/client.js';
import { forEachConcurrently } from '../../platform/concurrently.js';
import type { DirectoryContext } from '../directory-snapshot.js';
import { FileError } from '../files/file-error.js';
import { contentTypeOf } from '../files/file-kinds.js';
import { NO_FILE, pathOfName, type LocalAssets } from '../files/local-assets.js';
import { nameOf, type Scan } from '../files/scan-files.js';
import { writeFileInside } from '../files/write-file.js';
import type { KeySpace } from '../key-space.js';
import type { OnConflict } from '../plan-push.js';
import type { PushOutcome, PushTally } from '../push-report.js';
import type { SyncBase } from '../sync-base.js';
import type { DirectoryNames } from './directory-names.js';
import { turnsOf } from './name-turns.js';

/** `path`: of a document whose file is there. `assets`, `root`: as the service has them. */
export type Referring = { path: string; assets: Record<string, string>; root: string | null };

export type AssetPull = {
  context: DirectoryContext;
  options: { dryRun: boolean; onConflict: OnConflict; width: number };
  known: SyncBase;
  scan: Scan;
  names: DirectoryNames;
  assets: LocalAssets;
};

type Wanted = { path: string; sha256: string; documents: string[] };
type Did = Pick<PushOutcome, 'action' | 'reason'>;

/**
 * Writes the files that documents refer to where their names lead, each path once. Reports what is not as the documents
 * have it, and counts the others. The result: the paths of documents that lack one of theirs.
 */
export async function pullAssets(
  pull: AssetPull,
  documents: readonly Referring[],
  tally: PushTally,
): Promise<ReadonlySet<string>> {
  const { options, context, scan } = pull;
  const lacking = new Set<string>();
  const wanted = wantedFiles(context.keys, documents, (path, reason) => tally.report({ path, action: 'skip', reason }));
  for (const turn of turnsOf([...wanted.values()], scan)) {
    await forEachConcurrently(turn.values(), { width: options.width, signal: context.signal }, async (file) => {
      const { path } = file;
      const did = await pullAsset(pull, file);
      if (did.action === 'create' || did.action === 'update') tally.filesReceived += 1;
      if (did.reason === undefined) return;
      if (did.action !== 'skip') for (const document of file.documents) lacking.add(document);
      tally.report({ path, ...did });
    });
  }
  return lacking;
}

/** By path. Of documents that want different bytes at one path the first has its own. */
function wantedFiles(
  keys: KeySpace,
  documents: readonly Referring[],
  refuse: (path: string, reason: string) => void,
): ReadonlyMap<string, Wanted> {
  const wanted = new Map<string, Wanted>();
  for (const { path, assets, root } of documents.toSorted((one, other) => (one.path < other.path ? -1 : 1))) {
    for (const [name, sha256] of Object.entries(assets)) {
      const isElsewhere = name.startsWith('/') && root !== null && root !== keys.prefix;
      const at = isElsewhere ? keys.pathOf(`${root.replace(/\/$/, '')}${name}`) : pathOfName(name, path);
      const file = at === undefined ? undefined : (wanted.get(at) ?? { path: at, sha256, documents: [] });
      const reason = refusalOf(file, sha256);
      if (reason !== undefined || file === undefined) refuse(path, `${name}: ${reason}`);
      else wanted.set(file.path, { ...file, documents: [...file.documents, path] });
    }
  }
  return wanted;
}

function refusalOf(file: Wanted | undefined, sha256: string): string | undefined {
  if (file === undefined) return 'out of the directory';
  if (contentTypeOf(file.path) !== undefined) return 'such a file is a document of its own';
  return file.sha256 === sha256 ? undefined : 'another document has another file there';
}

async function pullAsset(pull: AssetPull, { path, sha256 }: Wanted): Promise<Did> {
  const { context, options, known, scan, names, assets } = pull;
  try {
    const obstacle = await names.obstacleAt(path);
    if (obstacle) return obstacle;
    // It may have changed since its documents were read.
    assets.forget(path);
    const there = await assets.find(path);
    const found = typeof there === 'string' ? undefined : there;
    if (found?.sha256 === sha256) {
      known.confirm(path, sha256);
      return { action: 'unchanged' };
    }
    const isOurs = there === NO_FILE || (found !== undefined && known.has(path, found.sha256));
    if (!isOurs && options.onConflict !== 'overwrite') {
      return { action: 'conflict', reason: 'the file was changed here' };
    }
    const action = there === NO_FILE ? 'create' : 'update';
    if (options.dryRun) return { action };
    const name = found?.name ?? nameOf(scan, path);
    await writeFileInside(context.root, name, await bytesOf(context, sha256));
    assets.forget(path);
    known.confirm(path, sha256);
    return { action };
  } catch (error) {
    if (error instanceof FileError) return { action: 'fail', reason: error.message };
    throw error;
  }
}

/** Raises `FileError`. */
async function bytesOf({ client, signal }: DirectoryContext, sha256: string): Promise<Uint8Array> {
  try {
    const bytes = await client.getAsset(sha256, { signal });
    if (hashOf('sha256', bytes, 'hex') === sha256) return bytes;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
  throw new FileError('the service does not have its bytes any more');
}
