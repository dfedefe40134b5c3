import { isApiError, type Client } from '../client/client.js';
import { OperatorError } from '../domain/errors.js';
import { mapConcurrently } from '../platform/concurrently.js';
import { lookAtDirectory, type DirectoryContext, type DirectoryLook, type LookOptions } from './look-at-directory.js';
import { planAllows, PlanTooSmallError } from './plan-allows.js';
import type { PushStep } from './plan-push.js';
import type { PushOutcome, PushTally } from './push-report.js';
import { PushWriter } from './push-writer.js';
import { findRemote, listRemote } from './remote-documents.js';
import type { WriteStep } from './write-bodies.js';

export type PushOptions = LookOptions & {
  dryRun: boolean;
  /** Reads the list again at the end, and compares. */
  verify: boolean;
  /** More deletions than these delete nothing: a number, or a share of the documents. */
  maxDelete: { count: number } | { share: number };
  /** Deletes more than that, and begins what the plan cannot take as a whole. */
  force: boolean;
  /** Bulk requests at once. */
  width: number;
};

type DeleteStep = Extract<PushStep, { action: 'delete' }>;

const DELETES_AT_ONCE = 8;

/**
 * Makes Quire's documents those of the directory, and reports every path. Raises what ends it early: refusals of key or
 * plan, a service without answers, and the reason of an abort. What was reported before is done; a push that is begun
 * again does the rest.
 */
export async function pushDirectory(context: DirectoryContext, options: PushOptions, tally: PushTally): Promise<void> {
  const look = await lookAtDirectory(context, options);
  tally.leftOut = look.leftOut;
  for (const fault of look.faults) tally.report({ ...fault, action: 'fail' });
  for (const path of look.excluded) tally.report({ path, action: 'skip', reason: 'the file says quire: false' });
  const writes = look.steps.filter((step) => step.action === 'create' || step.action === 'update');
  const deletes = look.steps.filter((step) => step.action === 'delete');
  checkDeletions(deletes.length, look, options);
  for (const step of look.steps) {
    if (options.dryRun || step.action === 'unchanged' || step.action === 'conflict') tally.report(outcomeOf(step));
  }
  if (options.dryRun) return;
  for (const step of look.steps) if (step.action === 'unchanged') look.known.confirm(step.local.path, step.local.hash);
  await checkPlan(context, options, { writes, deletes });
  for (const step of writes) expectWrite(look, step);
  await save(context, look);
  try {
    await write(context, look, { writes, options, tally });
    await deleteAll(context, look, { deletes, tally });
    if (options.verify) await verify(context, look, { options, tally });
  } finally {
    context.progress.stop();
    await save(context, look);
  }
}

/** If the push ends before this write, the document keeps what it has: that is known to later pushes, too. */
function expectWrite({ known }: DirectoryLook, step: WriteStep): void {
  const { path, hash } = step.local;
  const before = step.action === 'update' ? step.remote.hash : null;
  if (before !== null && !known.isForeign(path, before)) known.expect(path, before);
  known.expect(path, hash);
}

function outcomeOf(step: PushStep): PushOutcome {
  if (step.action === 'create') return { path: step.local.path, action: 'create' };
  const { path, id, url, version } = step.remote;
  const found = { path, id, url, action: step.action };
  if (step.action === 'update') return { ...found, version: version + 1, fromVersion: version };
  if (step.action === 'delete') return { ...found, fromVersion: version };
  if (step.action === 'unchanged') return { ...found, version };
  const reason = step.local
    ? 'somebody else has changed the document since the last push'
    : 'the file is gone, and somebody else has changed the document since the last push';
  return { ...found, version, reason };
}

function checkDeletions(count: number, { remotes }: DirectoryLook, { maxDelete, force }: PushOptions): void {
  const most = 'count' in maxDelete ? maxDelete.count : Math.ceil(maxDelete.share * remotes.size);
  if (force || count <= most) return;
  throw new OperatorError(
    `${count} of ${remotes.size} documents would be deleted, and at most ${most} may be: ` +
      'nothing was done. --max-delete allows more, --force any number',
  );
}

