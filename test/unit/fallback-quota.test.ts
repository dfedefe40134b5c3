import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { MemoryCounters } from '../../src/adapters/memory/memory-counters.js';
import { FallbackCounters } from '../../src/adapters/decorators/fallback-counters.js';
import { UnavailableError } from '../../src/domain/errors.js';
import type { CounterStore } from '../../src/ports/counter-store.js';
import type { QuotaReading, QuotaReservation, ReservationOutcome, Uncounted } from '../../src/ports/month-counts.js';
import { newUnit } from '../contract/counters-helpers.js';
import { cuttable, type Cuttable } from '../support/cuttable.js';
import { until } from '../support/until.js';

const ANN = { owner: 'ann', month: '2031-07' };
const BOB = { owner: 'bob', month: '2031-07' };
const LIMIT = 1_000;
/** How long a create may take: longer than a test, or so short that a second count can be waited for. */
const SETTLE_MS = 10_000;
const SHORT_MS = 400;
const CAPACITY = 20;

/** What all processes share: the documents of the index, and the store of counters. */
class World {
  readonly documents = new Map<string, QuotaReservation>();
  readonly shared: MemoryCounters;
  readonly settleMs: number;

  constructor(settleMs: number) {
    this.settleMs = settleMs;
    this.shared = new MemoryCounters({ settleMs, capacity: CAPACITY });
  }

  /** Documents of ann's. */
  get truth(): number {
    return [...this.documents.values()].filter(({ owner }) => owner === ANN.owner).length;
  }

  process(): Process {
    return new Process(this);
  }
}

/** A process of the service, as far as quotas go. */
class Process {
  readonly store: Cuttable;
  readonly counters: FallbackCounters;
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
    this.store = cuttable(world.shared);
    const local = new MemoryCounters({ settleMs: world.settleMs });
    this.counters = new FallbackCounters(this.store.line, local, () => undefined);
  }

  async create(): Promise<void> {
    await this.finish(await this.begin());
  }

  /** Takes the unit of a create. */
  async begin(unit = newUnit(ANN)): Promise<QuotaReservation> {
    const { outcome } = await this.#known(unit, () => this.counters.reserveQuota(unit, LIMIT));
    expect(outcome).to.equal('reserved');
    return unit;
  }

  /** Its document is in the index from now on. */
  async finish(unit: QuotaReservation): Promise<void> {
    this.#world.documents.set(unit.documentId, unit);
    await this.counters.bumpEpoch(unit.owner, 'unknown', { created: unit }).catch((error: unknown) => {
      expect(error).to.be.instanceOf(UnavailableError);
    });
  }

  async used(month = ANN): Promise<number> {
    return (await this.#known(month, () => this.counters.readQuota(month))).used;
  }

  /** Whether a first try fails decides how long an outage is. */
  async loseStore({ isLong }: { isLong: boolean }): Promise<void> {
    this.store.cut();
    await this.counters.admitAddress('viewer', '192.0.2.1', 1);
    if (!isLong) return;
    const before = this.store.calls;
    await until(async () => {
      await this.counters.admitAddress('viewer', '192.0.2.1', 1);
      return this.store.calls > before;
    });
  }

  async findStore(): Promise<void> {
    this.store.reconnect();
    await until(
      async () => (await this.counters.admit('somebody', { perMinute: LIMIT, perDay: LIMIT })).epoch !== undefined,
    );
  }

  async #known<T extends ReservationOutcome | QuotaReading>(
    { owner, month }: { owner: string; month: string },
    ask: () => Promise<T>,
  ): Promise<Exclude<T, Uncounted>> {
    for (;;) {
      const answer = await ask();
      if (answer.outcome !== 'uncounted') return answer as Exclude<T, Uncounted>;
      const { round } = answer;
      const others = [...this.#world.documents.values()].filter(
        (unit) => unit.owner === owner && unit.month === month && !round.underWay.includes(unit.documentId),
      );
      await this.counters.seedQuota({ owner, month }, round, others.length);
    }
  }
}

