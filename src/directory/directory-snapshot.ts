import { extname } from 'node:path/posix';
import { mapConcurrently } from '../platform/concurrently.js';
import type { ProgressReporter } from '../platform/progress.js';
import { DirectoryFiles } from './files/directory-files.js';
import { contentTypeOf, FILE_EXTENSIONS } from './files/file-kinds.js';
import { isRefusal, REFUSALS, type FileOptions, type Refusal } from './files/file-document.js';
import { FileError } from './files/file-error.js';
import { KeptLinks } from './files/kept-links.js';
import { LocalAssets, mostAssetBytes } from './files/local-assets.js';
import { LinkReport } from './link-report.js';
import { SyncBase } from './sync-base.js';
import { foldersOf, readPathFilter, type PathFilter, type PathPatterns } from './files/path-filter.js';
import {
  goneStep,
  isWrite,
  stepOfFile,
  type FileStep,
  type GoneStep,
  type LocalDocument,
  type OnConflict,
  type PushState,
} from './plan-push.js';
import { listRemote, type RemoteDocument, type RemoteScope } from './remote-documents.js';
import { faultAt, scanFiles, type PathFault, type Scan } from './files/scan-files.js';

/** `url`: of the service. */
export type DirectoryContext = RemoteScope & { url: string; root: string; progress: ProgressReporter };

export type LookOptions = {
  patterns: PathPatterns;
  files: FileOptions;
  /** Whether documents without a file are steps. */
  withDeletions: boolean;
  onConflict: OnConflict;
};

export type RefusedFile = { path: string; refusal: Refusal };

/** What files become: steps, faults of those that cannot be documents, and those that say that they are none. */
export type FilesLook = { steps: FileStep[]; faults: PathFault[]; refused: RefusedFile[] };

type FileLook = { local?: LocalDocument; refused?: RefusedFile; fault?: PathFault };

/** More than the threads that read a slow disk: none of them waits for a turn. */
const READ_AT_ONCE = 8;

/** A directory beside its documents. */
export class DirectorySnapshot {
  readonly remotes: ReadonlyMap<string, RemoteDocument>;
  readonly known: SyncBase;
  readonly files: DirectoryFiles;
  readonly assets: LocalAssets;
  readonly keptLinks: KeptLinks;
  readonly links: LinkReport;
  readonly scan: Scan;
  readonly #context: DirectoryContext;
  readonly #options: LookOptions;
  readonly #filter: PathFilter;
  readonly #sight: PushState;

  /** Finds the files, and lists the documents. Raises what the file system and the client raise. */
  static async begin(context: DirectoryContext, options: LookOptions): Promise<DirectorySnapshot> {
    const { keys, root, progress, url } = context;
    const filter = await readPathFilter(root, options.patterns);
    const scan = await scanFiles(root, filter);
    if (options.patterns.include.length > 0 && scan.files.length === 0 && scan.leftOutKinds.size > 0) {
      progress.note(`--include chooses among ${FILE_EXTENSIONS.join(', ')} files: others do not become documents`);
    }
    const known = await SyncBase.read(root, { url, prefix: keys.prefix });
    const keptLinks = await KeptLinks.read(root);
    progress.start('Listing documents');
    const { remotes, others } = await listRemote(context, () => progress.advance());
    progress.stop();
    known.adopt([...remotes.values()].filter(({ path }) => isOurs(path, filter)));
    if (others > 0) progress.note(`${others} left alone: the key is not in the composed spelling of Unicode (NFC)`);
    return new DirectorySnapshot(context, options, { filter, scan, known, keptLinks, remotes });
  }

