import { Argument, Command } from 'commander';
import type { Client, Folder, ListedDocument } from '../../../client/client.js';
import { ID_LENGTH } from '../../../domain/ids.js';
import { DOCUMENT_LIST_LIMIT, LIST_LIMIT } from '../../../domain/limits.js';
import { stopSignal } from '../../process/exit-status.js';
import { printList, TIME_WIDTH, timeText, type Column, type PrintOptions } from '../../process/print-list.js';
import type { ProcessContext } from '../../process/process-context.js';
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js';
import { limitOption } from '../remote-options.js';
import { FOLDER_NAMES, parseFolderName, readFolder } from './named-folder.js';

type LsOptions = ConnectionOptions & PrintOptions & { recursive?: boolean };

type Entry = ({ kind: 'folder' } & Folder) | ({ kind: 'document' } & ListedDocument);

const HELP = `
Folders come first, with a slash behind their names, then documents, each by title. With -r what is in a folder follows
it, with the path from the folder that is listed.
`;

export function lsCommand(io: ProcessContext): Command {
  const ls = new Command('ls')
    .addArgument(new Argument('[folder]', FOLDER_NAMES).argParser(parseFolderName).default('/'))
    .option('-r, --recursive', 'what is below the folders, too')
    .addOption(limitOption(LIST_LIMIT))
    .option('--json', 'print a JSON line for each folder and document')
    .addHelpText('after', HELP);
  return addConnectionOptions(ls).action((name: string, options: LsOptions) => list(io, name, options));
}

async function list(io: ProcessContext, name: string, options: LsOptions): Promise<void> {
  const { client } = await connect(io, options);
  const signal = stopSignal(io);
  const folder = await readFolder(client, name, signal);
  const path = folder?.path ?? '';
  const items = entriesIn(client, folder, { ...options, signal });
  await printList<Entry>(io, { items, columns: columnsBelow(path) }, options);
}

type Listing = { recursive?: boolean; limit: number; signal: AbortSignal };

/** `folder`: null is the root. */
async function* entriesIn(client: Client, folder: Folder | null, listing: Listing): AsyncGenerator<Entry> {
  const { limit, signal } = listing;
  const pageOf = (most: number) => ({ limit: Math.min(limit + 1, most) });
  const parent = folder ? { parent_id: folder.id } : {};
  for await (const each of client.listFolders({ ...parent, ...pageOf(LIST_LIMIT) }, { signal })) {
    yield { kind: 'folder', ...each };
    if (listing.recursive) yield* entriesIn(client, each, listing);
  }
  const place = folder ? { folder_id: folder.id } : { folder_path: '/' };
  for await (const each of client.listDocuments({ ...place, ...pageOf(DOCUMENT_LIST_LIMIT) }, { signal })) {
    yield { kind: 'document', ...each };
  }
}

/** `path`: of the folder that is listed; of the root an empty text. */
function columnsBelow(path: string): Column<Entry>[] {
  return [
    { name: 'ID', width: ID_LENGTH, text: ({ id }) => id },
    { name: 'VERSION', width: 7, isNumber: true, text: (each) => ofDocument(each, (one) => one.current_version) },
    { name: 'UPDATED', width: TIME_WIDTH, text: ({ updated_at: time }) => timeText(time) },
    { name: 'VISIBILITY', width: 10, text: (each) => ofDocument(each, ({ visibility }) => visibility) },
    { name: 'NAME', text: (each) => nameBelow(path, each) },
  ];
}

function ofDocument(entry: Entry, textOf: (document: ListedDocument) => string | number | null): string {
  return entry.kind === 'document' ? String(textOf(entry) ?? '') : '';
}

function nameBelow(path: string, entry: Entry): string {
  if (entry.kind === 'folder') return `${entry.path.slice(path.length + 1)}/`;
  const above = entry.folder_path.slice(path.length + 1);
  return above === '' ? entry.title : `${above}/${entry.title}`;
}
