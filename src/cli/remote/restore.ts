import { Command, InvalidArgumentError } from 'commander';
import { OperatorError } from '../../domain/errors.js';
import { stopSignal } from '../process/exit-status.js';
import { jsonText } from '../process/json-line.js';
import type { ProcessContext } from '../process/process-context.js';
import { addConnectionOptions, connect, type ConnectionOptions } from './connection.js';
import { addDocumentArgument, identifierOf, parseVersion } from './remote-options.js';

type RestoreOptions = ConnectionOptions & { key: boolean; ifMatch?: string; json?: boolean };

const HELP = `
The restored version becomes the newest one; nothing is lost. If the document changes between the read and the restore,
the restore is refused with exit code 3.
`;

export function restoreCommand(io: ProcessContext): Command {
  const restore = addDocumentArgument(new Command('restore'))
    .argument('<version>', 'the number of the version', parseVersion)
    .option('--if-match <version>', 'the newest version that you have seen (default: that of now)', parseEtag)
    .option('--json', 'print the answer of the service as one JSON line')
    .addHelpText('after', HELP);
  return addConnectionOptions(restore).action((name: string, version: number, options: RestoreOptions) =>
    restoreVersion(io, { name, version }, options),
  );
}

/** A number, or an entity tag as `get ID --json` prints it. That of a key may name a life, too. */
function parseEtag(text: string): string {
  const [, number] = /^"?(\d{1,10}(?:\.\d{1,10})?)"?$/.exec(text) ?? [];
  if (number === undefined) throw new InvalidArgumentError('it must be the number of a version, or an entity tag.');
  return `"${number}"`;
}

async function restoreVersion(
  io: ProcessContext,
  { name, version }: { name: string; version: number },
  options: RestoreOptions,
): Promise<void> {
  const { client } = await connect(io, options);
  const signal = stopSignal(io);
  const id = await identifierOf(client, { name, key: options.key }, signal);
  const etag = options.ifMatch ?? (await client.getDocument(id, { signal })).etag;
  if (!etag) throw new OperatorError('the answer came without its entity tag: name the newest version with --if-match');
  const made = await client.restoreVersion(id, version, { ifMatch: etag, signal });
  io.print(options.json ? jsonText(made) : `Restored version ${version} as version ${made.version} of ${id}.`);
}
