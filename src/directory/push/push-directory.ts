import { growingChunksOf } from '../../platform/chunks.js';
import { mapOneAhead } from '../../platform/concurrently.js';
import { deleteDocuments, draftOf, keptForFile, type DeleteStep } from './delete-documents.js';
import { DirectorySnapshot, type DirectoryContext, type FilesLook, type LookOptions } from '../directory-snapshot.js';
import { REFUSALS } from '../files/file-document.js';
import { isWrite, type GoneStep, type PushStep, type WriteStep } from '../plan-push.js';
import { refusedOutcome, shownAs, type PushOutcome, type PushTally } from '../push-report.js';
import type { LocalAsset } from '../files/local-assets.js';
import { LINES, PushWriter } from './push-writer.js';
import { AssetSender } from './send-assets.js';
import { listRemote } from '../remote-documents.js';
import type { Limits } from '../../client/client.js';
import { OperatorError } from '../../domain/errors.js';
import { planAllows, PlanTooSmallError, type Need } from './plan-allows.js';

type PushBounds = {
  /** More deletions than these delete nothing: a number, or a share of the documents. */
  maxDelete: { count: number } | { share: number };
  /** Deletes more than that, and begins what the plan cannot take as a whole. */
  force: boolean;
};

/** Raises `OperatorError`. */
function checkDeletions(count: number, documents: number, { maxDelete, force }: PushBounds): void {
  const most = 'count' in maxDelete ? maxDelete.count : Math.ceil(maxDelete.share * documents);
  if (force || count <= most) return;
  throw new OperatorError(
    `${count} of ${documents} documents would be deleted, and at most ${most} may be: ` +
      'nothing was done. --max-delete allows more, --force any number',
  );
}

/** `limits`: if they are known already. Raises `PlanTooSmallError`. */
async function checkPlan(
  { client, signal, progress }: DirectoryContext,
  { force }: PushBounds,
  { limits, ...need }: Need & { limits: Limits | undefined },
): Promise<void> {
  if (need.requests === 0) return;
  const { refusal, warning } = planAllows(limits ?? (await client.getLimits({ signal })), need);
  if (refusal !== undefined && !force) throw new PlanTooSmallError(`${refusal}; --force begins nevertheless`);
  if (warning !== undefined) progress.note(warning);
}

/** Whether the plan takes all of it within a minute. */
function isPlanWide(limits: Limits, need: Need): boolean {
  const { refusal, warning } = planAllows(limits, need);
  return refusal === undefined && warning === undefined;
}

export type PushOptions = LookOptions &
  PushBounds & {
    dryRun: boolean;
    /** Writes nothing if a link leads nowhere. */
    strictLinks: boolean;
    /** Reads the list again at the end, and compares. */
    verify: boolean;
    /** Bulk requests at once. */
    width: number;
    /** Of more files than these, the first are written while others are read, if the plan takes them all. */
    group: number;
  };

type Push = {
  context: DirectoryContext;
  look: DirectorySnapshot;
  sender: AssetSender;
  options: PushOptions;
  tally: PushTally;
  /** Of all files, where deletions are asked for: a draft is found by reading it, and counts among them. */
  read: FilesLook | undefined;
  gone: readonly GoneStep[];
};
type UnchangedStep = Extract<PushStep, { action: 'unchanged' }>;

/** What is remembered is saved once a group, and that takes time in proportion to the directory. */
const LARGE_GROUPS = 20;

/**
 * Makes Quire's documents those of the directory, and reports every path. Raises what ends it early: refusals of key or
 * plan, a service without answers, and the reason of an abort. What was reported before is done; a push that is begun
 * again does the rest.
 */
export async function pushDirectory(context: DirectoryContext, options: PushOptions, tally: PushTally): Promise<void> {
  const look = await DirectorySnapshot.begin(context, options);
  try {
    await pushFiles(context, { look, options }, tally);
  } finally {
    const { count, kinds } = look.leftOut();
    tally.leftOut = count;
    tally.leftOutKinds = kinds;
  }
}

