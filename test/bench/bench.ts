import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freshFolder } from '../../scripts/stack/run-folder.js';
import { projectRoot } from '../../scripts/stack/project-root.js';
import { progressOn } from '../../src/cli/process/progress.js';
import type { ProgressReporter } from '../../src/platform/progress.js';
import { clusterStorageOf } from '../support/modes.js';
import { SeededRandom } from '../support/oracle/seeded-random.js';
import { Corpus, ownerName, type CorpusKind } from './corpus/corpus.js';
import { KNOWN_OWNERS, type CorpusFacts } from './corpus/facts.js';
import { loadCorpus, untilMerged } from './corpus/load-corpus.js';
import { plantLog } from './corpus/plant-log.js';
import { Driver } from './driver/driver.js';
import type { BenchOptions } from './options.js';
import { paceOf, type Pace } from './pace.js';
import { ChildModule } from './support/child-module.js';
import { Cleanup } from './support/cleanup.js';
import { issueKeys } from './support/keys.js';
import { syncFiles } from './support/sync-files.js';
import { startBackends, type BenchBackends } from './support/backends.js';
import { BenchService } from './support/service.js';

export type BenchEnv = Readonly<Record<string, string>>;
export type Mode = 'embedded' | 'cluster';

/** Where a corpus is. */
export type LoadedCorpus = {
  env: BenchEnv;
  corpus: Corpus;
  facts: CorpusFacts;
  /** API keys by owner, of those of whom `facts` knows documents. */
  keys: ReadonlyMap<string, string>;
};

/** `env`: over that of its place. */
type PlacedCorpus = CorpusKind & { mode: Mode; env?: BenchEnv };

/** The rest has the owner beside whom the others are. */
const LARGE_SHARE_OF_WORDS = 0.9;
const OWNERS = Array.from({ length: KNOWN_OWNERS }, (_, number) => ownerName(number));

/** What the cases share: how they are to measure, and what takes long to make. */
export class Bench {
  readonly options: BenchOptions;
  readonly pace: Pace;
  readonly progress: ProgressReporter = progressOn(process.stderr);
  readonly driver: Driver;
  /** The driver's greatest share of a CPU in all runs. */
  busiest = 0;
  readonly #cleanup = new Cleanup();
  readonly #stopping = new AbortController();
  readonly #made = new Map<string, Promise<unknown>>();

  constructor(options: BenchOptions) {
    this.options = options;
    this.pace = paceOf(options);
    this.driver = new Driver();
    this.#cleanup.add(() => this.driver.stop());
  }

  /** The same choices for the same seed, whatever other cases there are. */
  random(name: string): SeededRandom {
    let seed = this.options.seed;
    for (const character of name) seed = (Math.imul(seed, 31) + character.charCodeAt(0)) | 0;
    return new SeededRandom(seed);
  }

  /** Makes something that more than one case needs, once. */
  once<T>(name: string, make: () => Promise<T>): Promise<T> {
    let made = this.#made.get(name) as Promise<T> | undefined;
    if (!made) this.#made.set(name, (made = make()));
    return made;
  }

  backends(): Promise<BenchBackends> {
    return this.once('backends', async () => {
      const backends = await startBackends(
        this.options.nodes,
        (line) => this.progress.note(line),
        this.#stopping.signal,
      );
      this.#cleanup.add(() => backends.stop());
      return backends;
    });
  }

  /** A prefix of its own in the shared backends, with nothing in it. */
  async emptyPlace(): Promise<BenchEnv> {
    const { env } = clusterStorageOf((await this.backends()).env);
    return { ...env, ...this.#settings };
  }

  /** On a real disk: a temporary folder in memory would make every sync one that costs nothing. */
  async emptyFolder(): Promise<BenchEnv> {
    const folder = await freshFolder(join(projectRoot(), '.stack/bench'));
    this.#cleanup.add(() => rm(folder, { recursive: true, force: true }));
    return { MODE: 'embedded', DATA_DIR: folder };
  }

  emptyOf(mode: Mode): Promise<BenchEnv> {
    return mode === 'embedded' ? this.emptyFolder() : this.emptyPlace();
  }

  corpus(size: number, largeShare?: number): Promise<LoadedCorpus> {
    return this.#corpus(size, { mode: 'cluster', largeShare });
  }

  /** One for all cases that only search in the corpus: when it is warm, it is so for all of them. */
  corpusService(size: number): Promise<BenchService> {
    return this.once(`service over ${size}`, async () => this.serve((await this.corpus(size)).env));
  }

  embeddedCorpus(size: number, largeShare?: number): Promise<LoadedCorpus> {
    return this.#corpus(size, { mode: 'embedded', largeShare });
  }

  /** A varied one. `fullText`: the setting with which it was made and is to be served. */
  wordCorpus(mode: Mode, size: number, fullText: 'on' | 'off'): Promise<LoadedCorpus> {
    const env = { FULL_TEXT: fullText };
    return this.#corpus(size, { mode, env, isVaried: true, largeShare: LARGE_SHARE_OF_WORDS });
  }

  /** The log of a corpus, without an index. */
  log(size: number): Promise<BenchEnv> {
    return this.once(`log ${size}`, async () => {
      const env = await this.emptyPlace();
      await plantLog({ env, corpus: new Corpus(size, this.options.seed), progress: this.progress });
      return env;
    });
  }

  /** Stopped in the end, if not earlier. */
  async serve(env: BenchEnv, program?: URL): Promise<BenchService> {
    const { serviceLog: logFile, profiles } = this.options;
    const service = await BenchService.start({ env, logFile, profiles, ...(program && { program }) });
    this.#cleanup.add(() => service.stop());
    return service;
  }

  child(module: URL, env?: BenchEnv): ChildModule {
    const child = new ChildModule(module, env);
    this.#cleanup.add(() => child.stop());
    return child;
  }

  /** For what a case started by other means than those above. Gives a function that stops it earlier. */
  atEnd(stop: () => Promise<void>): () => Promise<void> {
    return this.#cleanup.add(stop);
  }

  get isClosed(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Ends everything that was started; what is under way fails. */
  async close(): Promise<void> {
    this.#stopping.abort(new Error('the bench is over'));
    this.progress.stop();
    // The function that starts backends stops them, too, if it is cut off.
    await this.#made.get('backends')?.catch(() => undefined);
    await this.#cleanup.all();
  }

  #corpus(size: number, placed: PlacedCorpus): Promise<LoadedCorpus> {
    return this.once(`corpus ${size} ${JSON.stringify(placed)}`, async () => {
      const { mode, ...kind } = placed;
      const env = { ...(await this.emptyOf(mode)), ...placed.env };
      const corpus = new Corpus(size, this.options.seed, kind);
      const facts = await loadCorpus({ env, corpus, progress: this.progress });
      const loaded = { env, corpus, facts, keys: await issueKeys(env, OWNERS) };
      if (mode === 'embedded') await syncFiles(env['DATA_DIR'] as string);
      else await untilMerged(env['OPENSEARCH_URL'] as string, env['INDEX_PREFIX'] as string, placed.isVaried);
      return loaded;
    });
  }

  get #settings(): BenchEnv {
    const { workers, shards } = this.options;
    return { INDEX_SHARDS: String(shards), WORKERS: String(workers) };
  }
}
