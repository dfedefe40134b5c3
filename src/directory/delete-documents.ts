import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { isApiError } from '../client/client.js';
import { forEachConcurrently } from '../platform/concurrently.js';
import type { KnownHashes } from './known-hashes.js';
import { LocalNames } from './local-names.js';
import type { DirectoryContext, DirectoryLook } from './look-at-directory.js';
import type { PushStep } from './plan-push.js';
import type { PushOutcome, PushTally } from './push-report.js';
import { findRemote, type FoundDocument, type RemoteDocument, type RemotePlace } from './remote-documents.js';

export type DeleteStep = Extract<PushStep, { action: 'delete' }>;

const AT_ONCE = 8;

/** Deletes what a second look at file and document still allows. The list and the files may have changed since. */
export async function deleteDocuments(
  context: DirectoryContext,
  { known }: DirectoryLook,
  { deletes, tally }: { deletes: readonly DeleteStep[]; tally: PushTally },
): Promise<void> {
  if (deletes.length === 0) return;
  const { progress, signal } = context;
  const names = new LocalNames(context.root);
  progress.start('Deleting', deletes.length);
  await forEachConcurrently(deletes.values(), { width: AT_ONCE, signal }, async ({ remote }) => {
    const found = await names.namesOf(remote.path);
    const hasFile = found.length > 0 || (await isThere(join(context.root, remote.path)));
    tally.report(hasFile ? keptForFile(remote) : await deleteOne(context, known, remote));
    progress.advance();
  });
}

async function deleteOne(context: DirectoryContext, known: KnownHashes, listed: RemoteDocument): Promise<PushOutcome> {
  const { path, id, url, version } = listed;
  const found = await findRemote(context, path);
  const isOurs = found === undefined || isAsListed(found, listed, (hash) => known.has(path, hash));
  if (!isOurs || !(await isGone(context, path, found))) {
    return { path, id, url, version, action: 'conflict', reason: 'somebody else has changed the document meanwhile' };
  }
  known.forget(path);
  return { path, action: 'delete', id, url, fromVersion: version };
}

function keptForFile({ path, id, url, version }: RemoteDocument): PushOutcome {
  return { path, id, url, version, action: 'skip', reason: 'there is something of this name' };
}

/** Links and folders, too. */
async function isThere(file: string): Promise<boolean> {
  const found = await lstat(file).catch((error: unknown) => (error as NodeJS.ErrnoException).code);
  return found !== 'ENOENT' && found !== 'ENOTDIR';
}

/** Also where a push of this directory, killed before, has written a version since. */
function isAsListed(found: FoundDocument, listed: RemoteDocument, isKnown: (hash: string) => boolean): boolean {
  if (found.id !== listed.id || found.visibility !== listed.visibility) return false;
  return found.version === listed.version || isKnown(found.hash);
}

/** False: it has changed since it was found. */
async function isGone({ client, keys, signal }: RemotePlace, path: string, found?: FoundDocument): Promise<boolean> {
  if (found === undefined) return true;
  try {
    await client.deleteDocumentByKey(keys.keyOf(path), { ifMatch: found.tag, signal });
    return true;
  } catch (error) {
    if (isApiError(error, 'DOCUMENT_NOT_FOUND')) return true;
    if (isApiError(error, 'PRECONDITION_FAILED')) return false;
    throw error;
  }
}
