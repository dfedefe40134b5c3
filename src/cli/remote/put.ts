import { basename, extname } from 'node:path';
import { Argument, Command, Option } from 'commander';
import type { PutDocument } from '../../client/client.js';
import { fileDocument, isRefusal, REFUSALS, type FileDocument } from '../../directory/files/file-document.js';
import { FileError } from '../../directory/files/file-error.js';
import { contentTypeOf, FILE_EXTENSIONS } from '../../directory/files/file-kinds.js';
import { FileReader } from '../../directory/files/file-reader.js';
import { keySpace } from '../../directory/key-space.js';
import { OperatorError } from '../../domain/errors.js';
import { VISIBILITIES, type Visibility } from '../../domain/document.js';
import { stopSignal, UsageError } from '../process/exit-status.js';
import { jsonText } from '../process/json-line.js';
import type { ProcessContext } from '../process/process-context.js';
import { addConnectionOptions, connect, type ConnectionOptions } from './connection.js';
import { placeOf } from './push-lines.js';
import { collect, parseFolder } from './push-options.js';
import { parseName } from './remote-options.js';

type PutOptions = ConnectionOptions & {
  folder?: string;
  visibility?: Visibility;
  tag: string[];
  title?: string;
  json?: boolean;
};

const HELP = `
Makes the document of the key, or its next version if anything differs. The key is the name of the file if none is
named. Kinds of files, front matter and titles are those of \`quire push\`; a draft becomes a private document.

A new document is private unless the file or --visibility says otherwise. --visibility is for files that do not say
theirs, and private holds for all. Without --folder the document stays where it is; a new one goes to the root. What
somebody else has changed gets a next version, and keeps its earlier ones.
`;

export function putCommand(io: ProcessContext): Command {
  const put = new Command('put')
    .argument('<file>')
    .addArgument(new Argument('[key]', 'a key of your own, as docs/start.md').argParser(parseName))
    .option('--folder <path>', 'the folder of the document, as /handbook; it is made if it is missing', parseFolder)
    .addOption(new Option('--visibility <who>', 'who sees the document').choices(VISIBILITIES))
    .option('--tag <tag>', 'a tag beside those of the file; may be repeated', collect, [])
    .option('--title <title>', 'instead of the title of the file')
    .option('--json', 'print the answer of the service as one JSON line')
    .addHelpText('after', HELP);
  return addConnectionOptions(put).action((file: string, key: string | undefined, options: PutOptions) =>
    putFile(io, { file, key: key ?? keyOfName(file) }, options),
  );
}

/** Raises `UsageError`. */
function keyOfName(file: string): string {
  const name = basename(file).normalize();
  const fault = keySpace({ to: '/', pipeline: undefined }).faultOf(name);
  if (fault === undefined) return name;
  throw new UsageError(`${file} needs a key beside it: ${fault}`);
}

async function putFile(
  io: ProcessContext,
  { file, key }: { file: string; key: string },
  options: PutOptions,
): Promise<void> {
  const body = bodyOf(await readDocument(file, options), key, options);
  const { client, url: service } = await connect(io, options);
  const made = await client.putDocument(key, body, { signal: stopSignal(io) });
  if (options.json) return io.print(jsonText(made));
  io.print(`${made.result} ${key} v${made.version}: ${placeOf(made, service)}`);
}

/** Raises `UsageError` for a file of another kind, and `OperatorError` for one that cannot be a document. */
async function readDocument(file: string, { visibility, tag }: PutOptions): Promise<FileDocument> {
  if (contentTypeOf(file) === undefined) {
    throw new UsageError(`${file} does not become a document: only ${FILE_EXTENSIONS.join(', ')} files do`);
  }
  try {
    const options = { visibility: visibility ?? null, tags: tag, drafts: 'private' } as const;
    const document = fileDocument(await new FileReader().read(file), file, options);
    if (isRefusal(document)) throw new FileError(REFUSALS[document]);
    return document;
  } catch (cause) {
    if (cause instanceof FileError) throw new OperatorError(`${file}: ${cause.message}`, { cause });
    throw cause;
  }
}

/** A file without a title has that of its key. */
function bodyOf({ body, visibility }: FileDocument, key: string, { title, folder }: PutOptions): PutDocument {
  const shown = title ?? (body.title === undefined ? undefined : basename(key, extname(key)));
  return {
    ...body,
    ...(shown !== undefined && { title: shown }),
    ...(visibility !== null && { visibility }),
    ...(folder !== undefined && { folder_path: folder }),
  };
}
