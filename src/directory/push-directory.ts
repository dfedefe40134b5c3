import { OperatorError } from '../domain/errors.js';
import { deleteDocuments, type DeleteStep } from './delete-documents.js';
import { lookAtDirectory, type DirectoryContext, type DirectoryLook, type LookOptions } from './look-at-directory.js';
import { planAllows, PlanTooSmallError } from './plan-allows.js';
import type { PushStep } from './plan-push.js';
import type { PushOutcome, PushTally } from './push-report.js';
import { PushWriter } from './push-writer.js';
import { listRemote } from './remote-documents.js';
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

type UnchangedStep = Extract<PushStep, { action: 'unchanged' }>;

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
  for (const step of look.steps) {
    if (options.dryRun || step.action === 'unchanged' || step.action === 'conflict') tally.report(outcomeOf(step));
  }
  checkDeletions(deletes.length, look, options);
  if (options.dryRun) return;
  for (const step of look.steps) if (step.action === 'unchanged') confirmUnchanged(look, step);
  await checkPlan(context, options, { writes, deletes });
  for (const step of writes) expectWrite(look, step);
  await look.known.save(context.progress);
  try {
    await write(context, look, { writes, options, tally });
    // A file that failed may be one of these under another name.
    if (tally.counts.fail === 0) await deleteDocuments(context, look, { deletes, tally });
    else for (const { remote } of deletes) tally.report(withheld(remote));
    if (options.verify) await verify(context, look, tally);
  } finally {
    context.progress.stop();
    await look.known.save(context.progress);
  }
}

function confirmUnchanged({ known }: DirectoryLook, { local, remote }: UnchangedStep): void {
  known.confirm(local.path, remote.hash ?? local.hash, local.hash, local.hashOfFile);
}

function withheld({ path, id, url, version }: DeleteStep['remote']): PushOutcome {
  return { path, action: 'skip', id, url, version, reason: 'nothing is deleted after a failure' };
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
  context: DirectoryContext,
  { known, files }: DirectoryLook,
  { writes, options, tally }: { writes: readonly WriteStep[]; options: PushOptions; tally: PushTally },
): Promise<void> {
  if (writes.length === 0) return;
  context.progress.start('Pushing', writes.length);
  const { onConflict, width } = options;
  await new PushWriter({ context, files, known, tally, onConflict, width }).run(writes);
}

/** Lists the documents again, and compares with what was reported of them. */
async function verify(context: DirectoryContext, { known }: DirectoryLook, tally: PushTally): Promise<void> {
  const { progress } = context;
  progress.start('Listing documents again');
  const remotes = await listRemote(context, () => progress.advance());
  for (const path of [...tally.kept]) {
    const remote = remotes.get(path);
    if (remote === undefined) tally.report({ path, action: 'fail', reason: 'the document is not there' });
    else if (known.isForeign(path, remote.hash)) {
      tally.report({ path, action: 'fail', reason: 'the document has other content', version: remote.version });
    }
  }
  for (const path of tally.deleted) {
    if (remotes.has(path)) tally.report({ path, action: 'fail', reason: 'the document is there again' });
  }
}
