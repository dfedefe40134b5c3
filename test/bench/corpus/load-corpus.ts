import { setTimeout as delay } from 'node:timers/promises';
import type { Storage } from '../../../src/config/config.js';
import { readConfig } from '../../../src/config/read-config.js';
import { headOf, type LivingHead } from '../../../src/domain/head.js';
import { GenerationRecord } from '../../../src/log/generation-record.js';
import { VersionLog } from '../../../src/log/version-log.js';
import { setUp } from '../../../src/operations/prepare-log.js';
import { openBackends, openMaintenance } from '../../../src/server/backends.js';
import type { Entry, IndexAdmin } from '../../../src/ports/index-admin.js';
import { chunksOf } from '../../../src/platform/chunks.js';
import { mapConcurrently } from '../../../src/platform/concurrently.js';
import type { ProgressReporter } from '../../../src/platform/progress.js';
import type { Corpus } from './corpus.js';
import { CorpusFacts } from './facts.js';

const BATCH = 2_000;
const WRITES_AT_ONCE = 2;
const VERSIONS_AT_ONCE = 64;
const QUIET_POLL_MS = 500;
const QUIET_WITHIN_MS = 600_000;

type Loading = { env: Readonly<Record<string, string>>; corpus: Corpus; progress: ProgressReporter };

/**
 * Brings heads and folders of a corpus into a new index, as a rebuild does. Into the log come the versions of a varied
 * corpus whose words are searched: what is found by its title needs none.
 */
export async function loadCorpus({ env, corpus, progress }: Loading): Promise<CorpusFacts> {
  const { storage } = readConfig(env);
  await makeIndex(storage);
  const { store, admin } = await openMaintenance(storage);
  try {
    const current = await admin.current();
    if (!current) throw new Error('no index was made');
    progress.start(`Loading ${corpus.size} heads`, corpus.size);
    await admin.writeIfHigher(
      current.name,
      corpus.folders.map((folder): Entry => ({ kind: 'folder', folder })),
    );
    const log = storage.fullText && corpus.isVaried ? new VersionLog(store) : undefined;
    return await loadHeads(corpus, { log, admin, index: current.name, progress });
  } finally {
    progress.stop();
    await Promise.all([store.close(), admin.close()]);
  }
}

/** As the first start of a service at a place does. */
async function makeIndex(storage: Storage): Promise<void> {
  const { store, index, counters, release } = await openBackends(storage, { limiterMode: () => undefined });
  try {
    await setUp({ store, index, generation: new GenerationRecord(store) });
  } finally {
    await Promise.all([store.close(), index.close(), counters.close()]);
    await release();
  }
}

type Target = { log: VersionLog | undefined; admin: IndexAdmin; index: string; progress: ProgressReporter };

async function loadHeads(corpus: Corpus, { log, admin, index, progress }: Target): Promise<CorpusFacts> {
  const facts = new CorpusFacts();
  const batches = chunksOf(corpus.versions(), BATCH);
  // While one is written the next is made.
  await Promise.all(
    Array.from({ length: WRITES_AT_ONCE }, async () => {
      for (const batch of batches) {
        const entries = batch.map((version) => ({
          kind: 'head' as const,
          head: headOf(version) as LivingHead,
          ...(log && { slot: version }),
        }));
        for (const { head } of entries) facts.note(head);
        if (log) await mapConcurrently(batch, VERSIONS_AT_ONCE, (version) => log.claim(version));
        await admin.writeIfHigher(index, entries);
        progress.advance(batch.length);
      }
    }),
  );
  await admin.refresh(index);
  return facts;
}

/**
 * Waits until OpenSearch has merged what was loaded, so that it does not do it while it is measured. `intoOne`: into
 * one segment, for indexes that are compared. The larger one would have more of them.
 */
export async function untilMerged(openSearchUrl: string, alias: string, intoOne = false): Promise<void> {
  const ask = async (method: string, path: string) =>
    (await fetch(`${openSearchUrl}/${alias},${alias}-words-*/${path}`, { method })).json() as Promise<MergeStats>;
  await ask('POST', '_flush');
  // An answer may take longer than this client waits. The merge goes on.
  if (intoOne) await ask('POST', '_forcemerge?max_num_segments=1').catch(() => undefined);
  for (const giveUpAt = performance.now() + QUIET_WITHIN_MS; performance.now() < giveUpAt; await delay(QUIET_POLL_MS)) {
    if ((await ask('GET', '_stats/merge'))._all?.total.merges.current === 0) return;
  }
}

type MergeStats = { _all?: { total: { merges: { current: number } } } };
