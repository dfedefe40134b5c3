import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { PageCache } from '../../src/consistency/page-cache.js';
import { OverloadedError } from '../../src/domain/errors.js';
import { PAGE_LIFE_MS } from '../../src/domain/limits.js';

describe('PageCache', () => {
  let now: number;
  let made: number;
  let pages: PageCache<string>;
  beforeEach(() => {
    now = 1_000;
    made = 0;
    pages = new PageCache(
      (page) => page.length,
      () => now,
    );
  });

  const read = (sequence: number, { incarnation = 'a', askedAt = now } = {}) => ({
    epoch: { incarnation, sequence },
    askedAt,
    changes: undefined,
  });
  const ask = (reading: ReturnType<typeof read> | undefined, name = 'alice rep') =>
    pages.get(name, reading, async () => `page ${++made}`);

  /** From here on pages of this name are kept. */
  const makeWanted = async (name?: string) => {
    await Promise.all([ask(read(0), name), ask(read(0), name)]);
    made = 0;
  };

  it('serves a page that was asked for again under the epoch that it was made under', async () => {
    expect(await ask(read(1))).to.equal('page 1');
    expect(await ask(read(1))).to.equal('page 2');
    expect(await ask(read(1))).to.equal('page 2');
    expect(await ask(read(2))).to.equal('page 3');
    expect(await ask(read(2))).to.equal('page 3');
  });

  it('pageUnderFirstEpoch: makes it anew under any other epoch, a newer, an older, one of another incarnation', async () => {
    await makeWanted();
    await ask(read(2));
    expect(await ask(read(3))).to.equal('page 2');
    expect(await ask(read(2))).to.equal('page 3');
    expect(await ask(read(2, { incarnation: 'b' }))).to.equal('page 4');
  });

  it('makes it again for one who joined a request that has no room', async () => {
    let refuse: (error: Error) => void = () => undefined;
    const first = pages.get(
      'alice rep',
      read(1),
      () =>
        new Promise((_, reject) => {
          refuse = reject;
        }),
    );
    const joined = [ask(read(1)), ask(read(1))];
    refuse(new OverloadedError('the client has left'));
    expect(await first.catch((error: Error) => error.message)).to.equal('the client has left');
    expect(await Promise.all(joined)).to.deep.equal(['page 1', 'page 1']);
  });

  it('keeps each name for itself', async () => {
    await makeWanted();
    await makeWanted('bob rep');
    await ask(read(1));
    expect(await ask(read(1), 'bob rep')).to.equal('page 2');
    expect([await ask(read(1)), await ask(read(1), 'bob rep')]).to.deep.equal(['page 1', 'page 2']);
  });

  it('keeps nothing where no epoch is known', async () => {
    await makeWanted();
    await ask(undefined);
    expect(await ask(undefined)).to.equal('page 2');
    expect(await ask(read(1))).to.equal('page 3');
  });

  it('ageFromEpoch: serves it for its time from when the epoch was asked for, however late it was ready', async () => {
    let finish: (page: string) => void = () => undefined;
    const reading = read(1);
    now += 1;
    const slow = pages.get(
      'slow',
      reading,
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    now += PAGE_LIFE_MS - 2;
    const joined = pages.get('slow', read(1), async () => 'another');
    finish('slow page');
    expect(await Promise.all([slow, joined])).to.deep.equal(['slow page', 'slow page']);
    expect(await pages.get('slow', read(1), async () => 'another')).to.equal('slow page');
    now += 1;
    expect(await pages.get('slow', read(1), async () => 'another')).to.equal('another');
  });

  it('does not join a computation that has been under way for as long as a page may live', async () => {
    void pages.get('slow', read(1), () => new Promise(() => undefined));
    now += PAGE_LIFE_MS;
    expect(await pages.get('slow', read(1), async () => 'another')).to.equal('another');
  });

  it('computes equal queries of one moment once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(read(1))));
    expect(new Set(answers)).to.deep.equal(new Set(['page 1']));
  });

  it('tells all who wait of a failure, and does not keep it', async () => {
    await makeWanted();
    const fail = () => pages.get('alice rep', read(1), () => Promise.reject(new Error('no index')));
    const failures = await Promise.allSettled([fail(), fail()]);
    expect(failures.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    await turn();
    expect(await ask(read(1))).to.equal('page 1');
  });

  it('lets the end of an older computation change nothing of a newer one', async () => {
    await makeWanted();
    let fail: (error: Error) => void = () => undefined;
    const older = pages.get(
      'alice rep',
      read(1),
      () =>
        new Promise((_, reject) => {
          fail = reject;
        }),
    );
    expect(await ask(read(2))).to.equal('page 1');
    fail(new Error('late'));
    await older.catch(() => undefined);
    expect(await ask(read(2))).to.equal('page 1');
  });

  it('keeps no page that is too large, and no more than its bound of all', async () => {
    const large = new PageCache<string>(
      (page) => page.length,
      () => now,
    );
    const ask = (name: string, length: number) =>
      large.get(name, read(1), async () => {
        made++;
        return 'x'.repeat(length);
      });
    const askTwice = (name: string, length: number) => Promise.all([ask(name, length), ask(name, length)]);
    await askTwice('huge', 3 * 1024 * 1024);
    await ask('huge', 3 * 1024 * 1024);
    expect(made).to.equal(2);
    for (let n = 0; n < 20; n++) await askTwice(`page ${n}`, 1024 * 1024);
    await ask('page 19', 1024 * 1024);
    expect(made).to.equal(22);
    await ask('page 0', 1024 * 1024);
    expect(made).to.equal(23);
  });
});
