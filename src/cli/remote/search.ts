import { Command, Option } from 'commander';
import type { SearchResult } from '../../client/client.js';
import { VISIBILITIES, type Visibility } from '../../domain/document.js';
import { ID_LENGTH } from '../../domain/ids.js';
import { DOCUMENT_LIST_LIMIT, SEARCH_LIMIT } from '../../domain/limits.js';
import { RESULT_ORDERS, type ResultOrder } from '../../domain/result-order.js';
import { stopSignal, UsageError } from '../process/exit-status.js';
import type { ProcessContext } from '../process/process-context.js';
import { addConnectionOptions, connect, type ConnectionOptions } from './connection.js';
import { printList, TIME_WIDTH, timeText, type Column, type PrintOptions } from '../process/print-list.js';
import { limitOption } from './remote-options.js';

type SearchOptions = ConnectionOptions & PrintOptions & Conditions;
type Conditions = { tag?: string; folder?: string; recursive?: boolean; sort?: ResultOrder } & ListConditions;
type ListConditions = { visibility?: Visibility; updatedFrom?: string; updatedBefore?: string };

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
    .option('-r, --recursive', 'with --folder: documents in the folders below it, too')
    .addOption(new Option('--sort <order>', 'the order (default: title)').choices(RESULT_ORDERS))
    .addOption(new Option('--visibility <visibility>', 'only such, without a prefix').choices(VISIBILITIES))
    .option('--updated-from <time>', 'only what was changed at this time (RFC 3339) or later, without a prefix')
    .option('--updated-before <time>', 'only what was changed before this time, without a prefix')
    .addOption(limitOption(SEARCH_LIMIT))
    .option('--json', 'print a JSON line for each document');
  return addConnectionOptions(search).action((prefix: string | undefined, options: SearchOptions) =>
    searchDocuments(io, prefix, options),
  );
}

async function searchDocuments(io: ProcessContext, prefix: string | undefined, options: SearchOptions): Promise<void> {
  const { client } = await connect(io, options);
  const { tag, folder, recursive, limit, sort, visibility, updatedFrom, updatedBefore } = options;
  const call = { signal: stopSignal(io) };
  if (recursive && folder === undefined) throw new UsageError('--recursive needs --folder');
  const place = folder === undefined ? {} : { [folder.startsWith('/') ? 'folder_path' : 'folder_id']: folder };
  const below = recursive ? { recursive: 'true' as const } : {};
  const conditions = { ...place, ...below, ...(tag && { tag }), ...(sort && { sort }) };
  const ofLists = {
    ...(visibility && { visibility }),
    ...(updatedFrom && { updated_from: updatedFrom }),
    ...(updatedBefore && { updated_before: updatedBefore }),
  };
  const [refused] = Object.keys(ofLists);
  // The search asks for a title or a tag, and takes fewer conditions.
  if (prefix && refused) throw new UsageError(`--${refused.replace('_', '-')} is not for a search by prefix`);
  const pageOf = (most: number) => ({ ...conditions, limit: Math.min(limit + 1, most) });
  const isSearch = prefix || (tag && !refused);
  const items = isSearch
    ? client.searchDocuments({ ...(prefix && { q: prefix }), ...pageOf(SEARCH_LIMIT) }, call)
    : client.listDocuments({ ...pageOf(DOCUMENT_LIST_LIMIT), ...ofLists }, call);
  await printList<SearchResult>(io, { items, columns: COLUMNS }, options);
}
