// Slow: measures CPU time in many new processes.
/** What it takes to judge a body is bounded by its bytes and by the number of its values. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { embeddedPlace } from '../support/modes.js';
import { MIB, peakWhile } from './support/figures.js';
import { HostileTarget } from './support/target.js';
import { MOST_VALUES, WORST_BODIES, WORST_KEYED_BODIES } from './support/worst-bodies.js';

const TEST_MS = 60_000;
/** CPU of judging, by CPU of JSON.parse for 10 MiB of plain text, each the first time in a new process. */
const MOST_TIMES = 6;
/** CPU of the mark of an Idempotency-Key, which has a turn of its own. */
const MOST_TIMES_MARKED = 4;
/** Other work on the machine can only make it look dearer: the cheapest of so many processes counts. */
const TRIES = 12;
/** Together they take all that an owner may have, and their values as much again. */
const BODIES_AT_ONCE = 8;
const MOST_MORE_BYTES = 500 * MIB;
const JUDGE = fileURLToPath(new URL('support/judge-main.js', import.meta.url));

type Judged = { bytes: number; verdict: string; judged: number; marked: number; reference: number };

describe('hostile: judging a body of 10 MiB in a new process', function () {
  this.timeout(TEST_MS);
  for (const name of Object.keys(WORST_BODIES)) {
    it(`costs at most 6 times JSON.parse of plain paragraphs: ${name}`, async () => {
      expect((await lowestTimes(name)).judged).to.be.at.most(MOST_TIMES);
    });
  }

  for (const name of Object.keys(WORST_KEYED_BODIES)) {
    it(`costs as little, and at most 4 times more for the mark of an Idempotency-Key: ${name}`, async () => {
      const { judged, marked } = await lowestTimes(name, 'keyed');
      expect(judged).to.be.at.most(MOST_TIMES);
      expect(marked).to.be.at.most(MOST_TIMES_MARKED);
    });
  }
});

/** CPU of the body of that name, in CPU of plain text. The body must be taken where it has a mark. */
async function lowestTimes(name: string, kind: 'bare' | 'keyed' = 'bare'): Promise<{ judged: number; marked: number }> {
  const lowest = { judged: Infinity, marked: Infinity };
  for (let n = 0; n < TRIES && (lowest.judged > MOST_TIMES || lowest.marked > MOST_TIMES_MARKED); n++) {
    const { stdout } = await promisify(execFile)(process.execPath, [JUDGE, name, kind]);
    const { verdict, judged, marked, reference } = JSON.parse(stdout) as Judged;
    if (kind === 'keyed') expect(verdict).to.equal('taken');
    lowest.judged = Math.min(lowest.judged, judged / reference);
    lowest.marked = Math.min(lowest.marked, marked / reference);
  }
  return lowest;
}

describe('hostile: the number of JSON values in a body', function () {
  this.timeout(TEST_MS);
  let target: HostileTarget;
  let key: string;
  before(async () => {
    target = await HostileTarget.start(await embeddedPlace());
    key = await target.key();
  });
  after(() => target.dispose());

  /** The body itself, its title, its blocks and the list count too. */
  const bodyOf = (values: number, value: string) =>
    `{"title":"x","blocks":[],"pad":[${new Array(values - 4).fill(value).join(',')}]}`;

  for (const value of ['0', '""', 'null']) {
    it(`may be 500,000: ${value}`, async () => {
      expect((await target.post('/v1/documents', key, bodyOf(MOST_VALUES, value))).status).to.equal(201);
    });

    it(`may not be 500,001: ${value}`, async () => {
      const { status, text } = await target.post('/v1/documents', key, bodyOf(MOST_VALUES + 1, value));
      expect(status).to.equal(400);
      expect(text)
        .to.match(/VALIDATION_ERROR/)
        .and.match(/500,?000/);
    });
  }

  it('counts the members of objects and what is within them', async () => {
    // An item is three values: 499,999 with the four around them.
    const items = new Array(166_665).fill('{"k":[{}]}').join(',');
    const bodyWith = (rest: string) => `{"title":"x","blocks":[],"pad":[${items}${rest}]}`;
    expect((await target.post('/v1/documents', key, bodyWith(',0'))).status).to.equal(201);
    expect((await target.post('/v1/documents', key, bodyWith(',0,0'))).status).to.equal(400);
  });

  it("lets all of an owner's bodies through, in turn, that have many values and arrive at once", async () => {
    const filling = '"x"'.padEnd(9_000_000);
    const body = bodyOf(MOST_VALUES - 1, '0').replace('"title":"x"', `"title":"x","text":${filling}`);
    const before = await peakWhile(target.pid, () => target.probe());
    const statuses: number[] = [];
    const peak = await peakWhile(target.pid, () =>
      Promise.all(
        Array.from({ length: BODIES_AT_ONCE }, async () => {
          statuses.push((await target.post('/v1/documents', key, body)).status);
        }),
      ),
    );
    expect(statuses).to.deep.equal(new Array(BODIES_AT_ONCE).fill(201));
    expect((peak - before) / MIB).to.be.below(MOST_MORE_BYTES / MIB);
  });

  it('does not count commas and brackets within strings', async () => {
    const body = `{"title":"x","blocks":[],"pad":"${',[]{}:\\"'.repeat(600_000)}"}`;
    expect((await target.post('/v1/documents', key, body)).status).to.equal(201);
  });

  it('is said in the description', async () => {
    expect((await target.get('/openapi.json')).text).to.match(/500,?000/);
  });
});
