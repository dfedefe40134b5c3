import { setTimeout as delay } from 'node:timers/promises';
import type { Storage } from '../../../src/config/config.js';
import { readConfig } from '../../../src/config/read-config.js';
import { headOf, type LivingHead } from '../../../src/domain/head.js';
import { GenerationRecord } from '../../../src/log/generation-record.js';
import { setUp } from '../../../src/operations/prepare-log.js';
import { openBackends, openMaintenance } from '../../../src/server/backends.js';
import type { Entry, IndexAdmin } from '../../../src/ports/index-admin.js';
import { chunksOf } from '../../../src/platform/chunks.js';
import type { ProgressReporter } from '../../../src/platform/progress.js';
import type { Corpus } from './corpus.js';
import { CorpusFacts } from './facts.js';

const BATCH = 2_000;
const WRITES_AT_ONCE = 2;
const QUIET_POLL_MS = 500;
const QUIET_WITHIN_MS = 120_000;

type Loading = { env: Readonly<Record<string, string>>; corpus: Corpus; progress: ProgressReporter };

/**
 * Brings heads and folders of a corpus into a new index, as a rebuild does, and nothing into the log: what only is
 * searched needs no version.
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
    return await loadHeads(corpus, { admin, index: current.name, progress });
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

type Target = { admin: IndexAdmin; index: string; progress: ProgressReporter };

async function loadHeads(corpus: Corpus, { admin, index, progress }: Target): Promise<CorpusFacts> {
  const facts = new CorpusFacts();
  const batches = chunksOf(corpus.versions(), BATCH);
  // While one is written the next is made.
  await Promise.all(
    Array.from({ length: WRITES_AT_ONCE }, async () => {
      for (const batch of batches) {
        const heads = batch.map((version) => headOf(version) as LivingHead);
        for (const head of heads) facts.note(head);
        await admin.writeIfHigher(
          index,
          heads.map((head): Entry => ({ kind: 'head', head })),
        );
        progress.advance(batch.length);
      }
    }),
  );
  await admin.refresh(index);
  return facts;
}

/** Waits until OpenSearch has merged what was loaded, so that it does not do it while it is measured. */
export async function untilMerged(openSearchUrl: string, alias: string): Promise<void> {
  const ask = async (method: string, path: string) =>
    (await fetch(`${openSearchUrl}/${alias}/${path}`, { method })).json() as Promise<MergeStats>;
  await ask('POST', '_flush');
  for (const giveUpAt = performance.now() + QUIET_WITHIN_MS; performance.now() < giveUpAt; await delay(QUIET_POLL_MS)) {
    if ((await ask('GET', '_stats/merge'))._all?.total.merges.current === 0) return;
  }
}

type MergeStats = { _all?: { total: { merges: { current: number } } } };