  private constructor(
    context: DirectoryContext,
    options: LookOptions,
    found: Pick<DirectorySnapshot, 'scan' | 'known' | 'keptLinks' | 'remotes'> & { filter: PathFilter },
  ) {
    this.#context = context;
    this.#options = options;
    this.#filter = found.filter;
    this.#sight = { known: found.known, remotes: found.remotes, onConflict: options.onConflict };
    this.scan = found.scan;
    this.known = found.known;
    this.keptLinks = found.keptLinks;
    this.remotes = found.remotes;
    const { root } = context;
    const { names, folders } = found.scan;
    const assets = new LocalAssets({
      root,
      folderNamed: (path) => folders.get(path),
      takes: (path) => found.filter.takesAsset(path),
      mostBytes: mostAssetBytes(context),
    });
    this.assets = assets;
    const files = { ...options.files, linksOnce: found.keptLinks.of };
    this.files = new DirectoryFiles({ root, names, assets, prefix: context.keys.prefix }, files);
    this.links = new LinkReport({ scope: context, scan: found.scan, remotes: found.remotes });
  }

  /** What is to be written is kept in memory, within a bound. `advance` is called after each file. */
  async read(paths: readonly string[], advance?: () => void): Promise<FilesLook> {
    const looks = await mapConcurrently(paths, READ_AT_ONCE, async (path) => {
      const look = await this.#readFile(path);
      advance?.();
      return look;
    });
    const steps = looks.flatMap(({ local }) => (local ? stepOfFile(this.#sight, local) : []));
    for (const step of steps) if (!isWrite(step)) this.files.forget(step.local.path);
    return {
      steps,
      faults: looks.flatMap(({ fault }) => fault ?? []),
      refused: looks.flatMap(({ refused }) => refused ?? []),
    };
  }

  async readAll(): Promise<FilesLook> {
    const { progress } = this.#context;
    progress.start('Reading files', this.scan.files.length);
    const look = await this.read(this.scan.files, () => progress.advance());
    progress.stop();
    return look;
  }

  /** How many files are neither documents nor named by one that was read, and those of other kinds by extension. */
  leftOut(): { count: number; kinds: ReadonlyMap<string, number> } {
    const kinds = new Map(this.scan.leftOutKinds);
    for (const path of this.assets.named) {
      const kind = extname(path).toLowerCase();
      if (this.#filter.takesFile(path)) kinds.set(kind, (kinds.get(kind) ?? 0) - 1);
    }
    const left = [...kinds].filter(([, count]) => count > 0);
    return { count: this.scan.leftOut - this.assets.named.size, kinds: new Map(left) };
  }

  /** Documents whose files are gone, or are drafts by now, if deletions are asked for. */
  goneSteps({ refused }: Pick<FilesLook, 'refused'>): GoneStep[] {
    if (!this.#options.withDeletions) return [];
    const { keys } = this.#context;
    const paths = new Set(this.scan.files);
    const drafts = new Set(refused.filter(({ refusal }) => refusal === 'draft').map(({ path }) => path));
    const hasNoFile = (path: string) => !paths.has(path) && faultAt(this.scan, path) === undefined;
    const isGone = (path: string) => drafts.has(path) || hasNoFile(path);
    return [...this.remotes.values()]
      .filter(({ path }) => isGone(path) && keys.faultOf(path) === undefined && isOurs(path, this.#filter))
      .sort(byPath)
      .map((remote) => ({ ...goneStep(this.#sight, remote), isDraft: drafts.has(remote.path) }));
  }

  async #readFile(path: string): Promise<FileLook> {
    const { keys, signal } = this.#context;
    signal.throwIfAborted();
    try {
      const fault = keys.faultOf(path);
      if (fault !== undefined) return { fault: { path, reason: fault } };
      const document = await this.files.look(path);
      if (isRefusal(document)) {
        this.links.refuse(path, REFUSALS[document]);
        return { refused: { path, refusal: document } };
      }
      this.links.add(path, document);
      const { hash, tags, visibility, isHeldBack, own } = document;
      const assets = [...own.assets.values()];
      return { local: { path, hash, tags, visibility, isHeldBack, assets } };
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      return { fault: { path, reason: error.message } };
    }
  }
}

/** A push of this directory could have made the document: it has the path of a file that is not left out. */
function isOurs(path: string, filter: PathFilter): boolean {
  const isFile = contentTypeOf(path) !== undefined && filter.takesFile(path);
  return isFile && foldersOf(path).every((each) => filter.takesFolder(each));
}

function byPath(a: RemoteDocument, b: RemoteDocument): number {
  return a.path < b.path ? -1 : 1;
}
