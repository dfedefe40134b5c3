import { setTimeout as delay } from 'node:timers/promises';
import { readConfig } from '../../../src/config/read-config.js';
import { headOf, type LivingHead } from '../../../src/domain/head.js';
import { openRebuild } from '../../../src/parts.js';
import type { Entry, IndexRebuild } from '../../../src/ports/index-rebuild.js';
import type { Progress } from '../../../src/rebuild/progress.js';
import { Service } from '../support/service.js';
import type { Corpus } from './corpus.js';
import { CorpusFacts } from './facts.js';

const BATCH = 2_000;
const QUIET_POLL_MS = 500;
const QUIET_WITHIN_MS = 120_000;

type Loading = { env: Readonly<Record<string, string>>; corpus: Corpus; progress: Progress };

/**
 * Brings heads and folders of a corpus into a new index, as a rebuild does, and nothing into the log: what only is
 * searched needs no version.
 */
export async function loadCorpus({ env, corpus, progress }: Loading): Promise<CorpusFacts> {
  // The first start of a service at a place makes the index.
  await (await Service.start({ env })).stop();
  const { store, rebuild } = await openRebuild(readConfig(env).storage);
  try {
    const current = await rebuild.current();
    if (!current) throw new Error('the service has made no index');
    progress.start(`Loading ${corpus.size} heads`, corpus.size);
    await rebuild.writeIfHigher(current.name, corpus.folders.map((folder): Entry => ({ kind: 'folder', folder })));
    return await loadHeads(corpus, { rebuild, index: current.name, progress });
  } finally {
    progress.stop();
    await Promise.all([store.close(), rebuild.close()]);
  }
}

type Target = { rebuild: IndexRebuild; index: string; progress: Progress };

async function loadHeads(corpus: Corpus, { rebuild, index, progress }: Target): Promise<CorpusFacts> {
  const facts = new CorpusFacts();
  let batch: Entry[] = [];
  const write = async () => {
    await rebuild.writeIfHigher(index, batch);
    progress.advance(batch.length);
    batch = [];
  };
  for (const version of corpus.versions()) {
    const head = headOf(version) as LivingHead;
    facts.note(head);
    if (batch.push({ kind: 'head', head }) === BATCH) await write();
  }
  await write();
  await rebuild.refresh(index);
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
