import pLimit from 'p-limit';
import { mapConcurrently } from '../platform/concurrently.js';
import type { ProgressReporter } from '../platform/progress.js';
import { DirectoryFiles } from './directory-files.js';
import { contentTypeOf } from './file-kinds.js';
import { FileError, type FileOptions } from './file-document.js';
import { KnownHashes } from './known-hashes.js';
import { readPathFilter, type PathFilter, type PathPatterns } from './path-filter.js';
import {
  goneStep,
  isWrite,
  stepOfFile,
  type FileStep,
  type GoneStep,
  type LocalDocument,
  type OnConflict,
  type PushSight,
} from './plan-push.js';
import { listRemote, type RemoteDocument, type RemotePlace } from './remote-documents.js';
import { scanFiles, type PathFault, type Scan } from './scan-files.js';

/** The files of as many may be in memory. */
const READ_AT_ONCE = 8;
/** Files that are read while documents are listed, at most. */
const MOST_AHEAD = 2_000;

/** `url`: of the service. */
export type DirectoryContext = RemotePlace & { url: string; root: string; progress: ProgressReporter };

export type LookOptions = {
  patterns: PathPatterns;
  files: FileOptions;
  /** Whether documents without a file are steps. */
  withDeletions: boolean;
  onConflict: OnConflict;
};

/** What files become: steps, faults of those that cannot be documents, and paths of those that say `quire: false`. */
export type FilesLook = { steps: FileStep[]; faults: PathFault[]; excluded: string[] };

type FileLook = { local?: LocalDocument; excluded?: string; fault?: PathFault };

/** A directory beside its documents. */
export class DirectoryLook {
  readonly remotes: ReadonlyMap<string, RemoteDocument>;
  readonly known: KnownHashes;
  readonly files: DirectoryFiles;
  readonly scan: Scan;
  readonly #context: DirectoryContext;
  readonly #options: LookOptions;
  readonly #filter: PathFilter;
  readonly #sight: PushSight;
  readonly #readAhead: Map<string, Promise<FileLook>>;

  /**
   * Finds the files, and lists the documents. Files are read meanwhile, each after its document was listed, so that it
   * is no older than the version of the list. Raises what the file system and the client raise.
   */
  static async begin(context: DirectoryContext, options: LookOptions): Promise<DirectoryLook> {
    const { keys, root, progress, url } = context;
    const filter = await readPathFilter(root, options.patterns);
    const scan = await scanFiles(root, filter);
    const known = await KnownHashes.read(root, { url, prefix: keys.prefix });
    const files = new DirectoryFiles(root, options.files);
    const readAhead = new Map<string, Promise<FileLook>>();
    const isFile = new Set(scan.files);
    const turns = pLimit(READ_AT_ONCE);
    progress.start('Listing documents');
    const remotes = await listRemote(context, (path) => {
      progress.advance();
      if (!isFile.has(path) || (readAhead.size === MOST_AHEAD && !readAhead.has(path))) return;
      // A document that changes during the walk may be listed twice. Then its file is read once more.
      const look = Promise.resolve(readAhead.get(path)).then(() => turns(lookAtFile, context, files, path));
      // What it raises is raised when its turn comes.
      look.catch(() => undefined);
      readAhead.set(path, look);
    });
    progress.stop();
    return new DirectoryLook(context, options, { filter, scan, known, remotes, files, readAhead });
  }

  private constructor(
    context: DirectoryContext,
    options: LookOptions,
    found: Pick<DirectoryLook, 'scan' | 'known' | 'remotes' | 'files'> & {
      filter: PathFilter;
      readAhead: Map<string, Promise<FileLook>>;
    },
  ) {
    this.#context = context;
    this.#options = options;
    this.#filter = found.filter;
    this.#sight = { known: found.known, remotes: found.remotes, onConflict: options.onConflict };
    this.scan = found.scan;
    this.known = found.known;
    this.remotes = found.remotes;
    this.files = found.files;
    this.#readAhead = found.readAhead;
  }

  /** The paths of all files, first of those that are read. */
  get paths(): string[] {
    const ahead = this.#readAhead;
    return [...ahead.keys(), ...this.scan.files.filter((path) => !ahead.has(path))];
  }

  /** What is to be written is kept in memory, within a bound. `advance` is called after each file. */
  async read(paths: readonly string[], advance?: () => void): Promise<FilesLook> {
    const looks = await mapConcurrently(paths, READ_AT_ONCE, async (path) => {
      const look = await (this.#readAhead.get(path) ?? lookAtFile(this.#context, this.files, path));
      this.#readAhead.delete(path);
      advance?.();
      return look;
    });
    const steps = looks.flatMap(({ local }) => (local ? stepOfFile(this.#sight, local) : []));
    for (const step of steps) if (!isWrite(step)) this.files.forget(step.local.path);
    return {
      steps,
      faults: looks.flatMap(({ fault }) => fault ?? []),
      excluded: looks.flatMap(({ excluded }) => excluded ?? []),
    };
  }

  async readAll(): Promise<FilesLook> {
    const { progress } = this.#context;
    progress.start('Reading files', this.scan.files.length);
    const look = await this.read(this.scan.files, () => progress.advance());
    progress.stop();
    return look;
  }

  /** Documents whose files are gone, if deletions are asked for. */
  goneSteps(): GoneStep[] {
    if (!this.#options.withDeletions) return [];
    const paths = new Set(this.scan.files);
    return [...this.remotes.values()]
      .filter(({ path }) => !paths.has(path) && isOurs(path, this.#filter) && !isUnreadable(path, this.scan.unreadable))
      .sort(byPath)
      .map((remote) => goneStep(this.#sight, remote));
  }
}

async function lookAtFile({ keys, signal }: RemotePlace, files: DirectoryFiles, path: string): Promise<FileLook> {
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
  }
}

/** A push of this directory could have made the document: it has the path of a file that is not left out. */
function isOurs(path: string, filter: PathFilter): boolean {
  const folders = path.split('/').slice(0, -1);
  const isFolderTaken = folders.every((_, depth) => filter.takesFolder(folders.slice(0, depth + 1).join('/')));
  return isFolderTaken && contentTypeOf(path) !== undefined && filter.takesFile(path);
}

/** Its file may be there. */
function isUnreadable(path: string, unreadable: readonly PathFault[]): boolean {
  return unreadable.some((fault) => path === fault.path || path.startsWith(`${fault.path}/`));
}

function byPath(a: RemoteDocument, b: RemoteDocument): number {
  return a.path < b.path ? -1 : 1;
}