async function pushFiles(
  context: DirectoryContext,
  { look, options }: { look: DirectorySnapshot; options: PushOptions },
  tally: PushTally,
): Promise<void> {
  for (const [path, reason] of look.scan.unreadable) tally.report({ path, reason, action: 'fail' });
  const readsFirst = options.withDeletions || options.dryRun || options.strictLinks;
  const read = readsFirst ? await look.readAll() : undefined;
  const gone = read ? look.goneSteps(read) : [];
  const sender = new AssetSender(context, look.assets);
  const push = { context, look, sender, options, tally, read, gone };
  const deletes = gone.filter((step): step is DeleteStep => step.action === 'delete');
  if (options.dryRun && read) await tryOut(push, read);
  if (read) await reportLinks(push);
  checkDeletions(deletes.length, look.remotes.size, options);
  if (options.dryRun) return;
  for (const step of gone) if (step.action !== 'delete') tally.report(outcomeOf(step));
  const writes = await beginWrites(push, deletes.length);
  const { onConflict, width } = options;
  try {
    await new PushWriter({ context, look, sender, tally, onConflict, width }).run(writes);
    if (!read) await reportLinks(push);
    // A file that failed may be one of these under another name.
    if (tally.counts.fail === 0) await deleteDocuments(context, look, { deletes, tally });
    else for (const step of deletes) tally.report(withheld(step));
    if (options.verify) await verify(context, look, tally);
  } finally {
    context.progress.stop();
    tally.sent = sender.sent;
    await look.known.save(context.progress);
    await look.keptLinks.save();
  }
}

/** All files are read. Raises `OperatorError`. */
async function reportLinks({ look, tally, options }: Pick<Push, 'look' | 'tally' | 'options'>): Promise<void> {
  tally.deadLinks = await look.links.deadLinks();
  const { length } = tally.deadLinks;
  if (length === 0 || !options.strictLinks) return;
  throw new OperatorError(`${length} ${length === 1 ? 'link leads' : 'links lead'} nowhere: nothing was pushed`);
}

async function tryOut(push: Push, read: FilesLook): Promise<void> {
  const { context, look, tally, gone } = push;
  for (const step of take(push, read)) tally.report(outcomeOf(step));
  for (const step of gone) {
    if (step.action !== 'delete') tally.report(outcomeOf(step));
    else if (tally.counts.fail > 0) tally.report(withheld(step));
    else tally.report((await keptForFile(context, look, step)) ?? outcomeOf(step));
  }
}

/** Nothing is written before the plan is known to take all of it, or said not to. */
async function beginWrites(push: Push, deletions: number): Promise<AsyncIterable<WriteStep>> {
  const { context, look, sender, options, read } = push;
  const { files } = look.scan;
  const isNew = (path: string) => !look.remotes.has(path);
  const { leftOut } = look.scan;
  const most = { requests: files.length + leftOut + 2 * deletions, newDocuments: files.filter(isNew).length };
  const limits = files.length > options.group ? await context.client.getLimits({ signal: context.signal }) : undefined;
  if (!read && limits && isPlanWide(limits, most)) return readInGroups(push);
  const writes = take(push, read ?? (await look.readAll()));
  const newDocuments = writes.filter(({ action }) => action === 'create').length;
  const missing = await sender.missing(assetsOf(writes));
  const requests = writes.length + missing.length + 2 * deletions;
  await checkPlan(context, options, { requests, newDocuments, limits });
  if (missing.length > 0) context.progress.start('Sending files', missing.length);
  await sender.upload(missing, () => context.progress.advance());
  if (writes.length > 0) context.progress.start('Pushing', writes.length);
  return expectWrites(push, writes);
}

