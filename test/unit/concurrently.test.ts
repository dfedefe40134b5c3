import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { forEachConcurrently, mapOneAhead } from '../../src/platform/concurrently.js';

const never = new AbortController().signal;

/** Numbers from 0, and what became of the list of them. */
function numbers(count: number) {
  const seen = { taken: 0, closed: false };
  async function* list(): AsyncGenerator<number> {
    try {
      for (; seen.taken < count;) {
        await nextTurn();
        yield seen.taken++;
      }
    } finally {
      seen.closed = true;
    }
  }
  return { list: list(), seen };
}

describe('forEachConcurrently', () => {
  it('works through all items, so many at a time and in order', async () => {
    const { list, seen } = numbers(20);
    const begun: number[] = [];
    let [running, most] = [0, 0];
    await forEachConcurrently(list, { width: 3, signal: never }, async (n) => {
      begun.push(n);
      most = Math.max(most, ++running);
      await nextTurn();
      await nextTurn();
      running--;
    });
    expect(begun).to.deep.equal(Array.from({ length: 20 }, (_, n) => n));
    expect(most).to.be.within(2, 3);
    expect(seen.closed).to.equal(true);
  });

  it('takes an item only when somebody is free for it', async () => {
    const { list, seen } = numbers(50);
    let [done, ahead] = [0, 0];
    await forEachConcurrently(list, { width: 4, signal: never }, async () => {
      await nextTurn();
      ahead = Math.max(ahead, seen.taken - done);
      done++;
    });
    expect(ahead).to.be.at.most(5);
  });

  it('begins nothing after a failure, waits for what was begun, and raises it', async () => {
    const { list, seen } = numbers(50);
    let ended = 0;
    const failure = await forEachConcurrently(list, { width: 4, signal: never }, async (n) => {
      await nextTurn();
      if (n === 5) throw new Error('five');
      await nextTurn();
      ended++;
    }).catch((error: unknown) => error);
    expect(String(failure)).to.equal('Error: five');
    expect(seen.taken).to.be.at.most(12);
    expect(ended).to.be.within(5, 11);
    expect(seen.closed).to.equal(true);
  });

  it('raises the failure that came first', async () => {
    let fail: () => void = () => undefined;
    const failed = new Promise<void>((resolve) => {
      fail = resolve;
    });
    const failure = await forEachConcurrently([0, 1], { width: 2, signal: never }, async (n) => {
      if (n === 0) await failed;
      else fail();
      throw new Error(String(n));
    }).catch((error: unknown) => error);
    expect(String(failure)).to.equal('Error: 1');
  });

  it('raises a failure of the list itself', async () => {
    async function* broken(): AsyncGenerator<number> {
      yield 1;
      throw new Error('no more pages');
    }
    const failure = await forEachConcurrently(broken(), { width: 4, signal: never }, () => nextTurn()).catch(
      (error: unknown) => error,
    );
    expect(String(failure)).to.equal('Error: no more pages');
  });

  it('raises the reason when it is stopped, after what was begun has ended', async () => {
    const { list } = numbers(50);
    const stop = new AbortController();
    let [begun, ended] = [0, 0];
    const failure = await forEachConcurrently(list, { width: 4, signal: stop.signal }, async (n) => {
      begun++;
      if (n === 5) stop.abort(new Error('enough'));
      await nextTurn();
      ended++;
    }).catch((error: unknown) => error);
    expect(String(failure)).to.equal('Error: enough');
    expect(begun).to.be.at.most(11);
    expect(ended).to.equal(begun);
  });
});

describe('mapOneAhead', () => {
  it('gives all results in order, with one call ahead of what is taken', async () => {
    const events: string[] = [];
    const call = async (n: number) => {
      events.push(`call ${n}`);
      await nextTurn();
      return { n };
    };
    for await (const { n } of mapOneAhead([0, 1, 2], call)) {
      await nextTurn();
      await nextTurn();
      events.push(`take ${n}`);
    }
    expect(events).to.deep.equal(['call 0', 'call 1', 'take 0', 'call 2', 'take 1', 'take 2']);
  });

  it('raises a failure where its result would be', async () => {
    const taken: number[] = [];
    const call = async (n: number) => {
      if (n === 2) throw new Error('no 2');
      return { n };
    };
    const failure = await (async () => {
      for await (const { n } of mapOneAhead([0, 1, 2, 3], call)) taken.push(n);
    })().catch((error: unknown) => error);
    expect(String(failure)).to.equal('Error: no 2');
    expect(taken).to.deep.equal([0, 1]);
  });

  it('does not mind a call ahead that fails when it is left early', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.prependListener('unhandledRejection', note);
    const call = async (n: number) => {
      if (n === 1) throw new Error('no 1');
      return { n };
    };
    for await (const { n } of mapOneAhead([0, 1], call)) if (n === 0) break;
    await nextTurn();
    process.removeListener('unhandledRejection', note);
    expect(unhandled).to.deep.equal([]);
  });

  it('ends at once where there is nothing', async () => {
    const results: unknown[] = [];
    for await (const result of mapOneAhead([], async () => ({}))) results.push(result);
    expect(results).to.deep.equal([]);
  });
});
