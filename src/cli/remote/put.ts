import { basename, resolve, sep } from 'node:path';
import { Argument, Command, Option } from 'commander';
import type { Client, PutDocument } from '../../client/client.js';
import { fileDocument, isRefusal, REFUSALS, type FileDocument } from '../../directory/files/file-document.js';
import { FileError } from '../../directory/files/file-error.js';
import { contentTypeOf, FILE_EXTENSIONS } from '../../directory/files/file-kinds.js';
import { FileReader } from '../../directory/files/file-reader.js';
import { LocalAssets, mostAssetBytes } from '../../directory/files/local-assets.js';
import { readPathFilter } from '../../directory/files/path-filter.js';
import { keySpace } from '../../directory/key-space.js';
import { AssetSender } from '../../directory/push/send-assets.js';
import { assetName } from '../../domain/content/link-target.js';
import { OperatorError } from '../../domain/errors.js';
import { VISIBILITIES, type Visibility } from '../../domain/document.js';
import { noteLine, stopSignal, UsageError } from '../process/exit-status.js';
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

Files that a Markdown file shows or leads to are sent, too: those beside it and below, and where the key ends as the
path of the file does, as docs/start.md of site/docs/start.md, those of that whole tree. Hidden files, symbolic links
and what .quireignore names are not sent.
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
  const document = await readDocument(file, options);
  const { client, url: service } = await connect(io, options);
  const signal = stopSignal(io);
  const assets = document.body.text === undefined ? await sendAssets(io, { client, signal, file, key }, document) : {};
  const made = await client.putDocument(key, { ...bodyOf(document, options), ...assets }, { signal });
  if (options.json) return io.print(jsonText(made));
  io.print(`${made.result} ${key} v${made.version}: ${placeOf(made, service)}`);
}

type Place = { client: Client; signal: AbortSignal; file: string; key: string };

/** What it finds no image of, it says. */
async function sendAssets(
  io: ProcessContext,
  { client, signal, file, key }: Place,
  { targets }: FileDocument,
): Promise<Pick<PutDocument, 'assets'>> {
  const { root, path } = treeOf(file, key);
  const filter = await readPathFilter(root, { include: [], exclude: [] });
  const mostBytes = mostAssetBytes({ client, signal });
  const local = new LocalAssets({ root, folderNamed: (folder) => folder, takes: filter.takesAsset, mostBytes });
  const { assets, lost } = await local.of(path, targets);
  for (const { target, line, isImage } of targets) {
    const reason = lost.get(assetName(target) ?? '');
    if (isImage && reason !== undefined)
      io.stderr.write(`${noteLine(`line ${line}: ${target}: ${reason}`, io.args)}\n`);
  }
  await new AssetSender({ client, signal, root }, local).send(assets.values());
  return { assets: Object.fromEntries([...assets].map(([name, { sha256 }]) => [name, sha256])) };
}

/** The folder of the file, or one above it as far as the key ends like the path of the file. */
function treeOf(file: string, key: string): { root: string; path: string } {
  const names = resolve(file).split(sep);
  const ofKey = key.split('/');
  let depth = 0;
  while (depth < Math.min(ofKey.length, names.length - 1) && names.at(-1 - depth) === ofKey.at(-1 - depth)) depth += 1;
  depth = Math.max(1, depth);
  return { root: names.slice(0, -depth).join(sep) || sep, path: names.slice(-depth).join('/') };
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

function bodyOf({ body, visibility }: FileDocument, { title, folder }: PutOptions): PutDocument {
  return {
    ...body,
    ...(title !== undefined && { title }),
    ...(visibility !== null && { visibility }),
    ...(folder !== undefined && { folder_path: folder }),
  };
}
