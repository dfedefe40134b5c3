import { Command } from 'commander';
import { DirectorySnapshot, type DirectoryContext, type LookOptions } from '../../directory/directory-snapshot.js';
import type { PushStep } from '../../directory/plan-push.js';
import type { PathFault } from '../../directory/files/scan-files.js';
import { DifferencesError, FaultsLeftError } from '../process/exit-status.js';
import { jsonLine } from '../process/json-line.js';
import type { ProcessContext } from '../process/process-context.js';
import { leftOutText } from './left-out-text.js';
import { addDirectoryOptions, directoryContext, filesOf, type DirectoryOptions } from './push-options.js';

const WORDS = {
  create: 'new',
  update: 'changed',
  unchanged: 'unchanged',
  delete: 'only in Quire',
  skip: 'of others',
  conflict: 'conflict',
} as const;

const HELP = `
Whether the service is ready, its address /health/ready says; how far a rebuild is, \`quire reindex --status\`.

Compares the files with their documents and changes nothing. Options are those of the push. "only in Quire" and
"a draft now" is what \`quire push --delete\` would delete, "of others" what it would leave alone, as this directory never
had it. None of them is looked for without a folder in --to or --pipeline. With --json each line has the action of a
push. The exit code is 2 if files cannot be pushed. With --exit-code it is 1 if anything but documents of others differs.
`;

type StatusOptions = DirectoryOptions & { exitCode?: boolean };

type DirectorySight = { steps: PushStep[]; faults: PathFault[]; leftOut: string | undefined };

export function statusCommand(io: ProcessContext): Command {
  return addDirectoryOptions(new Command('status'))
    .argument('<directory>')
    .option('--exit-code', 'exit with 1 if anything differs')
    .addHelpText('after', HELP)
    .action((directory: string, options: StatusOptions) => status(io, directory, options));
}

async function status(io: ProcessContext, directory: string, options: StatusOptions): Promise<void> {
  const context = await directoryContext(io, { root: directory }, options);
  const { include, exclude, json } = options;
  const patterns = { include, exclude };
  const files = filesOf(options);
  const withDeletions = context.keys.prefix !== '';
  const { steps, faults, leftOut } = await look(context, {
    patterns,
    files,
    withDeletions,
    onConflict: 'fail',
  }).finally(() => context.progress.stop());
  for (const step of steps) {
    if (json) io.print(jsonOf(step));
    else if (step.action !== 'unchanged') io.print(`${wordOf(step)}: ${pathOf(step)}`);
  }
  for (const { path, reason } of faults) {
    io.print(json ? jsonLine({ path, action: 'fail', reason }) : `failed: ${path}: ${reason}`);
  }
  const unchanged = steps.filter(({ action }) => action === 'unchanged').length;
  const summary = `${unchanged} of ${steps.length} unchanged`;
  if (!json) io.print(leftOut === undefined ? summary : `${summary} · ${leftOut}`);
  if (faults.length > 0) throw new FaultsLeftError(`${faults.length} cannot be pushed`);
  const differing = steps.filter(({ action }) => action !== 'unchanged' && action !== 'skip').length;
  if (options.exitCode && differing > 0) throw new DifferencesError(`${differing} of ${steps.length} differ`);
}

async function look(context: DirectoryContext, options: LookOptions): Promise<DirectorySight> {
  const directory = await DirectorySnapshot.begin(context, options);
  const { steps, faults, refused } = await directory.readAll();
  const unreadable = [...directory.scan.unreadable].map(([path, reason]) => ({ path, reason }));
  const leftOut = leftOutText(directory.leftOut().kinds);
  return { steps: [...steps, ...directory.goneSteps({ refused })], faults: [...unreadable, ...faults], leftOut };
}

function wordOf(step: PushStep): string {
  return step.action === 'delete' && step.isDraft ? 'a draft now' : WORDS[step.action];
}

function pathOf(step: PushStep): string {
  return 'remote' in step ? step.remote.path : step.local.path;
}

function jsonOf(step: PushStep): string {
  const found = 'remote' in step ? { id: step.remote.id, url: step.remote.url, version: step.remote.version } : {};
  return jsonLine({ path: pathOf(step), action: step.action, ...found });
}
