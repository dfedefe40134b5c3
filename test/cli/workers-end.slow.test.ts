// Slow: starts and ends a service of several processes for each test.
/** How a service of several processes ends: as gracefully as one process does, and without leaving one behind. */
import { expect } from 'chai';
import { expectStatus } from '../http/client.js';
import { create, search, unique } from '../http/making.js';
import { callerAt, eventually } from '../races/support.js';
import { describeCluster } from '../support/backends.js';
import { startServiceProcess } from '../support/service-process.js';
import { PoolService } from './pool-service.js';
import { atEachWorker, HalfSent } from './half-sent.js';

const START_MS = 60_000;
const IN_FLIGHT = 6;
const CALLERS = 4;
const BEFORE_THE_END = 40;
const DRAINING = { status: 503, body: { status: 'not ready', missing: ['draining'] } };

describeCluster('cli: two workers end', function () {
  this.timeout(START_MS);
  let service: PoolService;
  let key: string;
  beforeEach(async () => {
    service = await PoolService.start({ detached: true });
    key = String((await service.caller()).headers['X-API-Key']);
  });
  afterEach(async () => {
    service.killAll();
    await service.process.ended;
  });

  const creates = () => atEachWorker(service, IN_FLIGHT, () => HalfSent.create(service, key));
  const untilClosed = () =>
    eventually('nobody listens', async () =>
      service.send('/health/live').then(
        () => false,
        (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED',
      ),
    );

  async function expectAnswered(requests: readonly HalfSent[]): Promise<void> {
    const answers = await Promise.all(requests.map((request) => request.finish()));
    expect(answers.map(({ status }) => status)).to.deep.equal(requests.map(() => 201));
  }

  for (const [whom, send] of [
    ['to the first process', () => service.signal('SIGTERM')],
    ['to the whole group, as a terminal sends it', () => service.signalGroup('SIGINT')],
  ] as const) {
    it(`with 0 after a signal ${whom}, not ready at once, when the requests in flight are finished`, async () => {
      const [requests, probes] = [await creates(), await atEachWorker(service, 2, () => HalfSent.readiness(service))];
      send();
      await untilClosed();
      for (const probe of probes) expect(await probe.untilNotReady()).to.deep.equal(DRAINING);
      await expectAnswered(requests);
      expect(await service.process.ended).to.equal(0);
      expect(service.logged('worker ended, another one follows')).to.deep.equal([]);
    });
  }

  it('with 1 after a second signal, without waiting for the requests in flight', async () => {
    const requests = await creates();
    service.signal('SIGTERM');
    await untilClosed();
    service.signal('SIGTERM');
    expect(await service.process.ended).to.equal(1);
    for (const request of requests) await request.cut();
    // Nobody waited for the limit of requests in flight.
    expect(service.logged('shutdown phase cut')).to.deep.equal([]);
  });

  it('under load without doing a write that is not answered', async () => {
    const client = callerAt(service, key);
    const answered: string[] = [];
    const unanswered: string[] = [];
    const load = Array.from({ length: CALLERS }, async () => {
      for (;;) {
        const title = unique();
        const answer = await create(client, { title }).catch((error: NodeJS.ErrnoException) => error);
        if (!(answer instanceof Error)) answered.push(title);
        else unanswered.push(title);
        if (answer instanceof Error && !CUT.includes(answer.code ?? '')) throw answer;
        if (answer instanceof Error && answer.code === 'ECONNREFUSED') return;
      }
    });
    await eventually('there is load', async () => answered.length >= BEFORE_THE_END);
    service.signal('SIGTERM');
    await Promise.all(load);
    expect(await service.process.ended).to.equal(0);
    await expectOnly(answered, unanswered);
  });

  /** What has no answer was not begun either. */
  async function expectOnly(answered: readonly string[], unanswered: readonly string[]): Promise<void> {
    const next = await startServiceProcess(service.env);
    try {
      const count = async (q: string) => (await search(callerAt(next, key), { q })).count;
      expect(await Promise.all(answered.map(count))).to.deep.equal(answered.map(() => 1));
      expect(await Promise.all(unanswered.map(count))).to.deep.equal(unanswered.map(() => 0));
    } finally {
      await next.stop();
    }
  }

  it('one alone where one is asked to, after its requests, and another one takes its place', async () => {
    const requests = await creates();
    const [asked = 0] = service.pids;
    process.kill(asked, 'SIGTERM');
    const own = requests.filter(({ pid }) => pid === asked);
    await expectAnswered(own);
    await eventually('another one has come', async () => service.pids.length === 2 && !service.pids.includes(asked));
    expectStatus(await callerAt(service, key).get('/v1/folders'), 200);
  });

  it('by themselves, after the requests in flight, when the first process was killed', async () => {
    const requests = await creates();
    service.signal('SIGKILL');
    await untilClosed();
    await expectAnswered(requests);
    expect(await service.process.ended).to.equal(null);
  });
});

/** Of a connection that nobody has taken, or that was closed before anything of it was read. */
const CUT = ['ECONNREFUSED', 'ECONNRESET'];
