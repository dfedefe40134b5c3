import type { FileDocument } from './files/file-document.js';
import type { LocalAsset } from './files/local-assets.js';
import type { SyncBase } from './sync-base.js';
import type { RemoteDocument } from './remote-documents.js';

export type LocalDocument = { path: string; assets: readonly LocalAsset[] } & Pick<
  FileDocument,
  'hash' | 'tags' | 'visibility' | 'isHeldBack'
>;

export type OnConflict = 'fail' | 'skip' | 'overwrite';

/** What becomes of the document of a file. */
export type FileStep =
  | { action: 'create'; local: LocalDocument }
  | { action: 'update'; local: LocalDocument; remote: RemoteDocument }
  | { action: 'unchanged'; local: LocalDocument; remote: RemoteDocument }
  | { action: 'conflict'; local: LocalDocument; remote: RemoteDocument };

/**
 * What becomes of a document without a file. `skip`: the directory never had it. `isDraft`: its file is there, and is a
 * draft.
 */
export type GoneStep = GoneAction & { isDraft: boolean };
type GoneAction =
  | { action: 'delete'; remote: RemoteDocument }
  | { action: 'skip'; remote: RemoteDocument }
  | { action: 'conflict'; local: undefined; remote: RemoteDocument };

export type PushStep = FileStep | GoneStep;

export type WriteStep = Extract<FileStep, { action: 'create' | 'update' }>;

export function isWrite(step: FileStep): step is WriteStep {
  return step.action === 'create' || step.action === 'update';
}

export type PushState = {
  remotes: ReadonlyMap<string, RemoteDocument>;
  known: Pick<SyncBase, 'isForeign' | 'isOfOthers' | 'isPulled'>;
  onConflict: OnConflict;
};

export function stepOfFile({ remotes, known, onConflict }: PushState, local: LocalDocument): FileStep {
  const remote = remotes.get(local.path);
  if (remote === undefined) return { action: 'create', local };
  const isContentEqual =
    (remote.hash === local.hash && hasTags(remote, local)) ||
    known.isPulled(local.path, { remote: remote.hash, file: local.hash });
  const isShownSo = local.visibility === null || local.visibility === remote.visibility;
  if (isContentEqual && isShownSo) return { action: 'unchanged', local, remote };
  const isForeign = !isContentEqual && remote.hash !== local.hash && known.isForeign(local.path, remote.hash);
  if (isForeign && onConflict !== 'overwrite') return { action: 'conflict', local, remote };
  return { action: 'update', local, remote };
}

/** Whether the document has the tags of the options. Its bytes do not say. Others may be of another push: they stay. */
export function hasTags({ tags }: Pick<RemoteDocument, 'tags'>, local: Pick<FileDocument, 'tags'>): boolean {
  return local.tags.every((tag) => tags.includes(tag));
}

export function goneStep({ known, onConflict }: PushState, remote: RemoteDocument): GoneAction {
  if (onConflict === 'overwrite') return { action: 'delete', remote };
  if (known.isOfOthers(remote.path)) return { action: 'skip', remote };
  const isConflict = known.isForeign(remote.path, remote.hash);
  return isConflict ? { action: 'conflict', local: undefined, remote } : { action: 'delete', remote };
}
