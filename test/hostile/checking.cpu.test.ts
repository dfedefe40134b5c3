// Measures CPU time in many new processes.
/** What it takes to check a body is bounded by its bytes and by the number of its values. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { medianOf } from '../support/median.js';
import { embeddedStorage } from '../support/modes.js';
import { MIB, peakWhile } from './support/figures.js';
import { HostileTarget } from './support/target.js';
import { MOST_VALUES, WORST_BODIES, WORST_KEYED_BODIES } from './support/worst-bodies.js';

const TEST_MS = 60_000;
/** CPU of checking, by CPU of JSON.parse for 10 MiB of plain text, each the first time in a new process. */
const MOST_TIMES = 6;
/** CPU of the mark of an Idempotency-Key, which has a turn of its own. */
const MOST_TIMES_MARKED = 4;
/** The median of so many processes counts. The dearest body found takes half of what it may. */
const PROCESSES = 3;
/** Together they take all that an owner may have, and their values as much again. */
const BODIES_AT_ONCE = 8;
const MOST_MORE_BYTES = 500 * MIB;
const CHECK_MAIN = fileURLToPath(new URL('support/check-main.js', import.meta.url));

type Checked = { bytes: number; verdict: string; checked: number; marked: number; reference: number };

describe('hostile: checking a body of 10 MiB in a new process', function () {
  this.timeout(TEST_MS);
  // Another program may take a core of the machine for seconds.
  this.retries(1);
  for (const name of Object.keys(WORST_BODIES)) {
    it(`costs at most 6 times JSON.parse of plain paragraphs: ${name}`, async () => {
      expect((await medianTimes(name)).checked).to.be.at.most(MOST_TIMES);
    });
  }

  for (const name of Object.keys(WORST_KEYED_BODIES)) {
    it(`costs as little, and at most 4 times more for the mark of an Idempotency-Key: ${name}`, async () => {
      const { checked, marked } = await medianTimes(name, 'keyed');
      expect(checked).to.be.at.most(MOST_TIMES);
      expect(marked).to.be.at.most(MOST_TIMES_MARKED);
    });
  }
});

/** CPU of the body of that name, in CPU of plain text. The body must be taken where it has a mark. */
async function medianTimes(
  name: string,
  kind: 'bare' | 'keyed' = 'bare',
): Promise<{ checked: number; marked: number }> {
  const runs: { checked: number; marked: number }[] = [];
  for (let n = 0; n < PROCESSES; n++) {
    const { stdout } = await promisify(execFile)(process.execPath, [CHECK_MAIN, name, kind]);
    const { verdict, checked, marked, reference } = JSON.parse(stdout) as Checked;
    if (kind === 'keyed') expect(verdict).to.equal('taken');
    runs.push({ checked: checked / reference, marked: marked / reference });
  }
  return { checked: medianOf(runs.map((run) => run.checked)), marked: medianOf(runs.map((run) => run.marked)) };
}

describe('hostile: the number of JSON values in a body', function () {
  this.timeout(TEST_MS);
  let target: HostileTarget;
  let key: string;
  before(async () => {
    target = await HostileTarget.start(await embeddedStorage());
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
    const body = bodyOf(MOST_VALUES - 1, '0').replace('"title":"x"', `"title":"x","pad":${filling}`);
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
});
