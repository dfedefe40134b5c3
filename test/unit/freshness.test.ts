import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { Freshness } from '../../src/consistency/freshness.js';
import type { EpochBump } from '../../src/ports/counters.js';
import { until } from '../support/until.js';

const at = (sequence: number, incarnation = 'a') => ({ incarnation, sequence });

/** An index whose refreshes end when the test says so. */
class SlowIndex {
  readonly #running: { resolve(): void; reject(error: Error): void }[] = [];
  begun = 0;

  refresh(): Promise<void> {
    this.begun++;
    return new Promise((resolve, reject) => {
      this.#running.push({ resolve, reject });
    });
  }

  async end(error?: Error): Promise<void> {
    const refresh = this.#running.shift();
    if (error) refresh?.reject(error);
    else refresh?.resolve();
    await turn();
  }
}

/** Whether it has ended by now. */
function watch(promise: Promise<unknown>): { state: 'waiting' | 'fresh' | 'failed' } {
  const watched: { state: 'waiting' | 'fresh' | 'failed' } = { state: 'waiting' };
  promise.then(
    () => {
      watched.state = 'fresh';
    },
    () => {
      watched.state = 'failed';
    },
  );
  return watched;
}

describe('Freshness', () => {
  let index: SlowIndex;
  let freshness: Freshness;
  beforeEach(() => {
    index = new SlowIndex();
    freshness = new Freshness(index);
  });

  /** Asks, lets what that begins end, and says how many refreshes it took. */
  async function refreshesFor(owner: string, epoch: ReturnType<typeof at> | undefined): Promise<number> {
    const before = index.begun;
    const asked = watch(freshness.ensure(owner, epoch));
    await turn();
    const taken = index.begun - before;
    if (taken > 0) await index.end();
    await turn();
    expect(asked.state).to.equal('fresh');
    return taken;
  }

  it('refreshes once for an epoch, and again for a newer one', async () => {
    expect(await refreshesFor('alice', at(5))).to.equal(1);
    expect(await refreshesFor('alice', at(5))).to.equal(0);
    expect(await refreshesFor('alice', at(4))).to.equal(0);
    expect(await refreshesFor('alice', at(6))).to.equal(1);
  });

  it('joinNextRefresh: joins the next refresh to begin, never the one that is running', async () => {
    const first = watch(freshness.ensure('alice', at(1)));
    await turn();
    expect(index.begun).to.equal(1);
    const second = watch(freshness.ensure('alice', at(2)));
    const third = watch(freshness.ensure('bob', at(1)));
    await turn();
    expect(index.begun).to.equal(1);
    await index.end();
    expect([first.state, second.state, third.state]).to.deep.equal(['fresh', 'waiting', 'waiting']);
    expect(index.begun).to.equal(2);
    await index.end();
    expect([second.state, third.state]).to.deep.equal(['fresh', 'fresh']);
    expect(index.begun).to.equal(2);
  });

  it('epochBeforeRefresh: records the epoch that was read before the refresh, no newer one', async () => {
    const early = freshness.ensure('alice', at(1));
    await turn();
    const late = freshness.ensure('alice', at(3));
    await index.end();
    await early;
    // A refresh that began before epoch 2 was read has ended: it says nothing of epoch 2.
    const between = watch(freshness.ensure('alice', at(2)));
    await turn();
    expect(between.state).to.equal('waiting');
    await index.end();
    await late;
    await index.end();
    expect(between.state).to.equal('fresh');
  });

  it('does not record an epoch before its refresh has ended', async () => {
    const first = watch(freshness.ensure('alice', at(1)));
    await turn();
    const second = watch(freshness.ensure('alice', at(1)));
    await turn();
    expect([first.state, second.state]).to.deep.equal(['waiting', 'waiting']);
    await index.end();
    expect(second.state).to.equal('waiting');
    await index.end();
    expect(second.state).to.equal('fresh');
  });

  it('incarnationInEpoch: knows nothing of another incarnation, however small its sequence', async () => {
    expect(await refreshesFor('alice', at(9))).to.equal(1);
    expect(await refreshesFor('alice', at(0, 'b'))).to.equal(1);
    expect(await refreshesFor('alice', at(0, 'b'))).to.equal(0);
    expect(await refreshesFor('alice', at(5))).to.equal(1);
  });

  it('does not forget a newer epoch for an older one', async () => {
    const newer = freshness.ensure('alice', at(2));
    const older = freshness.ensure('alice', at(1));
    await turn();
    await index.end();
    await Promise.all([newer, older]);
    expect(await refreshesFor('alice', at(2))).to.equal(0);
  });

  it('always refreshes where the epoch is unknown', async () => {
    expect(await refreshesFor('alice', undefined)).to.equal(1);
    expect(await refreshesFor('alice', undefined)).to.equal(1);
    expect(await refreshesFor('alice', at(0))).to.equal(1);
  });

  it('knows of each owner for himself', async () => {
    expect(await refreshesFor('alice', at(1))).to.equal(1);
    expect(await refreshesFor('bob', at(1))).to.equal(1);
  });

  it('serves all who wait with one refresh', async () => {
    const waiting = Array.from({ length: 50 }, (_, i) => freshness.ensure(`owner ${i}`, at(i)));
    await turn();
    expect(index.begun).to.equal(1);
    await index.end();
    await Promise.all(waiting);
  });

  it('tells all who waited of a refresh that failed, records nothing, and goes on', async () => {
    const [one, other] = [watch(freshness.ensure('alice', at(1))), watch(freshness.ensure('bob', at(1)))];
    await turn();
    await index.end(new Error('a shard failed'));
    expect([one.state, other.state]).to.deep.equal(['failed', 'failed']);
    expect(await refreshesFor('alice', at(1))).to.equal(1);
  });

  it('begins the refresh that others wait for even when the running one fails', async () => {
    const first = watch(freshness.ensure('alice', at(1)));
    await turn();
    const second = watch(freshness.ensure('alice', at(2)));
    await index.end(new Error('a shard failed'));
    expect([first.state, second.state]).to.deep.equal(['failed', 'waiting']);
    await index.end();
    expect(second.state).to.equal('fresh');
  });

  describe('told what was written', () => {
    const told = (sequence: number, changes: readonly EpochBump[] | undefined) => ({
      epoch: at(sequence),
      changes,
      askedAt: performance.now(),
    });
    const document = (id: string): EpochBump => ({ document: id });

    beforeEach(() => {
      freshness = new Freshness(index, undefined, { few: 20, many: 20 });
    });

    it('asks searches to look at the documents by themselves, and lets nobody wait', async () => {
      const unrefreshed = await freshness.unrefreshed(
        'alice',
        told(7, [document('one'), document('two'), document('one')]),
      );
      expect(unrefreshed).to.have.members(['one', 'two']);
    });

    it('refreshes behind them, once for all, and then has nothing to say of what that covers', async () => {
      await freshness.unrefreshed('alice', told(7, [document('one')]));
      await freshness.unrefreshed('bob', told(3, [document('other')]));
      await until(async () => index.begun === 1);
      await freshness.unrefreshed('alice', told(8, [document('one'), document('two')]));
      await index.end();
      expect(freshness.coveredBy('alice')).to.deep.equal(at(7));
      expect(freshness.coveredBy('bob')).to.deep.equal(at(3));
      expect(await freshness.unrefreshed('alice', told(7, undefined))).to.deep.equal([]);
      await until(async () => index.begun === 2);
      await index.end();
      expect(freshness.coveredBy('alice')).to.deep.equal(at(8));
    });

    /** A timer without a pause that was set before comes before that of another one. */
    const pauseIsOver = async () => {
      const other = new SlowIndex();
      await new Freshness(other, undefined, { few: 0, many: 0 }).unrefreshed('alice', told(1, [document('one')]));
      await until(async () => other.begun === 1);
    };

    it('lets some time pass between refreshes behind them, and less where there are many', async () => {
      freshness = new Freshness(index, undefined, { few: 600_000, many: 0 });
      await freshness.unrefreshed('alice', told(7, [document('one')]));
      await until(async () => index.begun === 1);
      await index.end();
      const few = Array.from({ length: 16 }, (_, n) => document(`document ${n}`));
      await freshness.unrefreshed('alice', told(23, few));
      await pauseIsOver();
      expect(index.begun).to.equal(1);
      await freshness.unrefreshed('alice', told(24, [...few, document('one more')]));
      await freshness.unrefreshed('alice', told(23, few));
      await until(async () => index.begun === 2);
      await index.end();
      expect(freshness.coveredBy('alice')).to.deep.equal(at(24));
    });

    it('lets less time pass, too, where few documents were written often', async () => {
      freshness = new Freshness(index, undefined, { few: 600_000, many: 0 });
      await freshness.unrefreshed('alice', told(1, [document('one')]));
      await until(async () => index.begun === 1);
      await index.end();
      await freshness.unrefreshed(
        'alice',
        told(
          66,
          Array.from({ length: 65 }, () => document('one')),
        ),
      );
      await until(async () => index.begun === 2);
    });

    it('takes no refresh that failed for one', async () => {
      await freshness.unrefreshed('alice', told(7, [document('one')]));
      await until(async () => index.begun === 1);
      await index.end(new Error('a shard failed'));
      expect(freshness.coveredBy('alice')).to.equal(undefined);
      await freshness.unrefreshed('alice', told(7, [document('one')]));
      await until(async () => index.begun === 2);
    });

    it('has searches look at nothing where folders are all that was made, and knows what it knew', async () => {
      expect(await freshness.unrefreshed('alice', told(7, ['folder', 'folder']))).to.deep.equal([]);
      await turn();
      expect([index.begun, freshness.coveredBy('alice')]).to.deep.equal([0, undefined]);
    });

    const many = Array.from({ length: 33 }, (_, n) => document(`document ${n}`));
    const unclear: Record<string, readonly EpochBump[] | undefined> = {
      'nothingDropped: nobody can tell what was written': undefined,
      'something was written that nobody tells': [document('one'), 'unknown'],
      'too much was written': many,
    };
    for (const [name, changes] of Object.entries(unclear)) {
      it(`refreshes, and lets searches wait, where ${name}`, async () => {
        const asked = watch(freshness.unrefreshed('alice', told(40, changes)));
        await turn();
        expect([index.begun, asked.state]).to.deep.equal([1, 'waiting']);
        await index.end();
        expect([asked.state, freshness.coveredBy('alice')]).to.deep.equal(['fresh', at(40)]);
      });
    }

    it('counts a document that was written often as one', async () => {
      const often = Array.from({ length: 100 }, () => document('one'));
      expect(await freshness.unrefreshed('alice', told(100, often))).to.deep.equal(['one']);
    });

    it('refreshes where there is no reading at all', async () => {
      const asked = watch(freshness.unrefreshed('alice', undefined));
      await turn();
      await index.end();
      expect([asked.state, freshness.coveredBy('alice')]).to.deep.equal(['fresh', undefined]);
    });
  });

  it('says how often it refreshes', async () => {
    let told = 0;
    freshness = new Freshness(index, () => {
      told++;
    });
    await refreshesFor('alice', at(1));
    await refreshesFor('alice', at(1));
    await refreshesFor('alice', at(2));
    expect(told).to.equal(2);
  });
});
