import { Command } from 'commander';
import { pullDirectory } from '../../directory/pull/pull-directory.js';
import type { ProcessContext } from '../process/process-context.js';
import {
  addConflictOption,
  directoryContext,
  parseFolder,
  parsePipeline,
  type DirectoryOptions,
} from './push-options.js';
import { parseWidth } from '../process/parse-options.js';
import { addConnectionOptions } from './connection.js';
import { reportTo, type ReportOptions } from './push-lines.js';

type PullCommandOptions = Omit<DirectoryOptions, 'to'> & Omit<ReportOptions, 'advice'> & { concurrency: number };

const HELP = `
A document whose key begins with the folder, or with the name of --pipeline, goes where its key says. A key without a
fitting extension gets one. Any other document of the folder is named by its folders and title; so is one whose key is
not in the composed spelling of Unicode (NFC), which pushes write. Files that have no document stay.

Files that documents show or lead to are written where their names say. A name that leads out of the directory or to a
document is skipped, and so is one for which another document has another file: the first by its path has its own.

A push finds the documents of those files again whose keys say their paths. The file of any other document makes another
document, with a key.

A file is left alone if it was changed since the last push or pull, which is a conflict.

Where the file system ignores case, as on macOS and Windows, one of two documents whose paths, or folders of them,
differ only in case or in the form of Unicode has the file: what is there already, else the first by its letters. The
other is skipped, and named.
`;

export function pullCommand(io: ProcessContext): Command {
  const command = addConnectionOptions(new Command('pull'))
    .argument('<folder>', 'as /handbook; / is the root', parseFolder)
    .argument('<directory>')
    .option('--pipeline <name>', 'keys begin with this name instead of the folder', parsePipeline)
    .option('--dry-run', 'say what would be done, and do nothing', false)
    .option('--concurrency <number>', 'documents read at once', parseWidth, 8)
    .option('--json', 'print JSON lines', false)
    .option('--quiet', 'print failures and conflicts only', false);
  return addConflictOption(command, 'with files that were changed here')
    .addHelpText('after', HELP)
    .action((folder: string, directory: string, options: PullCommandOptions) =>
      pull(io, { folder, directory }, options),
    );
}

async function pull(
  io: ProcessContext,
  { folder, directory }: { folder: string; directory: string },
  options: PullCommandOptions,
): Promise<void> {
  const context = await directoryContext(io, { root: directory, mayBeMissing: true }, { ...options, to: folder });
  const { dryRun, onConflict, concurrency: width } = options;
  const advice = '--on-conflict overwrite replaces the file';
  await reportTo(io, { ...options, advice }, (tally) =>
    pullDirectory(context, { folder, dryRun, onConflict, width }, tally).finally(() => context.progress.stop()),
  );
}
