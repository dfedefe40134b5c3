import { expect } from 'chai';
import { OverloadedError } from '../../src/domain/errors.js';
import { RenderingShare } from '../../src/http/limits/rendering-share.js';

/** Work of so many milliseconds in steps of one, which tells of each step. */
function* work(milliseconds: number, onStep: () => void = () => undefined): Generator<void, string> {
  for (let done = 0; done < milliseconds; done++) {
    const until = performance.now() + 1;
    while (performance.now() < until);
    onStep();
    yield;
  }
  return 'done';
}

const { now } = performance;

/** Until the end of the test, the clock of the process is ahead. */
function passTime(milliseconds: number): void {
  performance.now = () => now.call(performance) + milliseconds;
}

type StrangersLine = ReturnType<RenderingShare['of']>;

describe('RenderingShare', () => {
  afterEach(() => {
    performance.now = now;
  });

  it('gives what a rendering gives, and raises what it raises', async () => {
    const share = new RenderingShare().of('anonymous');
    expect(await share.run('a', work(1))).to.equal('done');
    // eslint-disable-next-line require-yield
    const failing = (function* (): Generator<void, string> {
      throw new Error('broken');
    })();
    expect(await share.run('a', failing).catch((error: Error) => error.message)).to.equal('broken');
    expect(await share.run('a', work(1))).to.equal('done');
  });

  it('takes a quarter of the time, after what may be used at once', async () => {
    const share = new RenderingShare().of('anonymous');
    const since = performance.now();
    await Promise.all([1, 2, 3].map(() => share.run('a', work(100))));
    // 100 ms at once, and 200 at a quarter of the speed.
    expect(performance.now() - since).to.be.above(750);
  });

  it('does a step of each in turns', async () => {
    const share = new RenderingShare().of('anonymous');
    const order: string[] = [];
    await Promise.all(
      ['a', 'b'].map((name) =>
        share.run(
          'a',
          work(20, () => order.push(name)),
        ),
      ),
    );
    const firstOfB = order.indexOf('b');
    expect(firstOfB).to.be.above(0).and.below(15);
    expect(order.lastIndexOf('a')).to.be.above(firstOfB);
  });

  /** How many of so many renderings at once are refused. */
  async function refusedOf(share: StrangersLine, count: number, addressOf: (n: number) => string): Promise<number> {
    const outcomes = await Promise.all(
      Array.from({ length: count }, async (_, n) => {
        try {
          return await share.admit(addressOf(n), () => share.run(addressOf(n), work(1)));
        } catch (error) {
          expect(error).to.be.instanceOf(OverloadedError);
          return 'refused';
        }
      }),
    );
    return outcomes.filter((each) => each === 'refused').length;
  }

  it('refuses more than it can do in good time', async () => {
    const share = new RenderingShare().of('anonymous');
    expect(await refusedOf(share, 40, (n) => `192.0.2.${n % 5}`)).to.equal(16);
    expect(await share.admit('192.0.2.1', async () => 'room again')).to.equal('room again');
  });

  it('leaves most of its places to other addresses than the one that asks most', async () => {
    const share = new RenderingShare().of('anonymous');
    const flood = refusedOf(share, 40, () => '192.0.2.1');
    expect(await share.admit('192.0.2.2', async () => 'has a place')).to.equal('has a place');
    expect(await flood).to.equal(32);
  });

  it('takes the time for what was done elsewhere, too', async () => {
    const share = new RenderingShare().of('anonymous');
    for (let times = 0; times < 4; times++) share.charge('a', 75);
    const since = performance.now();
    await share.run('a', work(1));
    // 100 ms at once, and 200 at a quarter of the speed.
    expect(performance.now() - since).to.be.above(750);
  });

  it('leaves a long debt to the one who made it: others wait for the first 100 ms of it', async () => {
    const share = new RenderingShare().of('anonymous');
    share.charge('192.0.2.1', 60_000);
    let isPaid = false;
    const debtor = share.admit('192.0.2.1', () => share.run('192.0.2.1', work(1))).then(() => (isPaid = true));
    // As many at once as one address may ask for, again and again.
    for (let times = 0; times < 5; times++) expect(await refusedOf(share, 8, () => '192.0.2.2')).to.equal(0);
    expect(isPaid).to.equal(false);
    passTime(4 * 60_000);
    await debtor;
  });

  it('takes a quarter of the time also where many owe a little', async () => {
    const share = new RenderingShare().of('anonymous');
    for (let n = 0; n < 20; n++) share.charge(`192.0.2.${n}`, 20);
    const since = performance.now();
    await share.run('192.0.2.99', work(1));
    // 100 ms at once, and 300 at a quarter of the speed.
    expect(performance.now() - since).to.be.above(1_150);
  });

  it('gives a line its half again after it has worked alone for long', async () => {
    const share = new RenderingShare();
    for (let n = 0; n < 40; n++) share.of('anonymous').charge(`${n}`, 100);
    passTime(15_600);
    let steps = 0;
    const stranger = share.of('anonymous').run(
      'a',
      work(100, () => (steps += 1)),
    );
    await share.of('owners').run('a', work(100));
    // The owners' line had saved credit for half of it.
    expect(steps).to.be.above(30);
    await stranger;
  });

  it('gives owners half of the time that strangers want all of', async () => {
    const share = new RenderingShare();
    let [steps, stepsBefore] = [0, Infinity];
    const strangers = [1, 2, 3, 4, 5, 6, 7, 8].map(() =>
      share.of('anonymous').run(
        'a',
        work(40, () => (steps += 1)),
      ),
    );
    const owner = share.of('owners').run('a', work(40));
    void owner.then(() => {
      stepsBefore = steps;
    });
    await Promise.all([...strangers, owner]);
    // In turns with eight others, nearly all of their 320.
    expect(stepsBefore).to.be.below(160);
  });

  it('lets owners go on where strangers have used what there is', async () => {
    const share = new RenderingShare();
    share.of('anonymous').charge('a', 300);
    const order: string[] = [];
    const strangers = share.of('anonymous').run(
      'a',
      work(1, () => order.push('stranger')),
    );
    await Promise.all([
      strangers,
      share.of('owners').run(
        'a',
        work(20, () => order.push('owner')),
      ),
    ]);
    expect(order.at(-1)).to.equal('stranger');
  });

  it('takes a quarter of the time for both together', async () => {
    const share = new RenderingShare();
    const since = performance.now();
    await Promise.all((['anonymous', 'owners'] as const).map((line) => share.of(line).run('a', work(150))));
    // 100 ms at once, and 200 at a quarter of the speed.
    expect(performance.now() - since).to.be.above(750);
  });

  it('has places for owners where strangers have taken theirs', async () => {
    const share = new RenderingShare();
    const strangers = refusedOf(share.of('anonymous'), 40, (n) => `192.0.2.${n % 5}`);
    expect(await refusedOf(share.of('owners'), 10, (n) => `owner ${n % 2}`)).to.equal(2);
    expect(await refusedOf(share.of('owners'), 6, () => 'owner 1')).to.equal(2);
    expect(await strangers).to.equal(16);
  });
});
