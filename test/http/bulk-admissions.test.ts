import { expect } from 'chai';
import { revokeKey } from '../support/issue-key.js';
import { describeModes } from '../support/modes.js';
import { until } from '../support/until.js';
import { linesOf, type Client, type LineAnswer } from './client.js';
import { PortFaults } from './faults.js';
import { unique, unknownId } from './making.js';
import { startApi, type Api } from './suite.js';

const LINES = 40;
/** Of one turn of the event loop. */
const TOGETHER = 16;

describeModes('http: admissions of the lines of a bulk request', (makeStorage) => {
  const faults = new PortFaults();
  let api: Api;
  let letGo: () => void;
  beforeEach(async () => {
    letGo = () => undefined;
    api = await startApi(await makeStorage(), { wrap: faults.wrap });
    await api.prepared;
  });
  afterEach(() => {
    letGo();
    faults.clear();
    return api.close();
  });

  const admissions = () => faults.count('counters.admit');
  const notFound = Array.from({ length: LINES }, () => 404);

  /** From now on. Those after the first `passing` wait, `held` of them, until `letGo`. */
  function holdAdmissions({ passing, held = Infinity }: { passing: number; held?: number }): void {
    faults.clear();
    const going = new Promise<void>((resolve) => (letGo = resolve));
    faults.set('counters.admit', () => (admissions() > passing && admissions() <= passing + held ? going : undefined));
  }

  /** Lines that come in one piece, with empty ones between. */
  function text(): string {
    return Array.from({ length: LINES }, () => `${JSON.stringify({ op: 'delete', id: unknownId() })}\n\n \r\n`).join(
      '',
    );
  }

  const statusesOf = (answers: readonly LineAnswer[]) => answers.map(({ status }) => status);

  it('are made together for lines that came together, as many as run side by side, and once for each line', async () => {
    holdAdmissions({ passing: 1 });
    const answer = (await api.caller()).bulk(text());
    await until(async () => admissions() > TOGETHER);
    expect(admissions()).to.equal(1 + TOGETHER);
    letGo();
    expect(statusesOf(linesOf(await answer))).to.deep.equal(notFound);
    expect(admissions()).to.equal(LINES);
  });

  const storedBy = async (caller: Client) => {
    const { body } = await caller.get<{ stored_bytes: { day: { limit: number; remaining: number } } }>('/v1/limits');
    return body.stored_bytes.day.limit - body.stored_bytes.day.remaining;
  };

  it('reserve the bytes of each line, which lines that store nothing give back', async () => {
    const caller = await api.caller({ plan: 'a-megabyte' });
    holdAdmissions({ passing: 1 });
    const answer = caller.bulk(text());
    await until(async () => admissions() > TOGETHER);
    expect(admissions()).to.equal(1 + TOGETHER);
    letGo();
    expect(statusesOf(linesOf(await answer))).to.deep.equal(notFound);
    expect(await storedBy(caller)).to.equal(0);
  });

  it('count lines as no requests that the window of bytes refuses, and pass it with no lines at once', async () => {
    const caller = await api.caller({ plan: 'two-thousand-bytes' });
    const line = JSON.stringify({
      op: 'create',
      document: { title: 't', blocks: [{ type: 'quote', content: 'x'.repeat(540) }] },
    });
    const lines = Array.from({ length: LINES }, () => line).join('\n');
    faults.clear();
    const statuses = statusesOf(linesOf(await caller.bulk(lines)));
    expect(statuses.slice().sort()).to.deep.equal([201, 201, 201, ...new Array<number>(LINES - 3).fill(429)]);
    expect(await storedBy(caller)).to.equal(3 * line.length);
    const { requests } = (await caller.get<{ requests: { day: { remaining: number } } }>('/v1/limits')).body;
    // Three lines, and two requests of the limits.
    expect(requests.day.remaining).to.equal(1_000 - 5);
  });

  it('do not let lines begin after the key was revoked', async () => {
    const owner = unique();
    const [caller, other] = [
      await api.caller({ owner, plan: 'a-megabyte' }),
      await api.caller({ owner, plan: 'a-megabyte' }),
    ];
    holdAdmissions({ passing: 1, held: TOGETHER });
    const answer = caller.bulk(text());
    await until(async () => admissions() > TOGETHER);
    await revokeKey(api.storage.env, String(caller.headers['X-API-Key']));
    await until(async () => (await caller.get('/v1/limits')).status === 401);
    letGo();
    const answers = linesOf(await answer);
    expect(statusesOf(answers)).to.deep.equal([404, 404, 401]);
    expect(answers.at(-1)).to.include({ ended: true });
    await until(async () => (await storedBy(other)) === 0);
  });
});
