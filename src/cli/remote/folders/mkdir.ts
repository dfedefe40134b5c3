import { Argument, Command } from 'commander';
import type { Client, Folder } from '../../../client/client.js';
import { stopSignal, UsageError } from '../../process/exit-status.js';
import { jsonText } from '../../process/json-line.js';
import type { ProcessContext } from '../../process/process-context.js';
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js';
import { findFolder, parseFolderPath, partsOf, readFolder } from './named-folder.js';

type MkdirOptions = ConnectionOptions & { parents?: boolean; json?: boolean };

const HELP = `
Refuses a folder that is there already, with exit code 3. Commands that take --folder or --to make folders themselves.
`;

export function mkdirCommand(io: ProcessContext): Command {
  const mkdir = new Command('mkdir')
    .addArgument(new Argument('<path>', 'as /guides/start').argParser(parseFolderPath))
    .option('-p, --parents', 'make the folders above it, too, and take one that is there')
    .option('--json', 'print the folder as the service answers, as one JSON line')
    .addHelpText('after', HELP);
  return addConnectionOptions(mkdir).action((path: string, options: MkdirOptions) => make(io, path, options));
}

async function make(io: ProcessContext, path: string, options: MkdirOptions): Promise<void> {
  if (path === '/') throw new UsageError('The root folder is there: name a folder in it.');
  const { client } = await connect(io, options);
  const signal = stopSignal(io);
  const found = options.parents ? await findFolder(client, path, signal) : undefined;
  const folder = found ?? (await makeAt(client, path, { ...options, signal }));
  const said = found ? `There is a folder ${folder.path}` : `Made the folder ${folder.path}`;
  io.print(options.json ? jsonText(folder) : `${said} (${folder.id}).`);
}

type Making = { parents?: boolean; signal: AbortSignal };

async function makeAt(client: Client, path: string, making: Making): Promise<Folder> {
  const { signal } = making;
  const { above, name } = partsOf(path);
  const find = making.parents ? findFolder : readFolder;
  const found = await find(client, above, signal);
  const parent = found === undefined ? await makeAt(client, above, making) : found;
  return client.createFolder({ name, parent_id: parent?.id ?? null }, { onlyNew: true, signal });
}
