import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import { OverloadedError } from '../../src/domain/errors.js';
import { BodyBudget, type BodyShare } from '../../src/http/limits/body-budget.js';

const KIB = 1_024;
const BODY = 10 * KIB;
const TOTAL = 160 * KIB;
/** Of one owner, and the part of it for bodies that are not the first: that one has the room of a whole body. */
const OWN = TOTAL / 4;
const OTHERS = OWN - BODY;

describe('BodyBudget', () => {
  let budget: BodyBudget;
  let answers: EventEmitter[];
  beforeEach(() => {
    budget = new BodyBudget({ totalBytes: TOTAL, bodyBytes: BODY, waitMs: 50 });
    answers = [];
  });

  const open = (owner: string): BodyShare => {
    const answer = new EventEmitter();
    answers.push(answer);
    const share = budget.open(owner, answer as ServerResponse);
    share.endWork();
    return share;
  };
  const read = (owner: string, bytes = BODY): BodyShare => {
    const share = open(owner);
    share.take(bytes);
    share.endReading();
    return share;
  };

  it('books nothing before it comes', () => {
    for (let i = 0; i < 1_000; i++) open('alice');
    expect(open('bob').take(BODY)).to.equal(true);
  });

  it('has a quarter for one owner, and the rest for others', () => {
    for (let i = 0; i < 4; i++) read('alice');
    expect(open('alice').take(1)).to.equal(false);
    expect(open('bob').take(BODY)).to.equal(true);
  });

  it('holds what is worked on when its client has left, until the work ends', () => {
    const answer = new EventEmitter();
    const share = budget.open('alice', answer as ServerResponse);
    share.take(OWN);
    share.endReading();
    answer.emit('close');
    expect(open('alice').take(1)).to.equal(false);
    share.endWork();
    expect(open('alice').take(1)).to.equal(true);
  });

  it('has no more than all of it for all owners', () => {
    for (let owner = 0; owner < 16; owner++) read(`owner ${owner}`);
    expect(open('another').take(1)).to.equal(false);
  });

  it('lets the body go on that is being read for the longest time, when others have taken what they may', () => {
    const first = open('alice');
    first.take(1);
    const others = [1, 2, 3].map(() => open('alice'));
    const allowed = others.map((share) => share.take(BODY));
    expect(allowed).to.deep.equal([true, true, false]);
    expect(first.take(BODY - 1)).to.equal(true);
  });

  it('lets it go on although the others have taken more, where none of them can end before it', () => {
    const first = open('alice');
    first.take(1);
    const others = Array.from({ length: 10 }, () => open('alice'));
    for (const share of others) share.take(BODY);
    expect(others.map((share) => share.take(0))).not.to.include(true);
    expect(first.take(BODY - 1)).to.equal(true);
    first.endReading();
    // Now it can: what is whole is given back soon.
    expect(others.map((share) => share.take(0))).not.to.include(true);
  });

  it('lets a body that waits go on when another has ended, the one that waits longest first of all', async () => {
    const first = read('alice', OTHERS);
    const waiting = [open('alice'), open('alice')] as const;
    for (const share of waiting) share.take(BODY);
    const allowed: number[] = [];
    const done = waiting.map((share, i) =>
      share.untilRoom().then(() => {
        allowed.push(i);
      }),
    );
    await Promise.resolve();
    expect(waiting.map((share) => share.isWaiting)).to.deep.equal([true, true]);
    answers[0]?.emit('close');
    await Promise.all(done);
    expect(allowed).to.deep.equal([0, 1]);
    expect(waiting.map((share) => share.isWaiting)).to.deep.equal([false, false]);
    expect(first.bytes).to.equal(OTHERS);
  });

  it('gives up a body that finds no room in time', async () => {
    read('alice', OWN);
    const share = open('alice');
    expect(share.take(1)).to.equal(false);
    expect(await share.untilRoom().catch((error: unknown) => error)).to.be.instanceOf(OverloadedError);
  });

  describe('of bodies that are read, and take more', () => {
    const turn = () =>
      new Promise((resolve) => {
        setImmediate(resolve);
      });
    /** The order in which they were let. */
    let grown: number[];
    beforeEach(() => {
      grown = [];
    });
    const grow = (share: BodyShare, n: number, bytes = BODY) =>
      share.grow(bytes).then(() => {
        grown.push(n);
      });

    it('lets those that fit', async () => {
      await Promise.all([0, 1].map((n) => grow(read('alice'), n)));
      expect(grown).to.deep.equal([0, 1]);
      expect(open('alice').take(1)).to.equal(false);
    });

    it('lets one at a time where they have taken all: none waits for ever', async () => {
      const whole = [0, 1, 2, 3].map(() => read('alice'));
      const done = whole.map((share, n) => grow(share, n));
      for (let n = 0; n < whole.length; n++) {
        await turn();
        // Two have room at once when the first has given back what it had.
        expect(grown.length).to.be.within(n + 1, 4);
        answers[n]?.emit('close');
      }
      await Promise.all(done);
      expect(grown).to.deep.equal([0, 1, 2, 3]);
    });

    it('waits for one that is being worked on, and gives up in time', async () => {
      for (let n = 0; n < 3; n++) read('alice');
      const last = read('alice');
      expect(await grow(last, 0).catch((error: unknown) => error)).to.be.instanceOf(OverloadedError);
      expect(last.bytes).to.equal(BODY);
      const again = grow(last, 1);
      answers[0]?.emit('close');
      await again;
      expect(grown).to.deep.equal([1]);
    });

    it('does not keep one whose client has left waiting', async () => {
      for (let n = 0; n < 3; n++) read('alice');
      const done = grow(read('alice'), 0);
      answers[3]?.emit('close');
      await done;
      expect(open('alice').take(BODY + 1)).to.equal(false);
    });
  });

  it('has room for one body, however much it takes, if it is alone', () => {
    expect(open('alice').take(TOTAL + 1)).to.equal(true);
  });

  it('tells when an owner has more than half of what he may have', () => {
    const share = read('alice', OWN / 2);
    expect(share.isOwnerOverHalf).to.equal(false);
    share.take(1);
    expect([share.isOwnerOverHalf, open('bob').isOwnerOverHalf]).to.deep.equal([true, false]);
  });

  it('gets the bytes of a line back when the line is ended', () => {
    const [line, next] = [budget.openLine('a'), budget.openLine('a')];
    expect(line.take(OWN)).to.equal(true);
    line.endReading();
    expect(next.take(BODY)).to.equal(false);
    line.end();
    expect(next.take(1)).to.equal(true);
  });
});