type Work = { writes: readonly WriteStep[]; deletes: readonly DeleteStep[] };

async function checkPlan(
  { client, signal, progress }: DirectoryContext,
  { force }: PushOptions,
  work: Work,
): Promise<void> {
  const requests = work.writes.length + 2 * work.deletes.length;
  if (requests === 0) return;
  const newDocuments = work.writes.filter(({ action }) => action === 'create').length;
  const { refusal, warning } = planAllows(await client.getLimits({ signal }), { requests, newDocuments });
  if (refusal !== undefined && !force) throw new PlanTooSmallError(`${refusal}; --force begins nevertheless`);
  if (warning !== undefined) progress.note(warning);
}

async function write(
  { root, progress }: DirectoryContext,
  { place, known }: DirectoryLook,
  { writes, options, tally }: { writes: readonly WriteStep[]; options: PushOptions; tally: PushTally },
): Promise<void> {
  if (writes.length === 0) return;
  progress.start('Pushing', writes.length);
  const { files, onConflict, width } = options;
  await new PushWriter({ place, root, files, known, tally, progress, onConflict, width }).run(writes);
}

async function deleteAll(
  { progress }: DirectoryContext,
  look: DirectoryLook,
  { deletes, tally }: { deletes: readonly DeleteStep[]; tally: PushTally },
): Promise<void> {
  if (deletes.length === 0) return;
  progress.start('Deleting', deletes.length);
  await mapConcurrently(deletes, DELETES_AT_ONCE, async ({ remote }) => {
    look.place.signal.throwIfAborted();
    const { path, id, url, version } = remote;
    const isDeleted = await deleteUnchanged(look, remote);
    if (isDeleted) look.known.forget(path);
    const reason = 'somebody else has changed the document meanwhile';
    tally.report(
      isDeleted
        ? { path, action: 'delete', id, url, fromVersion: version }
        : { path, action: 'conflict', id, url, version, reason },
    );
    progress.advance();
  });
}

/**
 * The list may be older than the document: only what a look at the document itself still shows is deleted, or what this
 * directory had.
 */
async function deleteUnchanged({ place, known }: DirectoryLook, listed: DeleteStep['remote']): Promise<boolean> {
  const found = await findRemote(place, listed.path);
  if (found === undefined) return true;
  const isListed = found.id === listed.id && found.version === listed.version;
  if (!isListed && !known.has(listed.path, found.hash)) return false;
  return deleteByTag(place.client, { key: place.keys.keyOf(listed.path), tag: found.tag, signal: place.signal });
}

async function deleteByTag(
  client: Client,
  { key, tag, signal }: { key: string; tag: string; signal: AbortSignal },
): Promise<boolean> {
  try {
    await client.deleteDocumentByKey(key, { ifMatch: tag, signal });
    return true;
  } catch (error) {
    if (isApiError(error, 'DOCUMENT_NOT_FOUND')) return true;
    if (isApiError(error, 'PRECONDITION_FAILED')) return false;
    throw error;
  }
}

async function verify(
  { progress }: DirectoryContext,
  { place, steps, known }: DirectoryLook,
  { tally }: { options: PushOptions; tally: PushTally },
): Promise<void> {
  progress.start('Listing documents again');
  const remotes = await listRemote(place, () => progress.advance());
  for (const step of steps) {
    const path = 'local' in step && step.action !== 'conflict' ? step.local.path : undefined;
    if (path === undefined) continue;
    const remote = remotes.get(path);
    if (remote === undefined) tally.report({ path, action: 'fail', reason: 'the document is not there' });
    else if (known.isForeign(path, remote.hash)) {
      tally.report({ path, action: 'fail', reason: 'the document has other content', version: remote.version });
    }
  }
}

async function save({ progress }: DirectoryContext, { known }: DirectoryLook): Promise<void> {
  const fault = await known.save();
  if (fault) progress.note(`${fault.path} ${fault.reason}`);
}
