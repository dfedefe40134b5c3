import { mapConcurrently } from '../platform/concurrently.js';
import type { ProgressReporter } from '../platform/progress.js';
import { DirectoryFiles } from './directory-files.js';
import { contentTypeOf } from './file-kinds.js';
import { FileError, type FileOptions } from './file-document.js';
import { KnownHashes } from './known-hashes.js';
import { readPathFilter, type PathFilter, type PathPatterns } from './path-filter.js';
import { planPush, type LocalDocument, type OnConflict, type PushStep } from './plan-push.js';
import { listRemote, type RemoteDocument, type RemotePlace } from './remote-documents.js';
import { scanFiles, type PathFault, type Scan } from './scan-files.js';

/** The files of as many may be in memory. */
const READ_AT_ONCE = 8;

/** `url`: of the service. */
export type DirectoryContext = RemotePlace & { url: string; root: string; progress: ProgressReporter };

export type LookOptions = {
  patterns: PathPatterns;
  files: FileOptions;
  /** Whether documents without a file are steps. */
  withDeletions: boolean;
  onConflict: OnConflict;
};

/** A directory beside its documents. */
export type DirectoryLook = {
  steps: PushStep[];
  /** Files and folders that cannot be read, and files that cannot become documents. */
  faults: PathFault[];
  /** Files that say `quire: false`. */
  excluded: string[];
  /** Files of other kinds, and those that patterns leave out. */
  leftOut: number;
  remotes: ReadonlyMap<string, RemoteDocument>;
  known: KnownHashes;
  files: DirectoryFiles;
};

/** Raises what the file system and the client raise. */
export async function lookAtDirectory(context: DirectoryContext, options: LookOptions): Promise<DirectoryLook> {
  const { keys, root, progress, url } = context;
  const filter = await readPathFilter(root, options.patterns);
  const scan = await scanFiles(root, filter);
  const known = await KnownHashes.read(root, { url, prefix: keys.prefix });
  progress.start('Reading files', scan.files.length);
  const files = new DirectoryFiles(root, options.files);
  const read = await readLocals(context, scan, files);
  progress.start('Listing documents');
  const remotes = await listRemote(context, () => progress.advance());
  progress.stop();
  const faults = [...scan.unreadable, ...read.faults];
  const excluded = new Set(read.excluded);
  const sight = {
    locals: read.locals,
    remotes,
    isForeign: known.isForeign.bind(known),
    isPulled: known.isPulled.bind(known),
    isDeletable: (path: string) =>
      options.withDeletions && isOurs(path, filter) && !isNearFault(path, faults) && !excluded.has(path),
  };
  const steps = planPush(sight, options.onConflict);
  for (const step of steps) if (step.action === 'unchanged') files.forget(step.local.path);
  return { steps, faults, excluded: read.excluded, leftOut: scan.leftOut, remotes, known, files };
}

type ReadFiles = { locals: LocalDocument[]; excluded: string[]; faults: PathFault[] };

async function readLocals(context: DirectoryContext, scan: Scan, files: DirectoryFiles): Promise<ReadFiles> {
  const looks = await mapConcurrently(scan.files, READ_AT_ONCE, (path) => readLocal(context, path, files));
  return {
    locals: looks.flatMap(({ local }) => local ?? []),
    excluded: looks.flatMap(({ excluded }) => excluded ?? []),
    faults: looks.flatMap(({ fault }) => fault ?? []),
  };
}

type FileLook = { local?: LocalDocument; excluded?: string; fault?: PathFault };

async function readLocal(
  { keys, progress, signal }: DirectoryContext,
  path: string,
  files: DirectoryFiles,
): Promise<FileLook> {
  signal.throwIfAborted();
  try {
    const fault = keys.faultOf(path);
    if (fault !== undefined) return { fault: { path, reason: fault } };
    const document = await files.look(path);
    if (!document) return { excluded: path };
    const { hash, hashOfFile, visibility } = document;
    return { local: { path, hash, hashOfFile, visibility } };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return { fault: { path, reason: error.message } };
  } finally {
    progress.advance();
  }
}

/** A push of this directory could have made the document: it has the path of a file that is not left out. */
function isOurs(path: string, filter: PathFilter): boolean {
  const folders = path.split('/').slice(0, -1);
  const isFolderTaken = folders.every((_, depth) => filter.takesFolder(folders.slice(0, depth + 1).join('/')));
  return isFolderTaken && contentTypeOf(path) !== undefined && filter.takesFile(path);
}

/** Its file may be there, unread. */
function isNearFault(path: string, faults: readonly PathFault[]): boolean {
  return faults.some((fault) => path === fault.path || path.startsWith(`${fault.path}/`));
}
