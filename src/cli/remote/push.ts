import { Command } from 'commander';
import type { DirectoryContext } from '../../directory/look-at-directory.js';
import { pushDirectory, type PushOptions } from '../../directory/push-directory.js';
import { watchDirectory } from '../../directory/watch-directory.js';
import { explain, StoppedError, UsageError } from '../exit-status.js';
import type { ProcessContext } from '../process-context.js';
import { raiseFaults, reportTo } from './push-lines.js';
import { addPushOptions, directoryContext, filesOf, type PushCommandOptions } from './push-options.js';

const HELP = `
Each file is one document: .md and .markdown become blocks, .txt and .html one block. Other files, hidden ones,
node_modules and symbolic links are left out, and what .quireignore names, with the patterns of .gitignore.

A document has the path of its file as its key, after the folder of --to or the name of --pipeline: pushing again finds
it from any machine. Folders are made as needed; a document that was moved stays where it is. Unchanged files are not
sent. A push that was stopped or killed is simply run again.

Front matter: title, tags, visibility, and \`quire: false\` for files that are not pushed; the rest becomes metadata. The
title is that of the front matter, else the first heading of level 1, else the name of the file.

.quire/state.json remembers what the directory last had, so that changes by others are recognised as conflicts. It may
be deleted at any time. --delete needs --pipeline, or a folder in --to. It deletes only documents that can come from a
file of this directory.
`;

export function pushCommand(io: ProcessContext): Command {
  return addPushOptions(new Command('push'))
    .argument('<directory>')
    .addHelpText('after', HELP)
    .action((directory: string, options: PushCommandOptions) => push(io, directory, options));
}

async function push(io: ProcessContext, directory: string, options: PushCommandOptions): Promise<void> {
  if (options.delete && options.pipeline === undefined && options.to === '/') {
    throw new UsageError('--delete needs --pipeline, or a folder in --to: all documents would be candidates otherwise');
  }
  if (options.watch && options.dryRun) throw new UsageError('--watch and --dry-run do not go together');
  const context = await directoryContext(io, directory, options);
  if (!options.watch) return pushOnce(io, context, options);
  io.stderr.write(`Watching ${directory}. Ctrl-C ends it.\n`);
  for await (const _ of watchDirectory(directory, context.signal)) {
    await pushOnce(io, context, options).catch((error: unknown) => {
      if (error instanceof StoppedError) throw error;
      io.stderr.write(`quire: ${explain(error)}\n`);
    });
  }
  context.signal.throwIfAborted();
}

async function pushOnce(io: ProcessContext, context: DirectoryContext, options: PushCommandOptions): Promise<void> {
  const tally = await reportTo(io, options, (each) =>
    pushDirectory(context, pushOptions(options), each).finally(() => context.progress.stop()),
  );
  raiseFaults(tally, options.onConflict, '--on-conflict overwrite makes the file the newest version');
}

function pushOptions(options: PushCommandOptions): PushOptions {
  const { include, exclude, onConflict, dryRun, verify, maxDelete, force, concurrency: width } = options;
  return {
    patterns: { include, exclude },
    files: filesOf(options),
    withDeletions: options.delete,
    onConflict,
    dryRun,
    verify,
    maxDelete,
    force,
    width,
  };
}
