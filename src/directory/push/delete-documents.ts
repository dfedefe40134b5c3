import { lstat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path/posix';
import { isApiError } from '../../client/client.js';
import { forEachConcurrently } from '../../platform/concurrently.js';
import { errorCode } from '../../platform/error-code.js';
import type { SyncBase } from '../sync-base.js';
import type { DirectoryContext, DirectorySnapshot } from '../directory-snapshot.js';
import { FileError } from '../files/file-error.js';
import { REFUSALS } from '../files/file-document.js';
import type { PushOutcome, PushTally } from '../push-report.js';
import { nameOf, type Scan } from '../files/scan-files.js';
import { findRemote, type FoundDocument, type RemoteDocument, type RemoteScope } from '../remote-documents.js';

export type DeleteStep = { action: 'delete'; remote: RemoteDocument; isDraft: boolean };

const AT_ONCE = 8;
/** Codes of what is not there. */
const ABSENT = ['ENOENT', 'ENOTDIR'];

/** Deletes what a second look at file and document still allows. The list and the files may have changed since. */
export async function deleteDocuments(
  context: DirectoryContext,
  look: DirectorySnapshot,
  { deletes, tally }: { deletes: readonly DeleteStep[]; tally: PushTally },
): Promise<void> {
  if (deletes.length === 0) return;
  const { progress, signal } = context;
  progress.start('Deleting', deletes.length);
  await forEachConcurrently(deletes.values(), { width: AT_ONCE, signal }, async (step) => {
    tally.report((await keptForFile(context, look, step)) ?? (await deleteOne(context, look.known, step)));
    progress.advance();
  });
}

async function deleteOne(
  context: DirectoryContext,
  known: SyncBase,
  { remote: listed, isDraft }: DeleteStep,
): Promise<PushOutcome> {
  const { path, id, url, version } = listed;
  const found = await findRemote(context, path);
  const isOurs = found === undefined || isAsListed(found, listed, (hash) => known.has(path, hash));
  if (!isOurs || !(await isGone(context, listed, found))) {
    return { path, id, url, version, action: 'conflict', reason: 'somebody else has changed the document meanwhile' };
  }
  known.forget(path);
  return { path, action: 'delete', id, url, fromVersion: version, ...draftOf(isDraft) };
}

/** For the outcome of a deletion. */
export function draftOf(isDraft: boolean): Pick<PushOutcome, 'isDraft' | 'reason'> {
  return isDraft ? { isDraft: true, reason: REFUSALS.draft } : {};
}

/** Undefined: there is nothing of the name of its file, or that still is a draft. */
export async function keptForFile(
  { root }: DirectoryContext,
  { scan, files }: Pick<DirectorySnapshot, 'scan' | 'files'>,
  { remote: { path, id, url, version }, isDraft }: DeleteStep,
): Promise<PushOutcome | undefined> {
  const isGone = isDraft ? await isStillDraft(files, path) : !(await isAnyThere(namesOf(scan, path), root));
  if (isGone) return undefined;
  const reason = isDraft ? 'the file was changed meanwhile' : 'there is something of this name';
  return { path, id, url, version, action: 'skip', reason };
}

async function isStillDraft(files: DirectorySnapshot['files'], path: string): Promise<boolean> {
  try {
    return (await files.take(path)) === 'draft';
  } catch (error) {
    if (error instanceof FileError) return false;
    throw error;
  }
}

/** What the name of its file may be, in both spellings of Unicode. */
function namesOf(scan: Scan, path: string): Set<string> {
  const spelled = [path, path.normalize('NFD')];
  return new Set([...spelled, ...spelled.map((each) => join(dirname(nameOf(scan, path)), basename(each)))]);
}

/** Links and folders, too, and what cannot be looked at. */
async function isAnyThere(names: Iterable<string>, root: string): Promise<boolean> {
  for (const name of names) {
    const error = await lstat(join(root, name)).then(() => undefined, errorCode);
    if (error === undefined || !ABSENT.includes(error)) return true;
  }
  return false;
}

/** Also where a push of this directory, killed before, has written a version since. */
function isAsListed(found: FoundDocument, listed: RemoteDocument, isKnown: (hash: string) => boolean): boolean {
  if (found.id !== listed.id || found.visibility !== listed.visibility) return false;
  return found.version === listed.version || isKnown(found.hash);
}

/**
 * False: it has changed since it was found. What is not found is deleted all the same: only the answer to a deletion
 * says that lists do not show the document any more. The process that had deleted it may have died before that.
 */
async function isGone(
  { client, keys, signal }: RemoteScope,
  { path, id, version }: RemoteDocument,
  found: FoundDocument | undefined,
): Promise<boolean> {
  try {
    // By its identifier, a document that has the key by now is safe.
    if (found) await client.deleteDocumentByKey(keys.keyOf(path), { ifMatch: found.tag, signal });
    else await client.deleteDocument(id, { ifMatch: `"${version}"`, signal });
    return true;
  } catch (error) {
    if (isApiError(error, 'DOCUMENT_NOT_FOUND')) return true;
    if (isApiError(error, 'PRECONDITION_FAILED')) return false;
    throw error;
  }
}
