import { LRUCache } from 'lru-cache';
import { nextRun } from '../platform/next-run.js';
import type { Epoch, EpochReading } from '../ports/counters.js';
import type { DocumentIndex } from '../ports/document-index.js';

const OWNERS_ON_RECORD = 100_000;
/** Documents that a search reads by id and merges into its results; with more, a refresh costs less. */
const MOST_UNREFRESHED = 32;
/** With more, refresh sooner: before the documents are too many, or the store has forgotten some steps. */
const FEW_UNREFRESHED = MOST_UNREFRESHED / 2;
const FEW_STEPS = 64;
/** Between background refreshes: each costs the index as much as ten searches, a merged document hardly anything. */
const PAUSE_MS = { few: 2_000, many: 250 };

/** Read your writes in search without a refresh per write: writers bump an epoch, which searches read first. */
export class Freshness {
  readonly #index: Pick<DocumentIndex, 'refresh'>;
  readonly #onRefresh: () => void;
  readonly #pauseMs: typeof PAUSE_MS;
  readonly #covered = new LRUCache<string, Epoch>({ max: OWNERS_ON_RECORD });
  #behind = new Map<string, Epoch>();
  #begunAt = -Infinity;
  #later: { at: number; timer: NodeJS.Timeout } | undefined;
  /** Joins the next refresh to begin: a running one may have begun before the caller's write (rule joinNextRefresh). */
  readonly refresh = nextRun(() => this.#refresh());

  constructor(index: Pick<DocumentIndex, 'refresh'>, onRefresh: () => void = () => undefined, pauseMs = PAUSE_MS) {
    this.#index = index;
    this.#onRefresh = onRefresh;
    this.#pauseMs = pauseMs;
  }

  coveredBy(owner: string): Epoch | undefined {
    return this.#covered.get(owner);
  }

  /** Ids of documents to read in real time. `reading`: made before this call, with the changes since `coveredBy`. */
  async unrefreshed(owner: string, reading: EpochReading | undefined): Promise<readonly string[]> {
    const unrefreshed = reading && this.#unrefreshedOf(owner, reading);
    if (!unrefreshed) await this.ensure(owner, reading?.epoch);
    else if (unrefreshed.length > 0) {
      const isMuch = unrefreshed.length > FEW_UNREFRESHED || (reading.changes?.length ?? 0) > FEW_STEPS;
      this.#refreshLater(owner, reading.epoch, isMuch ? this.#pauseMs.many : this.#pauseMs.few);
    }
    return unrefreshed ?? [];
  }

  /** `epoch` must have been read before this call; undefined: unknown, so nothing is known to be fresh. */
  async ensure(owner: string, epoch: Epoch | undefined): Promise<void> {
    if (epoch && this.#covers(owner, epoch)) return;
    await this.refresh();
    // Record the epoch read before the refresh, never a newer one (rule epochBeforeRefresh).
    if (epoch) this.#record(owner, epoch);
  }

  #refresh(): Promise<void> {
    clearTimeout(this.#later?.timer);
    this.#later = undefined;
    this.#begunAt = performance.now();
    this.#onRefresh();
    const behind = this.#behind;
    this.#behind = new Map();
    return this.#index.refresh().then(() => {
      for (const [owner, epoch] of behind) this.#record(owner, epoch);
    });
  }

  /** No request waits for it, as searches merge the writes meanwhile. After a failure the next search asks again. */
  #refreshLater(owner: string, epoch: Epoch, pauseMs: number): void {
    const behind = this.#behind.get(owner);
    if (behind?.incarnation !== epoch.incarnation || behind.sequence < epoch.sequence) this.#behind.set(owner, epoch);
    const at = this.#begunAt + pauseMs;
    if (this.#later && this.#later.at <= at) return;
    clearTimeout(this.#later?.timer);
    const begin = () => {
      this.refresh().catch(() => undefined);
    };
    this.#later = { at, timer: setTimeout(begin, Math.max(0, at - performance.now())).unref() };
  }

  #unrefreshedOf(owner: string, { epoch, changes }: EpochReading): string[] | undefined {
    if (this.#covers(owner, epoch)) return [];
    if (!changes || changes.includes('unknown')) return undefined;
    const unrefreshed = [...new Set(changes.flatMap((change) => (typeof change === 'string' ? [] : change.document)))];
    return unrefreshed.length > MOST_UNREFRESHED ? undefined : unrefreshed;
  }

  #covers(owner: string, epoch: Epoch): boolean {
    const covered = this.#covered.get(owner);
    return covered?.incarnation === epoch.incarnation && covered.sequence >= epoch.sequence;
  }

  #record(owner: string, epoch: Epoch): void {
    if (!this.#covers(owner, epoch)) this.#covered.set(owner, epoch);
  }
}
