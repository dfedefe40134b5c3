import { Fleet } from '../support/fleet/fleet.js';
import { issueKey } from '../support/issue-key.js';
import { auditAgain, auditWorld } from '../support/load/audit.js';
import { Caller, type CallTraffic } from '../support/load/caller.js';
import { CREATES, MIXED_LOAD, type WorkloadOperation } from '../support/load/operations.js';
import type { WorkerContext } from '../support/load/worker-context.js';
import { Load, newHand } from '../support/load/load.js';
import type { Reader } from '../support/load/reads.js';
import type { TestStorage } from '../support/modes.js';
import type { OwnRedis } from '../support/own-redis.js';
import { SeededRandom } from '../support/oracle/seeded-random.js';
import { World } from '../support/oracle/world.js';
import { Disturber } from './disturber.js';
import { checkFinalQuotas } from './final-quota.js';
import { runHostilePhase, type HostileFigures } from './hostile-phase.js';

export type SoakFigures = {
  worlds: number;
  documents: number;
  /** Sent, and those of them that were acknowledged. */
  writes: number;
  acknowledged: number;
  /** Answers held against what is known, at once and at the audits. */
  checked: number;
  traffic: CallTraffic;
  disturbances: Readonly<Record<string, number>>;
  /** Empty until it was measured. */
  hostile: HostileFigures;
  faults: readonly string[];
};

export type SoakOptions = {
  seconds: number;
  /** Before that, beside hostile ones: so many in calm times, and as many attacked; 0: none. */
  hostileSeconds: number;
  seed: number;
  /** What the place's REDIS_URL leads to, where nobody else uses it. */
  redis?: OwnRedis | undefined;
  /** The only disturbance; undefined: every one that the mode has. */
  only: string | undefined;
  onFault: ((fault: string) => void) | undefined;
  /** What the disturbances do. */
  onEvent: ((event: string) => void) | undefined;
  /** Called once a second. */
  onProgress: ((figures: SoakFigures) => void) | undefined;
};

/**
 * Workers of each of the worlds at a time; while one is audited there is load in another. One who works alone finds
 * what is stale: where many write, somebody's next write makes it fresh again.
 */
const SEATS: readonly Seat[] = [1, 6].map((workers) => ({ workers, weights: MIXED_LOAD, worldMs: 15_000 }));
/**
 * Who does nothing but create and delete. His month outlives the counts that a first count is followed by within a
 * write deadline or two: those would repair what an outage did to it.
 */
const COUNTED_SEAT: Seat = { workers: 1, weights: CREATES, worldMs: 180_000, everyMs: 200 };
/** For an answer at an audit, which disturbances do not spare. */
const PATIENCE_MS = 120_000;

/** `everyMs`: between two things that are done; undefined: as fast as it goes. */
type Seat = {
  workers: number;
  weights: Readonly<Record<WorkloadOperation, number>>;
  worldMs: number;
  everyMs?: number;
};

/** Load, disturbances and verdict side by side; in the end everything is looked at once more in peace. */
export class SoakRun {
  readonly #options: SoakOptions;
  readonly #random: SeededRandom;
  readonly #fleet: Fleet;
  readonly #workers: WorkerContext[] = [];
  readonly #faults: string[] = [];
  readonly #traffic: CallTraffic = { answered: 0, unavailable: 0, cut: 0 };
  readonly #disturber: Disturber;
  #endsAt = Infinity;
  #hostile: HostileFigures = {};

  constructor(storage: TestStorage, options: SoakOptions) {
    this.#options = options;
    this.#random = new SeededRandom(options.seed);
    this.#fleet = new Fleet(storage, this.#random.fork());
    this.#disturber = new Disturber(
      {
        mode: storage.mode,
        fleet: this.#fleet,
        random: this.#random.fork(),
        blame: this.#blame,
        redis: options.redis,
        tell: (event) => options.onEvent?.(event),
      },
      options.only,
    );
  }

  async run(): Promise<SoakFigures> {
    const ticking = setInterval(() => this.#options.onProgress?.(this.figures), 1_000);
    try {
      await this.#fleet.start();
      const seconds = this.#options.hostileSeconds;
      if (seconds > 0) this.#hostile = await runHostilePhase({ fleet: this.#fleet, seconds, blame: this.#blame });
      this.#endsAt = performance.now() + this.#options.seconds * 1_000;
      const seats = [...SEATS, COUNTED_SEAT].map((seat) => this.#occupy(seat, this.#random.fork()));
      await Promise.all([this.#disturber.run(() => this.#isOver), ...seats]);
      for (const worker of this.#workers) await auditAgain(worker, readerOf(worker));
      await checkFinalQuotas(this.#workers, this.#fleet.all());
    } catch (error) {
      this.#blame(String((error as Error).stack));
    } finally {
      this.#endsAt = 0;
      clearInterval(ticking);
      await this.#fleet.stop();
    }
    return this.figures;
  }

  get figures(): SoakFigures {
    const documents = this.#workers.flatMap(({ world }) => world.documents);
    const writes = documents.flatMap((record) => record.writes);
    return {
      worlds: this.#workers.length,
      documents: documents.length,
      writes: writes.length,
      acknowledged: writes.filter(({ outcome }) => outcome === 'acknowledged').length,
      checked: this.#workers.reduce((sum, { world }) => sum + world.checked, 0),
      traffic: this.#traffic,
      disturbances: this.#disturber.counts,
      hostile: this.#hostile,
      faults: this.#faults,
    };
  }

  get #isOver(): boolean {
    return performance.now() > this.#endsAt;
  }

  readonly #blame = (fault: string): void => {
    this.#faults.push(fault);
    this.#options.onFault?.(fault);
  };

  /** One world after another: load for a while, then the audit. */
  async #occupy({ workers, weights, worldMs, everyMs }: Seat, random: SeededRandom): Promise<void> {
    while (!this.#isOver) {
      const worker = await this.#newWorker(random.below(2 ** 32));
      this.#workers.push(worker);
      const load = new Load(worker, weights);
      const pacing = everyMs === undefined ? undefined : setInterval(() => load.limit(1), everyMs);
      load.start(workers);
      const left = Math.max(0, this.#endsAt - performance.now());
      await new Promise((resolve) => {
        setTimeout(resolve, Math.min(worldMs, left));
      });
      clearInterval(pacing);
      await load.stop();
      await auditWorld(worker, [readerOf(worker)]);
    }
  }

  async #newWorker(seed: number): Promise<WorkerContext> {
    const key = await issueKey(this.#fleet.env);
    const caller = new Caller(this.#fleet, key, { traffic: this.#traffic, blame: this.#blame });
    await untilMet(caller);
    const world = new World(this.#blame);
    return newHand({ world, caller, seed });
  }
}

function readerOf({ caller }: WorkerContext): Reader {
  return (call) => caller.insist(call, { forMs: PATIENCE_MS });
}

/** After the strangers' flood the address is over its limit: a key that nobody has met may have to come again. */
async function untilMet(caller: Caller): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  while ((await caller.insist({ method: 'GET', path: '/v1/folders' }, { forMs: PATIENCE_MS })).status === 429) {
    if (performance.now() > giveUpAt) throw new Error('a new key is not let in');
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
  }
}
