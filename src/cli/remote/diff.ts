import { Command } from 'commander';
import { stopSignal } from '../exit-status.js';
import { jsonText } from '../json-line.js';
import type { ProcessContext } from '../process-context.js';
import { addConnectionOptions, connect, type ConnectionOptions } from './connection.js';
import { diffLines } from './diff-lines.js';
import { addDocumentArgument, identifierOf, parseVersion } from './remote-options.js';

type DiffOptions = ConnectionOptions & { key: boolean; json?: boolean };

const HELP = `
Removed words are shown as [-words-], added ones as {+words+}, in colours on a terminal unless NO_COLOR is set.
`;

export function diffCommand(io: ProcessContext): Command {
  const diff = addDocumentArgument(new Command('diff'))
    .argument('<from>', 'the number of the version to compare from', parseVersion)
    .argument('<to>', 'the number of the version to compare to', parseVersion)
    .option('--json', 'print the answer of the service as one JSON line')
    .addHelpText('after', HELP);
  return addConnectionOptions(diff).action((...[name, from, to, options]: [string, number, number, DiffOptions]) =>
    showDiff(io, { name, from, to }, options),
  );
}

async function showDiff(
  io: ProcessContext,
  { name, from, to }: { name: string; from: number; to: number },
  options: DiffOptions,
): Promise<void> {
  const { client } = await connect(io, options);
  const signal = stopSignal(io);
  const id = await identifierOf(client, { name, key: options.key }, signal);
  const diff = await client.diffVersions(id, { from, to }, { signal });
  if (options.json) return io.print(jsonText(diff));
  const isColoured = io.isTerminal && !io.env['NO_COLOR'];
  for (const text of diffLines(diff, isColoured)) io.print(text, isColoured ? 'exact' : 'lines');
}
