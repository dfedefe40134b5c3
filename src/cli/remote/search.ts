import { Command, Option } from 'commander';
import type { SearchResult } from '../../client/client.js';
import { VISIBILITIES, type Visibility } from '../../domain/document.js';
import { ID_LENGTH } from '../../domain/ids.js';
import { DOCUMENT_LIST_LIMIT, SEARCH_LIMIT } from '../../domain/limits.js';
import { RESULT_ORDERS, SEARCH_ORDERS, type ResultOrder, type SearchOrder } from '../../domain/result-order.js';
import { visibleText } from '../../platform/visible-text.js';
import { stopSignal, UsageError } from '../process/exit-status.js';
import type { ProcessContext } from '../process/process-context.js';
import { addConnectionOptions, connect, type ConnectionOptions } from './connection.js';
import { printList, TIME_WIDTH, timeText, type Column, type PrintOptions } from '../process/print-list.js';
import { limitOption } from './remote-options.js';

type SearchOptions = ConnectionOptions & PrintOptions & Conditions & { snippets: boolean };
type Conditions = {
  title?: string;
  tag: string[];
  folder?: string;
  recursive?: boolean;
  sort?: SearchOrder;
  visibility?: Visibility;
  updatedFrom?: string;
  updatedBefore?: string;
};

const COLUMNS: Column<SearchResult>[] = [
  { name: 'ID', width: ID_LENGTH, text: ({ id }) => id },
  { name: 'VERSION', width: 7, isNumber: true, text: ({ current_version: version }) => String(version ?? '') },
  { name: 'UPDATED', width: TIME_WIDTH, text: ({ updated_at: time }) => timeText(time) },
  { name: 'VISIBILITY', width: 10, text: ({ visibility }) => visibility },
  { name: 'TITLE', text: ({ title }) => title },
];

const HELP = `
All words must be in the title or the text of a document, in any case. The last one may go on.
'"two words"' are side by side. 'plan -draft' leaves out what has the second word.`;

export function searchCommand(io: ProcessContext): Command {
  const search = new Command('search')
    .argument('[words...]', 'what title or text must have (default: all documents)')
    .option('--title <prefix>', 'only documents whose title begins so, in any case')
    .option('--tag <tag>', 'only documents with this tag; may be repeated', (tag, tags: string[]) => [...tags, tag], [])
    .option('--folder <folder>', 'only documents directly in this folder: its path, as /Work/Plans, or its id')
    .option('-r, --recursive', 'with --folder: documents in the folders below it, too')
    .addOption(
      new Option('--sort <order>', 'the order (default: relevance with words, else title)').choices(SEARCH_ORDERS),
    )
    .addOption(new Option('--visibility <visibility>', 'only such').choices(VISIBILITIES))
    .option('--updated-from <time>', 'only what was changed at this time (RFC 3339) or later')
    .option('--updated-before <time>', 'only what was changed before this time')
    .option('--no-snippets', 'do not show where the words are')
    .addOption(limitOption(SEARCH_LIMIT))
    .option('--json', 'print a JSON line for each document')
    .addHelpText('after', HELP);
  return addConnectionOptions(search).action((words: string[], options: SearchOptions) =>
    searchDocuments(io, words.join(' '), options),
  );
}

async function searchDocuments(io: ProcessContext, text: string, options: SearchOptions): Promise<void> {
  const { client } = await connect(io, options);
  const { tag, folder, recursive, limit, visibility, updatedFrom, updatedBefore, snippets, ...asked } = options;
  const call = { signal: stopSignal(io) };
  if (recursive && folder === undefined) throw new UsageError('--recursive needs --folder');
  const conditions = {
    ...(folder !== undefined && { [folder.startsWith('/') ? 'folder_path' : 'folder_id']: folder }),
    ...(recursive && { recursive: 'true' as const }),
    ...(visibility && { visibility }),
    ...(updatedFrom && { updated_from: updatedFrom }),
    ...(updatedBefore && { updated_before: updatedBefore }),
  };
  const pageOf = (most: number) => ({ ...conditions, limit: Math.min(limit + 1, most) });
  const sought = {
    ...(text && { text, ...(!snippets && { snippets: 0 }) }),
    ...(asked.title && { q: asked.title }),
    ...(tag.length > 0 && { tag }),
  };
  const items =
    Object.keys(sought).length > 0
      ? client.searchDocuments({ ...sought, ...sorted(asked.sort), ...pageOf(SEARCH_LIMIT) }, call)
      : client.listDocuments({ ...pageOf(DOCUMENT_LIST_LIMIT), ...sorted(orderOfList(asked.sort)) }, call);
  await printList<SearchResult>(io, { items, columns: COLUMNS, below: snippetLines(io) }, options);
}

function sorted<O extends SearchOrder>(sort: O | undefined): { sort?: O } {
  return sort ? { sort } : {};
}

/** Raises `UsageError`. */
function orderOfList(sort: SearchOrder | undefined): ResultOrder | undefined {
  if (sort === 'relevance') throw new UsageError('--sort relevance needs words');
  return RESULT_ORDERS.find((order) => order === sort);
}

/** A line for each snippet of a block: the title stands in the row. Matches are bold on a terminal. */
function snippetLines({ isTerminal, env }: ProcessContext): (result: SearchResult) => string[] {
  const hasColours = isTerminal && !env['NO_COLOR'];
  return ({ snippets = [] }) =>
    snippets.flatMap(({ block_id: blockId, segments }) => {
      if (blockId === null) return [];
      const texts = segments.map(({ text, match }) => {
        const shown = visibleText(text);
        return match && hasColours ? `\u001b[1m${shown}\u001b[22m` : shown;
      });
      return `    ${texts.join('')}`;
    });
}
