import { lstat, stat } from 'node:fs/promises';
import { Option, InvalidArgumentError, type Command } from 'commander';
import type { DirectoryContext, LookOptions } from '../../directory/directory-snapshot.js';
import { keySpace } from '../../directory/key-space.js';
import type { PushOptions } from '../../directory/push/push-directory.js';
import { VISIBILITIES, type Visibility } from '../../domain/document.js';
import { errorCode } from '../../platform/error-code.js';
import { stopSignal, UsageError } from '../process/exit-status.js';
import { parseShare, parseWidth } from '../process/parse-options.js';
import type { ProcessContext } from '../process/process-context.js';
import { progressOn } from '../process/progress.js';
import { addConnectionOptions, connect, type ConnectionOptions } from './connection.js';

/** The options of commands about a directory and its documents. */
export type DirectoryOptions = ConnectionOptions & {
  to: string;
  pipeline?: string;
  include: string[];
  exclude: string[];
  visibility?: Visibility;
  drafts?: 'private';
  tag: string[];
  json: boolean;
};

export type PushCommandOptions = DirectoryOptions & {
  delete: boolean;
  maxDelete: PushOptions['maxDelete'];
  dryRun: boolean;
  watch: boolean;
  onConflict: LookOptions['onConflict'];
  concurrency: number;
  force: boolean;
  strictLinks: boolean;
  verify: boolean;
  quiet: boolean;
};

const PIPELINE = /^[\w.-]{1,100}$/;

export function addDirectoryOptions(command: Command): Command {
  return addConnectionOptions(command)
    .option('--to <folder>', 'the folder of the documents, as /handbook', parseFolder, '/')
    .option('--pipeline <name>', 'begin keys with this name instead of the folder', parsePipeline)
    .option('--include <pattern>', 'only such files; may be repeated', collect, [])
    .option('--exclude <pattern>', 'no such files, as in .gitignore; may be repeated', collect, [])
    .addOption(
      new Option('--visibility <who>', 'of files that do not say it; private: of those that say public, too').choices(
        VISIBILITIES,
      ),
    )
    .addOption(new Option('--drafts <how>', 'push drafts, too, as private documents').choices(['private']))
    .option('--tag <tag>', 'a tag of every document; may be repeated', collect, [])
    .option('--json', 'print JSON lines', false);
}

export function addPushOptions(command: Command): Command {
  return addConflictOption(addDirectoryOptions(command), 'with documents that somebody else has changed')
    .option('--delete', 'delete documents whose files are gone', false)
    .addOption(
      new Option('--max-delete <most>', 'delete nothing if more than these would go: a number or a share')
        .argParser(parseMost)
        .default({ share: 0.1 }, '10%'),
    )
    .option('--dry-run', 'say what would be done, and do nothing', false)
    .option('--watch', 'push again after each change, until Ctrl-C', false)
    .option('--concurrency <number>', 'bulk requests at once', parseWidth, 8)
    .option('--force', 'delete any number, and begin even if the plan is too small', false)
    .option('--strict-links', 'push nothing if a link or an image leads nowhere', false)
    .option('--verify', 'list the documents again at the end, and compare', false)
    .option('--quiet', 'print failures and conflicts only', false);
}

export function addConflictOption(command: Command, about: string): Command {
  const choices = ['fail', 'skip', 'overwrite'];
  return command.addOption(new Option('--on-conflict <what>', about).choices(choices).default('fail'));
}

type ContextOptions = Pick<DirectoryOptions, 'url' | 'profile' | 'to' | 'pipeline' | 'json'>;

/** Raises `UsageError` for a path that is no directory. */
export async function directoryContext(
  io: ProcessContext,
  { root, mayBeMissing = false }: { root: string; mayBeMissing?: boolean },
  options: ContextOptions,
): Promise<DirectoryContext> {
  if (!(await isDirectory(root, mayBeMissing))) throw new UsageError(`${root} is no directory`);
  const { to, pipeline, json } = options;
  const progress = progressOn(io.stderr, { json });
  const { client, url } = await connect(io, options, (line) => progress.note(line));
  return { client, url, keys: keySpace({ to, pipeline }), root, progress, signal: stopSignal(io) };
}

async function isDirectory(root: string, mayBeMissing: boolean): Promise<boolean> {
  const found = await stat(root).catch(() => undefined);
  if (found) return found.isDirectory();
  // Not so a link that leads nowhere, nor a path below a file.
  return mayBeMissing && (await lstat(root).catch(errorCode)) === 'ENOENT';
}

export function filesOf({ visibility, tag, drafts }: DirectoryOptions): LookOptions['files'] {
  return { visibility: visibility ?? null, tags: tag, drafts };
}

export function collect(text: string, before: string[]): string[] {
  return [...before, text];
}

export function parseFolder(text: string): string {
  if (text.startsWith('/') && !text.includes('//')) return text;
  throw new InvalidArgumentError('it must be a path of folders, like /handbook/guides.');
}

export function parsePipeline(text: string): string {
  if (PIPELINE.test(text) && text !== '.' && text !== '..') return text;
  throw new InvalidArgumentError('it must be a word of letters, digits, dots, dashes and underscores.');
}

function parseMost(text: string): PushOptions['maxDelete'] {
  if (/^\d{1,9}$/.test(text)) return { count: Number(text) };
  if (text.endsWith('%')) return { share: parseShare(text) };
  throw new InvalidArgumentError('it must be a number, or a share like 5%.');
}
