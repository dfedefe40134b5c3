import { expect } from 'chai';
import { OverloadedError } from '../../src/domain/errors.js';
import { BodyBudget } from '../../src/http/limits/body-budget.js';

const BODY = 10;
const TOTAL = 160;
const OWN = TOTAL / 4;

describe('BodyBudget', () => {
  let budget: BodyBudget;
  beforeEach(() => {
    budget = new BodyBudget({ totalBytes: TOTAL, bodyBytes: BODY, waitMs: 20 });
  });

  const admit = (owner: string, bytes = BODY) => budget.admit(owner, bytes);
  const expectRefusal = async (admitted: Promise<unknown>) =>
    expect(await admitted.catch((error: unknown) => error)).to.be.instanceOf(OverloadedError);

  it('has a quarter for one owner, and the rest for others', async () => {
    for (let i = 0; i < 4; i++) await admit('alice');
    await expectRefusal(admit('alice', 1));
    await admit('bob');
  });

  it('has no more than all of it for all owners', async () => {
    for (let owner = 0; owner < 16; owner++) await admit(`owner ${owner}`);
    await expectRefusal(admit('another', 1));
  });

  it('has room for a body of the largest size, however small it is', async () => {
    budget = new BodyBudget({ totalBytes: 2 * BODY, bodyBytes: BODY, waitMs: 20 });
    await admit('alice');
    await expectRefusal(admit('alice', 1));
    await admit('bob');
  });

  it('gets back what a body of unknown length did not need, and all when it is ended', async () => {
    const body = await admit('alice', OWN);
    body.shrinkTo(OWN - BODY);
    await admit('alice');
    await expectRefusal(admit('alice', 1));
    body.end();
    await admit('alice', OWN - BODY);
  });

  it('admits parsed values by half as much again, the first ones however many they are', async () => {
    const [first, second, ofBob] = [await admit('alice'), await admit('alice'), await admit('bob')];
    await first.admitValues(TOTAL);
    await expectRefusal(second.admitValues(1));
    await expectRefusal(ofBob.admitValues(1));
    first.end();
    await second.admitValues(OWN / 2);
    await ofBob.admitValues(OWN / 2);
  });

  it('lets whole bodies that take all of it wait for their values in turn: none waits for ever', async () => {
    const bodies = await Promise.all(Array.from({ length: 4 }, () => admit('alice')));
    const parsed = bodies.map(async (body, n) => {
      await body.admitValues(OWN / 2);
      body.end();
      return n;
    });
    expect(await Promise.all(parsed)).to.deep.equal([0, 1, 2, 3]);
  });
});
