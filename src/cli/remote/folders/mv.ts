import { Argument, Command } from 'commander';
import type { Client } from '../../../client/client.js';
import { stopSignal } from '../../process/exit-status.js';
import { jsonText } from '../../process/json-line.js';
import type { ProcessContext } from '../../process/process-context.js';
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js';
import { identifierOf } from '../remote-options.js';
import {
  findFolder,
  FOLDER_NAMES,
  folderNamed,
  NAMES,
  parseFolderName,
  parseNamed,
  partsOf,
  readFolder,
} from './named-folder.js';

type MvOptions = ConnectionOptions & { key: boolean; json?: boolean };

const HELP = `
If there is a folder <to>, what is moved goes into it. Otherwise a folder is renamed: the folder above <to> must be
there. All that is below a folder goes with it, in one step, and no document gets another address. A folder is refused
with exit code 3 where its new place has one of its name. The title of a document stays.
`;

export function mvCommand(io: ProcessContext): Command {
  const mv = new Command('mv')
    .addArgument(new Argument('<from>', NAMES).argParser(parseNamed))
    .addArgument(new Argument('<to>', FOLDER_NAMES).argParser(parseFolderName))
    .option('--key', 'take <from> for a key, even if it looks like an identifier', false)
    .option('--json', 'print the answer of the service as one JSON line')
    .addHelpText('after', HELP);
  return addConnectionOptions(mv).action((from: string, to: string, options: MvOptions) =>
    move(io, { from, to }, options),
  );
}

async function move(io: ProcessContext, { from, to }: { from: string; to: string }, options: MvOptions): Promise<void> {
  const { client } = await connect(io, options);
  const signal = stopSignal(io);
  const folder = await folderNamed(client, { name: from, key: options.key }, signal);
  if (folder) {
    const moved = await client.patchFolder(folder.id, await placeAt(client, to, signal), { onlyNew: true, signal });
    return io.print(options.json ? jsonText(moved) : `Moved ${folder.path} to ${moved.path}.`);
  }
  const place = await readFolder(client, to, signal);
  const id = await identifierOf(client, { name: from, key: options.key }, signal);
  const changes = place ? { folder_id: place.id } : { folder_path: '/' };
  const moved = await client.patchDocument(id, changes, { signal });
  io.print(options.json ? jsonText(moved) : `Moved ${from} to ${place?.path ?? '/'}.`);
}

/** As a shell moves a directory: a slash at the end asks for a folder that is there. */
async function placeAt(
  client: Client,
  to: string,
  signal: AbortSignal,
): Promise<{ parent_id: string | null; name?: string }> {
  const mustBeThere = to.endsWith('/') || !to.startsWith('/');
  const into = await (mustBeThere ? readFolder : findFolder)(client, to, signal);
  if (into !== undefined) return { parent_id: into?.id ?? null };
  const { above, name } = partsOf(to);
  return { parent_id: (await readFolder(client, above, signal))?.id ?? null, name };
}
