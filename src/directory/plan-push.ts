import type { FileDocument } from './file-document.js';
import type { RemoteDocument } from './remote-documents.js';

export type LocalDocument = { path: string } & Pick<FileDocument, 'hash' | 'hashOfFile' | 'visibility'>;

export type OnConflict = 'fail' | 'skip' | 'overwrite';

export type PushStep =
  | { action: 'create'; local: LocalDocument }
  | { action: 'update'; local: LocalDocument; remote: RemoteDocument }
  | { action: 'unchanged'; local: LocalDocument; remote: RemoteDocument }
  | { action: 'delete'; remote: RemoteDocument }
  /** `local`: undefined where the file is gone. */
  | { action: 'conflict'; local: LocalDocument | undefined; remote: RemoteDocument };

export type PushSight = {
  /** By path, sorted. */
  locals: readonly LocalDocument[];
  remotes: ReadonlyMap<string, RemoteDocument>;
  /** Whether the document has content that this directory never had. */
  isForeign(path: string, hash: string | null): boolean;
  /** Whether the file is as a pull of this content wrote it. */
  isPulled(path: string, hashes: { remote: string | null; file: string }): boolean;
  /** Whether a document without a file may be deleted: false for files that are left out or cannot be read. */
  isDeletable(path: string): boolean;
};

/** What makes Quire's documents those of the directory. */
export function planPush(sight: PushSight, onConflict: OnConflict): PushStep[] {
  const steps = sight.locals.map((local) => stepFor(sight, local, onConflict));
  const paths = new Set(sight.locals.map(({ path }) => path));
  for (const remote of [...sight.remotes.values()].sort(byPath)) {
    if (paths.has(remote.path) || !sight.isDeletable(remote.path)) continue;
    const isConflict = onConflict !== 'overwrite' && sight.isForeign(remote.path, remote.hash);
    steps.push(isConflict ? { action: 'conflict', local: undefined, remote } : { action: 'delete', remote });
  }
  return steps;
}

function stepFor(sight: PushSight, local: LocalDocument, onConflict: OnConflict): PushStep {
  const remote = sight.remotes.get(local.path);
  if (remote === undefined) return { action: 'create', local };
  const isContentEqual =
    remote.hash === local.hash || sight.isPulled(local.path, { remote: remote.hash, file: local.hash });
  const isShownSo = local.visibility === null || local.visibility === remote.visibility;
  if (isContentEqual && isShownSo) return { action: 'unchanged', local, remote };
  const isForeign = !isContentEqual && sight.isForeign(local.path, remote.hash);
  if (isForeign && onConflict !== 'overwrite') return { action: 'conflict', local, remote };
  return { action: 'update', local, remote };
}

function byPath(a: RemoteDocument, b: RemoteDocument): number {
  return a.path < b.path ? -1 : 1;
}
