import { spawn } from 'node:child_process';
import { platform } from 'node:os';
import { Command } from 'commander';
import { OperatorError } from '../../domain/errors.js';
import { webAddress } from '../../domain/web-address.js';
import { stopSignal } from '../process/exit-status.js';
import type { ProcessContext } from '../process/process-context.js';
import { addConnectionOptions, connect, type ConnectionOptions } from './connection.js';
import { addDocumentArgument, readDocument } from './remote-options.js';

type OpenOptions = ConnectionOptions & { key: boolean; print?: boolean };

const HELP = `
Opens the page of a public document. A private document is opened in the console, which asks for the key.
`;

const OPENERS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer.exe' };
const OPENER = 'xdg-open';

export function openCommand(io: ProcessContext): Command {
  const open = addDocumentArgument(new Command('open'))
    .option('--print', 'print the address instead')
    .addHelpText('after', HELP);
  return addConnectionOptions(open).action((name: string, options: OpenOptions) => openDocument(io, name, options));
}

async function openDocument(io: ProcessContext, name: string, options: OpenOptions): Promise<void> {
  const { client } = await connect(io, options);
  const { id, url, visibility } = await readDocument(client, { name, key: options.key }, stopSignal(io));
  const page = webAddress(url);
  // The service may be another's: an opener takes addresses of any program.
  if (page?.protocol !== 'https:' && page?.protocol !== 'http:') throw new OperatorError(`${url} is no web address`);
  const address = visibility === 'public' ? page.href : new URL(`../console#/documents/${id}`, page).href;
  io.print(address);
  if (!options.print) await launch(OPENERS[platform()] ?? OPENER, address);
}

/** The opener goes on after this command. Windows' answers 1 at all times. */
function launch(program: string, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const opener = spawn(program, [address], { detached: true, stdio: 'ignore' });
    opener.once('spawn', () => {
      opener.unref();
      resolve();
    });
    opener.once('error', (cause) => reject(new OperatorError(`${program} cannot be run: ${cause.message}`, { cause })));
  });
}
