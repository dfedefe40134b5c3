import type { GenerationRecord } from '../log/generation-record.js';
import type { LeaseRecords } from '../log/lease-records.js';
import type { IndexRebuild } from '../ports/index-rebuild.js';
import type { ObjectStore } from '../ports/object-store.js';
import { STATE_NAME, type RebuildState } from './job.js';
import { judgeIndex, type OldIndex } from './judge-index.js';
import type { Progress } from './progress.js';
import { findForeignKeys, scanDocuments, scanFolders } from './scan-log.js';
import { shareOfIds } from './share-of-ids.js';
import { Strange, type StrangeReport } from './strange.js';

export type Survey = OldIndex & { documents: number; versions: number; folders: number; strange: StrangeReport };

type Place = { store: ObjectStore; rebuild: IndexRebuild; generations: GenerationRecord };

/** What a rebuild would do, by the keys of the log alone: nothing is read, and nothing written. */
export async function survey(place: Place, progress: Progress, stop: AbortSignal): Promise<Survey> {
  const { store, rebuild, generations } = place;
  const strange = new Strange();
  const old = await judgeIndex(rebuild, generations);
  const counts = { documents: 0, versions: 0, folders: 0 };
  progress.start('Listing documents');
  for await (const { id, slots } of scanDocuments({ store, strange })) {
    stop.throwIfAborted();
    counts.documents++;
    counts.versions += slots;
    progress.advance();
    const share = shareOfIds(id);
    if (share > 0) progress.expect(Math.round(counts.documents / share));
  }
  progress.start('Listing folders');
  for await (const _id of scanFolders({ store, strange })) {
    counts.folders++;
    progress.advance();
  }
  await findForeignKeys({ store, strange });
  return { ...old, ...counts, strange: strange.report() };
}

export type Status = {
  /** The maintenance that has the lease, or had it last; null: there was never one. */
  maintenance: string | null;
  state: 'running or killed' | 'ended' | 'none';
  startedAt: string | null;
  lastSignOfLife: string | null;
  rebuild: Omit<RebuildState, 'position' | 'listedTo'> | null;
};

/** Whether somebody lives is known only by watching: of one that shows no sign of life the last one is told. */
export async function readStatus(leases: LeaseRecords): Promise<Status> {
  const newest = await leases.newest();
  if (!newest) {
    return { maintenance: null, state: 'none', startedAt: null, lastSignOfLife: null, rebuild: null };
  }
  const { maintenance, startedAt, beatAt, releasedAt, progress } = newest.record;
  const state = (progress as Record<string, RebuildState | undefined>)[STATE_NAME];
  return {
    maintenance,
    state: releasedAt === null ? 'running or killed' : 'ended',
    startedAt,
    lastSignOfLife: beatAt,
    rebuild: state ? withoutPositions(state) : null,
  };
}

function withoutPositions(state: RebuildState): Omit<RebuildState, 'position' | 'listedTo'> {
  const { position: _position, listedTo: _listedTo, ...rest } = state;
  return rest;
}