/** A group is read while the one before it is written. */
async function* readInGroups(push: Push): AsyncGenerator<WriteStep> {
  const { look, context, options } = push;
  const { files } = look.scan;
  const most = Math.max(options.group, Math.ceil(files.length / LARGE_GROUPS));
  // The first group fills one bulk request: writing begins while most files are unread.
  const groups = growingChunksOf(files, { first: LINES, most });
  context.progress.start('Reading and pushing', files.length);
  const read = async (paths: string[]) => ({ count: paths.length, found: await look.read(paths) });
  for await (const { count, found } of mapOneAhead(groups, read)) {
    const writes = take(push, found);
    context.progress.advance(count - writes.length);
    yield* expectWrites(push, writes);
  }
}

/** Reports what is not written, and returns the rest. */
function take({ look, tally, gone }: Push, { steps, faults, refused }: FilesLook): WriteStep[] {
  for (const fault of faults) tally.report({ ...fault, action: 'fail' });
  const drafts = new Set(gone.filter(({ isDraft }) => isDraft).map(({ remote }) => remote.path));
  for (const file of refused) {
    if (!drafts.has(file.path)) tally.report(refusedOutcome(file, look.remotes.get(file.path)));
  }
  for (const step of steps) {
    if (step.action === 'unchanged') confirmUnchanged(look, step);
    if (step.action === 'unchanged' || step.action === 'conflict') tally.report(outcomeOf(step));
  }
  return steps.filter(isWrite);
}

/** What is about to be written is remembered first: the push may be killed, and its writes be done. */
async function* expectWrites({ look, context, sender }: Push, writes: readonly WriteStep[]): AsyncGenerator<WriteStep> {
  if (writes.length === 0) return;
  for (const step of writes) expectWrite(look, step);
  await look.known.save(context.progress);
  await sender.send(assetsOf(writes));
  yield* writes;
}

function assetsOf(steps: readonly WriteStep[]): LocalAsset[] {
  return steps.flatMap(({ local }) => local.assets);
}

function confirmUnchanged({ known }: DirectorySnapshot, { local, remote }: UnchangedStep): void {
  known.confirm(local.path, remote.hash ?? local.hash, local.hash);
  if (remote.hash === local.hash) known.confirmAssets(local.assets);
}

function withheld({ remote: { path, id, url, version }, isDraft }: DeleteStep): PushOutcome {
  const reason = 'nothing is deleted after a failure';
  return { path, action: 'skip', id, url, version, ...(isDraft && { isDraft }), reason };
}

/** If the push ends before this write, the document keeps what it has: that is known to later pushes, too. */
function expectWrite({ known }: DirectorySnapshot, step: WriteStep): void {
  const { path, hash } = step.local;
  const before = step.action === 'update' ? step.remote.hash : null;
  if (before !== null && !known.isForeign(path, before)) known.expect(path, before);
  known.expect(path, hash);
}

function outcomeOf(step: PushStep): PushOutcome {
  if (step.action === 'create') return { path: step.local.path, action: 'create', ...shownAs(step.local, undefined) };
  const { path, id, url, version, folderId, visibility } = step.remote;
  const found = { path, id, url, action: step.action };
  if (step.action === 'update') {
    return { ...found, version: version + 1, fromVersion: version, folderId, ...shownAs(step.local, visibility) };
  }
  if (step.action === 'delete') return { ...found, fromVersion: version, ...draftOf(step.isDraft) };
  if (step.action === 'unchanged') return { ...found, version, folderId, ...shownAs(step.local, visibility) };
  const draft = 'isDraft' in step && step.isDraft && { isDraft: true as const };
  if (step.action === 'skip') return { ...found, version, ...draft, reason: 'this directory never had the document' };
  const changed = 'somebody else has changed the document since the last push';
  const reason = step.local ? changed : `${step.isDraft ? REFUSALS.draft : 'the file is gone'}, and ${changed}`;
  return { ...found, version, reason };
}

/** Lists the documents again, and compares with what was reported of them. */
async function verify(context: DirectoryContext, { known }: DirectorySnapshot, tally: PushTally): Promise<void> {
  const { progress } = context;
  progress.start('Listing documents again');
  const { remotes } = await listRemote(context, () => progress.advance());
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
