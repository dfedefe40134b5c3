import { Command } from 'commander';
import type { Client, Compared } from '../../client/client.js';
import { OperatorError } from '../../domain/errors.js';
import { stopSignal } from '../process/exit-status.js';
import { jsonText } from '../process/json-line.js';
import type { ProcessContext } from '../process/process-context.js';
import { addConnectionOptions, connect, type ConnectionOptions } from './connection.js';
import { diffLines } from './diff-lines.js';
import { addDocumentArgument, identifierOf, parseVersion } from './remote-options.js';

type DiffOptions = ConnectionOptions & { key: boolean; json?: boolean };

type Version = number | undefined;

const HELP = `
Removed words are shown as [-words-], added ones as {+words+}, in colours on a terminal unless NO_COLOR is set.
`;

export function diffCommand(io: ProcessContext): Command {
  const diff = addDocumentArgument(new Command('diff'))
    .argument('[from]', 'the number of the version to compare from (default: the last but one)', parseVersion)
    .argument('[to]', 'the number of the version to compare to (default: the last)', parseVersion)
    .option('--json', 'print the answer of the service as one JSON line')
    .addHelpText('after', HELP);
  return addConnectionOptions(diff).action((...[name, from, to, options]: [string, Version, Version, DiffOptions]) =>
    showDiff(io, { name, from, to }, options),
  );
}

async function showDiff(
  io: ProcessContext,
  { name, from, to }: { name: string; from: Version; to: Version },
  options: DiffOptions,
): Promise<void> {
  const { client } = await connect(io, options);
  const signal = stopSignal(io);
  const id = await identifierOf(client, { name, key: options.key }, signal);
  const compared =
    from !== undefined && to !== undefined ? { from, to } : await lastVersions(client, { id, from, signal });
  const diff = await client.diffVersions(id, compared, { signal });
  if (options.json) return io.print(jsonText(diff));
  const isColoured = io.isTerminal && !io.env['NO_COLOR'];
  for (const text of diffLines(diff, isColoured)) io.print(text, isColoured ? 'exact' : 'lines');
}

type Asked = { id: string; from: Version; signal: AbortSignal };

/** Versions are numbered without gaps. Raises `OperatorError` if there is no earlier one. */
async function lastVersions(client: Client, { id, from, signal }: Asked): Promise<Compared> {
  const { current_version: to } = await client.getDocument(id, { signal });
  if (to === 1) throw new OperatorError('the document has one version: there is nothing to compare');
  return { from: from ?? to - 1, to };
}
