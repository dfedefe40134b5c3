import { Command, Option } from 'commander';
import { stopSignal } from '../process/exit-status.js';
import { jsonText } from '../process/json-line.js';
import type { ProcessContext } from '../process/process-context.js';
import { addConnectionOptions, connect, type ConnectionOptions } from './connection.js';
import { addDocumentArgument, parseVersion, readDocument } from './remote-options.js';

type GetOptions = ConnectionOptions & { key: boolean; version?: number; json?: boolean };

const HELP = `
A version that was made of a file is printed as that file. On a terminal, characters that a terminal would obey are
shown as \\u{1b}. In a file or a pipe the bytes are exact.
`;

export function getCommand(io: ProcessContext): Command {
  const get = addDocumentArgument(new Command('get'))
    .option('--version <number>', 'that version (default: the newest)', parseVersion)
    .addOption(new Option('--markdown', 'print it as a Markdown file (default)').conflicts('json'))
    .option('--json', 'print the answer of the service as one JSON line')
    .addHelpText('after', HELP);
  return addConnectionOptions(get).action((name: string, options: GetOptions) => getDocument(io, name, options));
}

async function getDocument(io: ProcessContext, name: string, options: GetOptions): Promise<void> {
  const { client } = await connect(io, options);
  const signal = stopSignal(io);
  const document = await readDocument(client, { name, key: options.key }, signal);
  const { version, json } = options;
  if (json) {
    const answer = version === undefined ? document : await client.getVersion(document.id, version, { signal });
    return io.print(jsonText(answer));
  }
  const text = await client.getFile(document.id, { version, signal });
  if (io.isTerminal) io.print(text.replace(/\n$/, ''), 'lines');
  else io.print(text, 'file');
}
