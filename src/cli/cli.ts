import { Command, Help, type CommanderError, type Option } from 'commander';
import { ownVersion } from '../platform/own-file.js';
import { UsageError } from './process/exit-status.js';
import type { ProcessContext } from './process/process-context.js';

type Entry = { about: string; load(): Promise<(io: ProcessContext) => Command> };

/** A command is loaded when it is named: to load all takes longer than most commands. */
const COMMANDS: Record<string, Entry> = {
  serve: {
    about: 'serve until SIGTERM or Ctrl-C',
    load: async () => (await import('./commands/serve.js')).serveCommand,
  },
  keys: {
    about: 'API keys; changes take effect whether or not the server runs',
    load: async () => (await import('./commands/keys.js')).keysCommand,
  },
  owners: {
    about: 'owners of documents: their plans and suspensions',
    load: async () => (await import('./commands/owners.js')).ownersCommand,
  },
  reindex: {
    about: 'build the index anew from the object store, beside the running service; run it again after a kill',
    load: async () => (await import('./commands/reindex.js')).reindexCommand,
  },
  doctor: {
    about: 'compare log and index beside the running service, and repair what differs',
    load: async () => (await import('./commands/doctor.js')).doctorCommand,
  },
  gc: {
    about: 'remove for good what long deleted documents have left',
    load: async () => (await import('./commands/gc.js')).gcCommand,
  },
  backup: {
    about: 'write the log of the embedded mode into one file, beside the running service',
    load: async () => (await import('./commands/backup.js')).backupCommand,
  },
  'restore-backup': {
    about: 'put a backup in the place of the log of the embedded mode',
    load: async () => (await import('./commands/restore-backup.js')).restoreBackupCommand,
  },
  sync: {
    about: 'copy a log between folders and buckets',
    load: async () => (await import('./commands/sync.js')).syncCommand,
  },
  login: {
    about: 'save the URL and the API key of a service for the commands below',
    load: async () => (await import('./remote/login.js')).loginCommand,
  },
  logout: { about: 'remove a saved key', load: async () => (await import('./remote/logout.js')).logoutCommand },
  push: {
    about: 'make the documents of Quire those of a directory',
    load: async () => (await import('./remote/push.js')).pushCommand,
  },
  put: {
    about: 'make a document of one file, or its next version',
    load: async () => (await import('./remote/put.js')).putCommand,
  },
  pull: {
    about: 'write the documents of a folder into a directory',
    load: async () => (await import('./remote/pull.js')).pullCommand,
  },
  status: {
    about: 'compare a directory of Markdown with its documents; not the state of the service',
    load: async () => (await import('./remote/status.js')).statusCommand,
  },
  search: {
    about: 'find documents by words, title, tag and folder',
    load: async () => (await import('./remote/search.js')).searchCommand,
  },
  ls: {
    about: 'list the folders and documents in a folder',
    load: async () => (await import('./remote/folders/ls.js')).lsCommand,
  },
  mkdir: { about: 'make a folder', load: async () => (await import('./remote/folders/mkdir.js')).mkdirCommand },
  mv: {
    about: 'move or rename a folder, or move a document into a folder',
    load: async () => (await import('./remote/folders/mv.js')).mvCommand,
  },
  rm: { about: 'delete a document or a folder', load: async () => (await import('./remote/folders/rm.js')).rmCommand },
  get: {
    about: 'print a document as Markdown or JSON',
    load: async () => (await import('./remote/get.js')).getCommand,
  },
  open: {
    about: 'open the page of a document in the browser',
    load: async () => (await import('./remote/open.js')).openCommand,
  },
  versions: {
    about: 'list the versions of a document',
    load: async () => (await import('./remote/versions.js')).versionsCommand,
  },
  diff: {
    about: 'show what differs between two versions, by default the last two',
    load: async () => (await import('./remote/diff.js')).diffCommand,
  },
  restore: {
    about: 'make an old version the newest one again',
    load: async () => (await import('./remote/restore.js')).restoreCommand,
  },
  limits: {
    about: 'show what is left of the plan',
    load: async () => (await import('./remote/limits.js')).limitsCommand,
  },
  completion: {
    about: 'print a script by which a shell completes commands and options',
    load: async () => (await import('./commands/completion.js')).completionCommand,
  },
};

/** With what the arguments name; of all other commands it knows the description alone. */
export async function createCli(io: ProcessContext): Promise<Command> {
  const cli = new Command('quire').description('A document hosting service');
  cli.version(ownVersion(), '-V, --version', 'print the version');
  // `quire get` has an option of this name, too.
  cli.enablePositionalOptions();
  for (const [name, { about, load }] of Object.entries(COMMANDS)) {
    const isNeeded = io.args.includes(name) || io.args[0] === 'completion';
    const command = isNeeded ? (await load())(io) : new Command(name);
    cli.addCommand(command.description(about));
  }
  raiseErrors(cli);
  describeOptions(cli);
  return cli;
}

/** The library would also print that an option is off, or an empty list, where it is not given. */
function describeOptions(command: Command): void {
  const help = new Help();
  const optionDescription = (option: Option) => {
    const defaultValue: unknown = option.defaultValue;
    const isNothing = defaultValue === false || (Array.isArray(defaultValue) && defaultValue.length === 0);
    return isNothing ? option.description : help.optionDescription(option);
  };
  command.configureHelp({ optionDescription });
  command.commands.forEach(describeOptions);
}

/** The library would print errors in words of its own and end the process. */
function raiseErrors(command: Command): void {
  command.configureOutput({ outputError: () => undefined });
  command.exitOverride((error) => {
    if (error.exitCode !== 0) throw new UsageError(usageText(command, error));
  });
  command.commands.forEach(raiseErrors);
}

function usageText(command: Command, { code, message }: CommanderError): string {
  if (code === 'commander.help') return 'no command is named';
  const names = [];
  for (let each: Command | null = command; each; each = each.parent) names.unshift(each.name());
  return `${message.replace(/^error: /, '')}\nSee \`${names.join(' ')} --help\`.`;
}
