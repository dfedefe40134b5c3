import { Argument, Command } from 'commander';
import type { Client, Folder, Tagged } from '../../../client/client.js';
import { OperatorError } from '../../../domain/errors.js';
import { isId } from '../../../domain/ids.js';
import { DOCUMENT_LIST_LIMIT, LIST_LIMIT } from '../../../domain/limits.js';
import { visibleText } from '../../../platform/visible-text.js';
import { stopSignal, UsageError } from '../../process/exit-status.js';
import { jsonText } from '../../process/json-line.js';
import type { ProcessContext } from '../../process/process-context.js';
import { firstLine } from '../ask-key.js';
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js';
import { folderNamed, NAMES, parseNamed } from './named-folder.js';

type RmOptions = ConnectionOptions & { key: boolean; recursive?: boolean; yes?: boolean; json?: boolean };

const HELP = `
A folder that is not empty is refused without -r. With it, all that is below the folder is deleted, too: that asks
first, and a script needs --yes. What is deleted does not come back.
`;

export function rmCommand(io: ProcessContext): Command {
  const rm = new Command('rm')
    .addArgument(new Argument('<name>', NAMES).argParser(parseNamed))
    .option('--key', 'take the argument for a key, even if it looks like an identifier', false)
    .option('-r, --recursive', 'delete a folder with all documents and folders below it')
    .option('-y, --yes', 'do not ask')
    .option('--json', 'print what was deleted as one JSON line')
    .addHelpText('after', HELP);
  return addConnectionOptions(rm).action((name: string, options: RmOptions) => remove(io, name, options));
}

async function remove(io: ProcessContext, name: string, options: RmOptions): Promise<void> {
  const { key, recursive: isRecursive = false, yes = false, json } = options;
  const { client } = await connect(io, options);
  const signal = stopSignal(io);
  const folder = await folderNamed(client, { name, key }, signal);
  if (!folder) {
    const isKey = key || !isId(name);
    await (isKey ? client.deleteDocumentByKey(name, { signal }) : client.deleteDocument(name, { signal }));
    const names = isKey ? { key: name } : { id: name };
    return io.print(json ? jsonText({ deleted: 'document', ...names }) : `Deleted the document ${name}.`);
  }
  const { id, path, etag } = folder;
  if (isRecursive && !yes) await askFor(io, { client, folder, signal });
  await client.deleteFolder(id, { isRecursive, signal, ...(etag && { ifMatch: etag }) });
  const whole = isRecursive ? ' and all that was below it' : '';
  io.print(json ? jsonText({ deleted: 'folder', id, path }) : `Deleted the folder ${path}${whole}.`);
}

type Asked = { client: Client; folder: Tagged<Folder>; signal: AbortSignal };

/** Raises `OperatorError` unless it is wanted, and `UsageError` where nobody can be asked. */
async function askFor(io: ProcessContext, { client, folder, signal }: Asked): Promise<void> {
  if (io.stdin.isTTY !== true)
    throw new UsageError('-r deletes for good, and nobody can be asked: it needs --yes here.');
  const documents = client.listDocuments(
    { folder_id: folder.id, recursive: 'true', limit: DOCUMENT_LIST_LIMIT },
    { signal },
  );
  let count = 0;
  for await (const _ of documents) if (++count > LIST_LIMIT) break;
  const many = count > LIST_LIMIT ? `more than ${LIST_LIMIT}` : count;
  const what = `${visibleText(folder.path)} and all that is below it, with ${many} ${count === 1 ? 'document' : 'documents'}`;
  io.stderr.write(`Delete ${what}, for good? [y/N] `);
  if (!/^y(es)?$/i.test((await firstLine(io)).trim())) throw new OperatorError('nothing was deleted');
}
