import { Command } from 'commander';
import type { VersionSummary } from '../../client/client.js';
import { LIST_LIMIT } from '../../domain/limits.js';
import { stopSignal } from '../process/exit-status.js';
import type { ProcessContext } from '../process/process-context.js';
import { addConnectionOptions, connect, type ConnectionOptions } from './connection.js';
import { printList, TIME_WIDTH, timeText, type Column, type PrintOptions } from '../process/print-list.js';
import { addDocumentArgument, identifierOf, limitOption } from './remote-options.js';

type VersionsOptions = ConnectionOptions & PrintOptions & { key: boolean };

const COLUMNS: Column<VersionSummary>[] = [
  { name: 'VERSION', width: 7, isNumber: true, text: ({ version }) => String(version) },
  { name: 'CREATED', width: TIME_WIDTH, text: ({ created_at: time }) => timeText(time) },
  { name: 'BLOCKS', width: 6, isNumber: true, text: ({ block_count: count }) => String(count) },
  { name: 'BY', width: 16, text: ({ author }) => author?.label ?? author?.key_id ?? '' },
  { name: 'TITLE', text: ({ title }) => title },
];

export function versionsCommand(io: ProcessContext): Command {
  const versions = addDocumentArgument(new Command('versions'))
    .addOption(limitOption(LIST_LIMIT))
    .option('--json', 'print a JSON line for each version');
  return addConnectionOptions(versions).action((name: string, options: VersionsOptions) =>
    listVersions(io, name, options),
  );
}

async function listVersions(io: ProcessContext, name: string, options: VersionsOptions): Promise<void> {
  const { client } = await connect(io, options);
  const signal = stopSignal(io);
  const id = await identifierOf(client, { name, key: options.key }, signal);
  const items = client.listVersions(id, { limit: Math.min(options.limit + 1, LIST_LIMIT) }, { signal });
  await printList(io, { items, columns: COLUMNS }, options);
}
