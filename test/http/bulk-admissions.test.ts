import { expect } from 'chai';
import { revokeKey } from '../support/issue-key.js';
import { describeModes } from '../support/modes.js';
import { until } from '../support/until.js';
import { BulkStream } from './bulk-stream.js';
import { linesOf, type LineAnswer } from './client.js';
import { PortFaults } from './faults.js';
import { content, unknownId } from './making.js';
import { startApi, type Api } from './suite.js';

const LINES = 40;
/** Of one turn of the event loop. */
const TOGETHER = 16;

describeModes('http: admissions of the lines of a bulk request', (makePlace) => {
  const faults = new PortFaults();
  let api: Api;
  let letGo: () => void;
  beforeEach(async () => {
    letGo = () => undefined;
    api = await startApi(await makePlace(), { wrap: faults.wrap });
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

  it('are made one by one where little is left of the window of bytes', async () => {
    holdAdmissions({ passing: 1 });
    const answer = (await api.caller({ plan: 'two-thousand-bytes' })).bulk(text());
    await until(async () => admissions() > 1);
    expect(admissions()).to.equal(2);
    letGo();
    expect(statusesOf(linesOf(await answer))).to.deep.equal(notFound);
    expect(admissions()).to.equal(LINES);
  });

  it('are made one by one once lines of the request have left little', async () => {
    const stream = new BulkStream(await api.caller({ plan: 'a-megabyte' }));
    expect(await stream.ask({ op: 'create', document: content() })).to.include({ status: 201 });
    expect(await stream.ask({ op: 'delete', id: unknownId() })).to.include({ status: 404 });
    holdAdmissions({ passing: 0 });
    stream.send(text());
    await until(async () => admissions() > 0);
    expect(admissions()).to.equal(1);
    letGo();
    stream.end();
    expect(statusesOf(await stream.rest())).to.deep.equal(notFound);
  });

  it('do not let lines begin after the key was revoked', async () => {
    const caller = await api.caller();
    holdAdmissions({ passing: 1, held: TOGETHER });
    const answer = caller.bulk(text());
    await until(async () => admissions() > TOGETHER);
    await revokeKey(api.place.env, String(caller.headers['X-API-Key']));
    await until(async () => (await caller.get('/v1/limits')).status === 401);
    letGo();
    const answers = linesOf(await answer);
    expect(statusesOf(answers)).to.deep.equal([404, 404, 401]);
    expect(answers.at(-1)).to.include({ ended: true });
  });
});
