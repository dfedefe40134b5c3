// Slow: processes are killed and started again.
import { expect } from 'chai';
import type { Answer } from '../../http/client.js';
import { unique } from '../../http/making.js';
import { OwnRedis } from '../../support/own-redis.js';
import { issueKey } from '../../support/issue-key.js';
import { describeModes, type TestStorage } from '../../support/modes.js';
import { SeededRandom } from '../../support/oracle/seeded-random.js';
import { rounds } from '../../support/rounds.js';
import { startServiceProcess, type ServiceProcess } from '../../support/service-process.js';
import { callerAt, SHARED_SETTINGS, type ReplicaCallers } from '../support.js';
import { storm } from './folders.js';
import { replay } from './replayed-tree.js';

const REQUESTS = rounds(800, 10_000);
/** A strike after so many. */
const EACH = 80;
const BODY = { error: { code: 'UNAVAILABLE' } };
const NO_ANSWER = { status: 503, headers: {}, text: '', body: BODY } as unknown as Answer;

describeModes('races: folders under kills', (makeStorage) => {
  let place: Place;
  before(async function () {
    this.timeout(60_000);
    place = await Place.start(await makeStorage());
  });
  after(() => place.stop());

  it('are a tree that every answer agrees with, where processes are killed and Redis is lost', async function () {
    this.timeout(900_000);
    const seed = Date.now() % 2 ** 32;
    const random = new SeededRandom(seed);
    const { owner, callers, env } = place;
    try {
      await storm(callers, {
        ...{ folders: 100, requests: REQUESTS, seed },
        sender: (send) => send().catch(() => place.isWhole.then(() => NO_ANSWER)),
        afterEach: async (requests) => {
          if (requests % EACH === 0) await place.strike(random);
        },
        trees: () => replay(env, owner),
      });
    } catch (error) {
      throw new Error(`with seed ${seed}: ${(error as Error).message}`, { cause: error });
    }
    expect(place.strikes).to.be.at.least(REQUESTS / EACH / 2);
  });
});

/** Two processes, in embedded mode one, and in cluster mode a Redis of their own. */
class Place {
  strikes = 0;
  /** Ends when the process that is being killed has its successor. */
  isWhole: Promise<void> = Promise.resolve();
  readonly owner = `o${unique()}`;
  readonly env: Record<string, string>;
  readonly callers = [] as unknown as ReplicaCallers;
  readonly #storage: TestStorage;
  readonly #redis: OwnRedis | undefined;
  readonly #processes: ServiceProcess[] = [];
  #key = '';
  #isStriking = false;

  static async start(storage: TestStorage): Promise<Place> {
    const place = new Place(storage, storage.mode === 'cluster' ? await OwnRedis.start() : undefined);
    place.#key = await issueKey(place.env, { owner: place.owner });
    for (let at = 0; at < (place.#redis ? 2 : 1); at++) await place.#startAt(at);
    return place;
  }

  private constructor(storage: TestStorage, redis: OwnRedis | undefined) {
    this.#storage = storage;
    this.#redis = redis;
    this.env = { ...storage.env, ...SHARED_SETTINGS, ...(redis && { REDIS_URL: redis.url }) };
  }

  async stop(): Promise<void> {
    await Promise.all(this.#processes.map((process) => process.stop()));
    await this.#redis?.stop();
    await this.#storage.dispose();
  }

  /** Kills a process, or Redis with all that it has, and starts it again. Nothing where another strike is under way. */
  async strike(random: SeededRandom): Promise<void> {
    if (this.#isStriking) return;
    this.#isStriking = true;
    try {
      if (this.#redis && random.chance(0.3)) await this.#loseRedis(this.#redis);
      else await (this.isWhole = this.#replace(random.below(this.#processes.length)));
      this.strikes += 1;
    } finally {
      this.#isStriking = false;
    }
  }

  async #replace(at: number): Promise<void> {
    await this.#processes[at]?.kill();
    await this.#startAt(at);
  }

  async #startAt(at: number): Promise<void> {
    const process = await startServiceProcess(this.env);
    this.#processes[at] = process;
    const caller = callerAt(process, this.#key);
    // In embedded mode both are the same.
    for (const each of this.#redis ? [at] : [0, 1]) this.callers[each] = caller;
  }

  async #loseRedis(redis: OwnRedis): Promise<void> {
    await redis.kill();
    await redis.restart();
  }
}
