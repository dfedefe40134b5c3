import { Command } from 'commander';
import { ApiError, NoAnswerError } from '../../client/api-error.js';
import type { DirectoryContext } from '../../directory/directory-snapshot.js';
import { pushDirectory, type PushOptions } from '../../directory/push/push-directory.js';
import { DirectoryWatch } from '../../directory/watch-directory.js';
import { failureLine, noteLine, StoppedError, UsageError } from '../process/exit-status.js';
import type { ProcessContext } from '../process/process-context.js';
import { reportTo } from './push-lines.js';
import { addPushOptions, directoryContext, filesOf, type PushCommandOptions } from './push-options.js';

/** After a failure of the service. */
const AGAIN_MS = 10_000;

/** A push of more files writes while it reads. */
const GROUP = 500;

const HELP = `
Each file is one document: .md, .markdown, .mdx, .txt or .html. The JSX of .mdx is text. Other files, hidden ones,
node_modules and symbolic links are left out, and what .quireignore (UTF-8) names, with the patterns of .gitignore. The
summary counts files of other kinds by their extensions. --include chooses among the kinds above, and adds none.

A document has the path of its file as its key, after the folder of --to or the name of --pipeline: pushing again finds
it from any machine. Folders are made as needed; a document that was moved stays where it is. Unchanged files are not
sent. A push waits about a minute for a service that is away. One that was stopped or killed is simply run again.

A file is sent as it is, and a pull writes the same bytes. Front matter (YAML, TOML or JSON) has title, tags, visibility,
and \`quire: false\` or \`draft: true\` for files that are not pushed; the rest becomes metadata. That of HTML and plain
text says who may see it, and no more. Drafts are counted;
--drafts private pushes them, too. A document whose file became a draft stays as it is, and is named; --delete removes
it. One whose file says \`quire: false\` stays even then. The title is that of the front matter, else the first heading
if it is of level 1, else the name of the file.

Images and other files that a Markdown or HTML file shows or leads to are sent with it, of any kind. Left out are those
outside the directory, hidden ones, symbolic links, what .quireignore names, and what is too large for the service. A
changed image makes the next version of the documents that show it. --include chooses documents alone.

Links and images of these files that lead to no file and no document are listed: at most 20, with --json all. With
--strict-links a push that finds any writes nothing, and exits with 1; so does a dry run.

--visibility is for files without one in their front matter, and a bound: with \`--visibility private\` no file becomes
public, not even by its front matter. Such files are named. The summary counts the documents that became public.

The folder .quire remembers what the directory last had, so that changes by others are recognised as conflicts. It may
be deleted at any time. Without it, as in a fresh checkout, the files win: what others have changed is overwritten, and
keeps its versions. A document that somebody else has deleted is made again.

--delete needs --pipeline, or a folder in --to. It deletes only documents that can come from a file of this directory,
and none after a failure; without .quire also those that others have made or changed. A renamed file is another
document: the new name is made, and --delete removes the old one.

Unicode spells a name like \`ä.md\` in two ways, and macOS and Linux may differ in it. A push names documents, folders
and paths in the composed way (NFC), so a file is the same document on both. A directory that has both names fails for
them. Documents whose keys are spelled in the other way belong to no file, and are left alone.
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
  const context = await directoryContext(io, { root: directory }, options);
  if (!options.watch) return pushOnce(io, context, options);
  io.stderr.write(`${noteLine(`watching ${directory}, Ctrl-C ends it`, io.args)}\n`);
  const watch = new DirectoryWatch(directory);
  for await (const _ of watch.changes(context.signal)) {
    await pushOnce(io, context, options).catch((error: unknown) => {
      if (error instanceof StoppedError) throw error;
      io.stderr.write(`${failureLine(error, io)}\n`);
      if (isPassing(error)) watch.lookAgain(AGAIN_MS);
    });
  }
  context.signal.throwIfAborted();
}

/** The service may take the same push later. */
function isPassing(error: unknown): boolean {
  return error instanceof NoAnswerError || (error instanceof ApiError && [429, 503].includes(error.status));
}

function pushOnce(io: ProcessContext, context: DirectoryContext, options: PushCommandOptions): Promise<void> {
  const advice = '--on-conflict overwrite makes the file the newest version';
  const place = { url: context.url, isRoot: context.keys.folderPathOf('') === undefined };
  return reportTo(io, { ...options, advice, place }, (tally) =>
    pushDirectory(context, pushOptions(options), tally).finally(() => context.progress.stop()),
  );
}

function pushOptions(options: PushCommandOptions): PushOptions {
  const { include, exclude, onConflict, dryRun, strictLinks, verify, maxDelete, force, concurrency: width } = options;
  return {
    patterns: { include, exclude },
    files: filesOf(options),
    withDeletions: options.delete,
    onConflict,
    dryRun,
    strictLinks,
    verify,
    maxDelete,
    force,
    width,
    group: GROUP,
  };
}
