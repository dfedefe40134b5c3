import { Command } from 'commander';
import type { Limits } from '../../client/client.js';
import { stopSignal } from '../process/exit-status.js';
import { jsonText } from '../process/json-line.js';
import type { ProcessContext } from '../process/process-context.js';
import { addConnectionOptions, connect, type ConnectionOptions } from './connection.js';
import { headerOf, rowOf, TIME_WIDTH, timeText, type Column } from '../process/print-list.js';

type LimitsOptions = ConnectionOptions & { json?: boolean };

type Window = { limit: number | null; remaining: number | null; resets_at: string | null };
type NamedWindow = Window & { name: string };

const COLUMNS: Column<NamedWindow>[] = [
  { name: 'WINDOW', width: 19, text: ({ name }) => name },
  { name: 'LIMIT', width: 15, isNumber: true, text: ({ limit }) => (limit === null ? 'none' : String(limit)) },
  { name: 'LEFT', width: 15, isNumber: true, text: leftText },
  { name: 'RESETS', width: TIME_WIDTH, text: ({ resets_at: time }) => (time === null ? '' : timeText(time)) },
];

export function limitsCommand(io: ProcessContext): Command {
  const limits = new Command('limits').option('--json', 'print the answer of the service as one JSON line');
  return addConnectionOptions(limits).action((options: LimitsOptions) => showLimits(io, options));
}

async function showLimits(io: ProcessContext, options: LimitsOptions): Promise<void> {
  const { client } = await connect(io, options);
  const limits = await client.getLimits({ signal: stopSignal(io) });
  if (options.json) return io.print(jsonText(limits));
  io.print(`Plan: ${limits.plan}${limits.plan_is_default ? ' (default)' : ''}`);
  io.print(headerOf(COLUMNS));
  for (const window of windowsOf(limits)) io.print(rowOf(COLUMNS, window));
}

function windowsOf({ requests, stored_bytes: bytes, documents }: Limits): NamedWindow[] {
  return [
    { name: 'requests a minute', ...requests.minute },
    { name: 'requests a day', ...requests.day },
    { name: 'bytes stored a day', ...bytes.day },
    { name: 'documents a month', ...documents.month },
  ];
}

function leftText({ limit, remaining }: Window): string {
  if (limit === null) return '';
  return remaining === null ? 'unknown' : String(remaining);
}
