import { expect } from 'chai';
import { OperatorError, UnavailableError } from '../../src/domain/errors.js';
import { ApiKeyRecords } from '../../src/log/api-key-records.js';
import { setSuspended } from '../../src/operations/auth/api-keys.js';
import type { ObjectStore } from '../../src/ports/object-store.js';
import { addText, altered, storePair, type StorePair } from '../support/log-objects.js';
import { expectUnavailable } from '../support/expect-unavailable.js';

describe('suspensions', () => {
  let pair: StorePair;
  let store: ObjectStore;
  let records: ApiKeyRecords;
  beforeEach(async () => {
    pair = await storePair();
    store = pair.source;
    records = new ApiKeyRecords(store);
  });
  afterEach(() => pair.dispose());

  const suspended = async () => [...(await records.readSuspended())].sort();
  const suspend = (owner = 'alice') => setSuspended(records, owner, true);
  const resume = (owner = 'alice') => setSuspended(records, owner, false);

  it('hold until they are lifted, however often', async () => {
    for (let round = 0; round < 6; round++) {
      await suspend();
      expect(await suspended()).to.deep.equal(['alice']);
      await resume();
      expect(await suspended()).to.deep.equal([]);
    }
  });

  it('may be told twice', async () => {
    await suspend();
    await suspend();
    expect(await suspended()).to.deep.equal(['alice']);
    await resume();
    await resume();
    expect(await suspended()).to.deep.equal([]);
  });

  it('are those of one owner, whatever the names of others begin with', async () => {
    const names = ['a', 'a-', 'a-b', 'a.b', 'a.0000000001', 'a0', 'aa', 'A', '_'];
    for (const name of names) await suspend(name);
    expect(await suspended()).to.deep.equal([...names].sort());
    await resume('a');
    expect(await suspended()).to.deep.equal(names.filter((name) => name !== 'a').sort());
  });

  it('are read without reading any object', async () => {
    await suspend();
    const listed = altered(store, { read: () => Promise.reject(new Error('was read')) });
    expect([...(await new ApiKeyRecords(listed).readSuspended())]).to.deep.equal(['alice']);
  });

  it('set another mark with each command, done before or not', async () => {
    const marks = new Set([await records.readMark()]);
    for (const command of [suspend, suspend, resume, resume]) {
      await command();
      marks.add(await records.readMark());
    }
    expect(marks.size).to.equal(5);
  });

  it('leave out foreign names among them', async () => {
    for (const name of [
      'alice.json',
      'alice/1-suspended.json',
      'alice/0000000000-suspended.json',
      'bob/0000000001-gone.json',
    ]) {
      await addText(store, `suspensions/${name}`, '{}');
    }
    expect(await suspended()).to.deep.equal([]);
  });

  it('are not undone by an earlier lift that arrives late', async () => {
    await suspend();
    const arrive = await loseAnswer(false);
    await suspend();
    await arrive();
    expect(await suspended()).to.deep.equal(['alice']);
  });

  it('come back by an earlier suspension that arrives late at most until the lift is told again', async () => {
    const arrive = await loseAnswer(true);
    await resume();
    await arrive();
    await resume();
    expect(await suspended()).to.deep.equal([]);
  });

  it('win over a lift of the same moment, whose operator is told', async () => {
    await suspend();
    const racing = altered(store, {
      create: async (key, body) => {
        await suspend();
        return store.create(key, body);
      },
    });
    const failure = await setSuspended(new ApiKeyRecords(racing), 'alice', false).catch((error: unknown) => error);
    expect(failure)
      .to.be.instanceOf(OperatorError)
      .with.property('message')
      .that.matches(/alice was suspended by somebody/);
    expect(await suspended()).to.deep.equal(['alice']);
  });

  it('hold when many operators say so at once', async () => {
    await Promise.all(Array.from({ length: 8 }, () => suspend()));
    expect(await suspended()).to.deep.equal(['alice']);
  });

  /** A command that ends without an answer; its object arrives when the returned function is called. */
  async function loseAnswer(isSuspended: boolean): Promise<() => Promise<unknown>> {
    let arrive: () => Promise<unknown> = () => Promise.resolve();
    const losing = altered(store, {
      create: async (key, body) => {
        arrive = () => store.create(key, body);
        throw new UnavailableError('no answer');
      },
    });
    await expectUnavailable(setSuspended(new ApiKeyRecords(losing), 'alice', isSuspended), /no answer/);
    return () => arrive();
  }
});