describe('FallbackCounters: quotas', () => {
  let world: World;
  let one: Process;
  let two: Process;
  beforeEach(() => begin(SETTLE_MS));

  async function begin(settleMs: number): Promise<void> {
    world = new World(settleMs);
    [one, two] = [world.process(), world.process()];
    for (const process of [one, two]) for (let n = 0; n < 5; n++) await process.create();
    expect([await one.used(), await two.used()]).to.deep.equal([10, 10]);
  }

  const known = async (counters: CounterStore, month = ANN) => (await counters.readQuota(month)).outcome === 'known';

  it('are checked by what the process knows while the store is down', async () => {
    await one.loseStore({ isLong: false });
    for (let n = 0; n < 3; n++) await one.create();
    expect(await one.used()).to.equal(13);
    const last = await one.counters.reserveQuota(newUnit(ANN), 13);
    expect(last).to.deep.equal({ outcome: 'exhausted', used: 13 });
  });

  for (const isLong of [false, true]) {
    it(`countAnew: are exact before the next create of any process, after ${isLong ? 'a long outage' : 'one slow answer'}`, async () => {
      await one.loseStore({ isLong });
      for (let n = 0; n < 3; n++) await one.create();
      await one.findStore();
      await one.create();
      expect([await one.used(), await two.used(), world.truth]).to.deep.equal([14, 14, 14]);
    });
  }

  it('are told before the first question of the owner, also where that is what finds the store again', async () => {
    await one.loseStore({ isLong: false });
    for (let n = 0; n < 3; n++) await one.create();
    one.store.reconnect();
    await until(async () => {
      expect(await one.used()).to.equal(13);
      return await world.shared.readQuota(ANN).then((reading) => reading.outcome === 'known' && reading.used === 13);
    });
  });

  it('countAnew: are exact where a process died in a long outage that others met, too', async () => {
    await one.loseStore({ isLong: true });
    await two.loseStore({ isLong: true });
    for (let n = 0; n < 3; n++) await one.create();
    await two.findStore();
    await two.create();
    expect([await two.used(), world.truth]).to.deep.equal([14, 14]);
  });

  it('countAnew: are exact from the start of a process on, where one died in an outage that nobody else met', async () => {
    await one.loseStore({ isLong: false });
    for (let n = 0; n < 3; n++) await one.create();
    const three = world.process();
    await three.create();
    expect([await three.used(), await two.used(), world.truth]).to.deep.equal([14, 14, 14]);
  });

  it('are counted anew for others as soon as a process starts, whatever it is asked', async () => {
    await one.loseStore({ isLong: false });
    for (let n = 0; n < 3; n++) await one.create();
    world.process();
    await until(async () => (await two.used()) === 13);
  });

  it('of others are not counted anew after one slow answer', async () => {
    expect(await two.used(BOB)).to.equal(0);
    await one.loseStore({ isLong: false });
    await one.create();
    await one.findStore();
    expect(await one.used()).to.equal(11);
    expect(await known(world.shared, BOB)).to.equal(true);
    await one.loseStore({ isLong: true });
    await one.findStore();
    expect(await one.used()).to.equal(11);
    expect(await known(world.shared, BOB)).to.equal(false);
  });

  it('count a create once, wherever it began and ended', async () => {
    await begin(SHORT_MS);
    const [before, within, failed, unknown] = [await one.begin(), newUnit(ANN), await one.begin(), newUnit(ANN)];
    await one.loseStore({ isLong: false });
    await one.begin(within);
    await one.begin(unknown);
    await one.finish(before);
    await one.counters.releaseQuota(failed);
    // The store and the process may each lack what the other knows to be under way.
    const inFlight = 4;
    expect(await one.used()).to.be.within(world.truth - inFlight, world.truth + inFlight);
    await one.findStore();
    await one.finish(within);
    expect(world.truth).to.equal(12);
    expect(await one.used()).to.be.within(world.truth - inFlight, world.truth + inFlight);
    await until(async () => (await two.used()) === 12);
  });

  it('are exact after a second count where the store has done what nobody heard of', async () => {
    await begin(SHORT_MS);
    one.store.muffle();
    const units = [];
    for (let n = 0; n < 3; n++) units.push(await one.begin());
    for (const unit of units) await one.finish(unit);
    await one.findStore();
    expect(await one.used()).to.be.at.least(13);
    await until(async () => (await one.used()) === 13 && (await two.used()) === 13);
    await one.create();
    expect(await two.used()).to.equal(14);
  });

  it('are exact after a second count where the store has lost everything while creates were under way', async () => {
    await begin(SHORT_MS);
    const units = [await one.begin(), await two.begin()];
    await loseEverything(world.shared);
    await one.create();
    for (const unit of units) await one.finish(unit);
    expect(await one.used()).to.be.within(11, 15);
    await until(async () => (await one.used()) === 13);
    await one.create();
    expect(await two.used()).to.equal(14);
  });

  it('are told when the process ends in order', async () => {
    await begin(SHORT_MS);
    await one.loseStore({ isLong: false });
    for (let n = 0; n < 3; n++) await one.create();
    one.store.reconnect();
    await until(async () => {
      await one.counters.close();
      return !(await known(world.shared));
    });
    expect(await two.used()).to.equal(13);
  });

  it("of an owner whose name is like another's are apart", async () => {
    expect(await one.used({ owner: `ann ${randomUUID()}`, month: ANN.month })).to.equal(0);
  });
});

/** As a restart does: so many other months push all out. */
async function loseEverything(counters: CounterStore): Promise<void> {
  for (let n = 0; n < CAPACITY; n++) await counters.readQuota({ owner: `other ${n}`, month: ANN.month });
}
