import { Command } from 'commander';
import type { SearchResult } from '../../client/client.js';
import { ID_LENGTH } from '../../domain/ids.js';
import { DOCUMENT_LIST_LIMIT, SEARCH_LIMIT } from '../../domain/limits.js';
import { stopSignal } from '../process/exit-status.js';
import type { ProcessContext } from '../process/process-context.js';
import { addConnectionOptions, connect, type ConnectionOptions } from './connection.js';
import { printList, TIME_WIDTH, timeText, type Column, type PrintOptions } from '../process/print-list.js';
import { limitOption } from './remote-options.js';

type SearchOptions = ConnectionOptions & PrintOptions & { tag?: string; folder?: string };

const COLUMNS: Column<SearchResult>[] = [
  { name: 'ID', width: ID_LENGTH, text: ({ id }) => id },
  { name: 'VERSION', width: 7, isNumber: true, text: ({ current_version: version }) => String(version ?? '') },
  { name: 'UPDATED', width: TIME_WIDTH, text: ({ updated_at: time }) => timeText(time) },
  { name: 'VISIBILITY', width: 10, text: ({ visibility }) => visibility },
  { name: 'TITLE', text: ({ title }) => title },
];

export function searchCommand(io: ProcessContext): Command {
  const search = new Command('search')
    .argument('[prefix]', 'the beginning of the title, in any case (default: all documents)')
    .option('--tag <tag>', 'only documents with this tag')
    .option('--folder <folder>', 'only documents directly in this folder: its path, as /Work/Plans, or its id')
    .addOption(limitOption(SEARCH_LIMIT))
    .option('--json', 'print a JSON line for each document');
  return addConnectionOptions(search).action((prefix: string | undefined, options: SearchOptions) =>
    searchDocuments(io, prefix, options),
  );
}

async function searchDocuments(io: ProcessContext, prefix: string | undefined, options: SearchOptions): Promise<void> {
  const { client } = await connect(io, options);
  const { tag, folder, limit } = options;
  const call = { signal: stopSignal(io) };
  const place = folder === undefined ? {} : { [folder.startsWith('/') ? 'folder_path' : 'folder_id']: folder };
  const wanted = { ...(prefix ? { q: prefix } : {}), ...(tag ? { tag } : {}) };
  const pageOf = (most: number) => ({ ...place, limit: Math.min(limit + 1, most) });
  // The search asks for a title or a tag; the list does not.
  const items =
    Object.keys(wanted).length > 0
      ? client.searchDocuments({ ...wanted, ...pageOf(SEARCH_LIMIT) }, call)
      : client.listDocuments(pageOf(DOCUMENT_LIST_LIMIT), call);
  await printList<SearchResult>(io, { items, columns: COLUMNS }, options);
}
