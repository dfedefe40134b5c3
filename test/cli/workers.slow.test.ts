// Slow: starts, stops and kills services of several processes.
/** `quire serve --workers`: several processes that are one service. */
import { expect } from 'chai';
import { HttpProxy } from '../support/http-proxy.js';
import { clusterStorage, embeddedStorage, type TestStorage } from '../support/modes.js';
import { describeCluster } from '../support/backends.js';
import { startServiceProcess } from '../support/service-process.js';
import { eventually } from '../races/support.js';
import { PoolService } from './pool-service.js';
import { quireFault, quireMisuse } from './quire.js';

const START_MS = 60_000;
const FOLDERS = 'quire_request_duration_seconds_count{method="GET",route="/v1/folders",status="200"}';
const CLAIMS = 'quire_backend_call_duration_seconds_count{port="object_store",call="create",outcome="ok"}';
/** What every racer is told by a store that looks at nothing. */
const WON = { status: 200, headers: { etag: '"x"' }, body: Buffer.alloc(0) };
/** 16 racers on each of 8 keys. */
const CLAIMS_OF_A_PROOF = 128;

describeCluster('cli: two workers', function () {
  this.timeout(START_MS);
  let service: PoolService;
  before(async () => {
    service = await PoolService.start({ args: ['--workers', '2'] });
  });
  after(() => service.process.stop());

  const pidsOf = async (count: number) => {
    const answers = [];
    for (let i = 0; i < count; i++) answers.push(await service.ask('/health/live'));
    expect(answers.every(({ status }) => status === 200)).to.equal(true);
    return new Set(answers.map(({ pid }) => pid));
  };

  it('answer by turns on one port, and one line names it', async () => {
    expect(await pidsOf(6))
      .to.deep.equal(new Set(service.pids))
      .and.have.property('size', 2);
    expect(service.logged('listening').map(({ url, mode, workers }) => ({ url, mode, workers }))).to.deep.equal([
      { url: service.url, mode: 'cluster', workers: 2 },
    ]);
    expect(new URL(service.url).port).not.to.equal('0');
  });

  it('have one prove the store for both', async () => {
    expect(service.logged('set up')).to.have.length(1);
    expect(await service.metric(CLAIMS)).to.be.within(CLAIMS_OF_A_PROOF, 2 * CLAIMS_OF_A_PROOF - 1);
  });

  it('write whole lines of JSON, each with the process that it is of', async () => {
    await Promise.all(Array.from({ length: 200 }, () => service.send('/v1/folders')));
    await eventually('all are logged', async () => service.logged('request').length >= 200);
    expect(service.process.lines.filter((line) => !line.startsWith('{'))).to.deep.equal([]);
    for (const line of service.logged('request')) expect(service.pids).to.include(line['pid']);
    for (const line of service.logged()) expect(line).not.to.have.property('hostname');
  });

  it('are measured as one', async () => {
    const caller = await service.caller();
    const asked = new Set<number>();
    for (let i = 0; i < 10; i++) {
      const { status, pid } = await service.ask('/v1/folders', caller.headers as Record<string, string>);
      expect(status).to.equal(200);
      asked.add(pid);
    }
    expect(asked.size).to.equal(2);
    await eventually('all requests are counted', async () => (await service.metric(FOLDERS)) === 10);
    expect(await service.metric('quire_workers')).to.equal(2);
    expect(await service.metric('quire_limiter_shared')).to.equal(1);
    expect(await service.metric('process_cpu_seconds_total')).to.be.above(0);
    expect(await service.metric('process_start_time_seconds')).to.be.closeTo(Date.now() / 1_000, 300);
  });

  it('do not hold a scrape up when one of them hangs, and are counted all the same', async () => {
    const before = await service.metric(FOLDERS);
    const [frozen = 0] = service.pids;
    process.kill(frozen, 'SIGSTOP');
    try {
      expect(await service.metric(FOLDERS))
        .to.equal(before)
        .and.be.above(0);
    } finally {
      process.kill(frozen, 'SIGCONT');
    }
  });

  it('go on when one is killed, and another one takes its place', async () => {
    const before = await service.metric(FOLDERS);
    const [victim = 0, survivor = 0] = service.pids;
    process.kill(victim, 'SIGKILL');
    await eventually('the death is told', async () => !service.pids.includes(victim));
    expect(service.logged('worker ended, another one follows').at(-1)).to.deep.include({
      worker: victim,
      signal: 'SIGKILL',
    });
    do {
      expect(await service.ask('/health/ready')).to.deep.include({ status: 200 });
    } while (service.pids.length < 2);
    expect(await pidsOf(4))
      .to.deep.equal(new Set(service.pids))
      .and.include(survivor);
    expect(await service.metric(FOLDERS)).to.equal(before);
    expect(await service.metric('quire_worker_deaths_total')).to.equal(1);
    expect(await service.metric(CLAIMS)).to.be.below(2 * CLAIMS_OF_A_PROOF);
  });

  it('are replaced when one is asked to end, which is no death', async () => {
    const [worker = 0] = service.pids;
    const before = await service.metric('quire_worker_deaths_total');
    process.kill(worker, 'SIGTERM');
    await eventually('its end is told', async () => !service.pids.includes(worker));
    expect(service.logged('worker ended, another one follows').at(-1)).to.deep.include({ worker, code: 0, level: 30 });
    await eventually('another one listens', async () => service.pids.length === 2);
    expect(await service.metric('quire_worker_deaths_total')).to.equal(before);
  });

  it('come back to their port when all were killed, though it was any free one', async () => {
    const victims = service.pids;
    for (const pid of victims) process.kill(pid, 'SIGKILL');
    await eventually(
      'there are two others',
      async () => service.pids.length === 2 && service.pids.every((pid) => !victims.includes(pid)),
    );
    expect(await pidsOf(4)).to.deep.equal(new Set(service.pids));
    expect(service.logged('listening')).to.have.length(1);
  });
});

describeCluster('cli: one worker', function () {
  this.timeout(START_MS);

  it('is the process itself', async () => {
    const env = { ...(await clusterStorage()).env };
    const service = await startServiceProcess(env, { args: ['--workers', '1'] });
    await fetch(`${service.url}/health/live`);
    expect(await service.stop()).to.equal(0);
    const lines = service.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.filter(({ msg }) => msg === 'request')).not.to.be.empty;
    for (const line of lines) expect(line).not.to.have.any.keys('pid', 'worker');
  });
});

describeCluster('cli: two workers that cannot start', function () {
  this.timeout(START_MS);
  const asTwo = async (): Promise<Record<string, string>> => ({
    ...(await clusterStorage()).env,
    WORKERS: '2',
    LOG_LEVEL: 'silent',
  });

  for (const setting of ['PORT', 'METRICS_PORT']) {
    it(`say in a line that the ${setting} is taken, and are gone`, async () => {
      const other = await startServiceProcess((await clusterStorage()).env);
      try {
        const said = await quireFault({ ...(await asTwo()), [setting]: new URL(other.url).port }, 'serve');
        expect(said).to.match(new RegExp(`^quire: cannot listen on .*${setting}.*EADDRINUSE.*\\n$`));
      } finally {
        await other.stop();
      }
    });
  }

  it('say in a line that the store does not keep create-if-absent, and are gone', async () => {
    const env = await asTwo();
    const s3 = await HttpProxy.start(String(env['S3_ENDPOINT']), async (exchange) => {
      const answer = await exchange.forward();
      exchange.answer(exchange.request.method === 'PUT' ? WON : answer);
    });
    try {
      expect(await quireFault({ ...env, S3_ENDPOINT: s3.url }, 'serve')).to.match(/^quire: .*create-if-absent.*\n$/);
    } finally {
      await s3.close();
    }
  });

  it('say once what is wrong with the configuration', async () => {
    const said = await quireFault({ ...(await asTwo()), MAX_BLOCKS: '0' }, 'serve');
    expect(said.trimEnd().split('\n')).to.have.length(2);
  });
});

describe('cli: numbers of workers', () => {
  let storage: TestStorage;
  before(async () => {
    storage = await embeddedStorage();
  });
  after(() => storage.dispose());

  for (const text of ['0', '-1', '1.5', 'abc', '65']) {
    it(`are refused in a clear line: ${text}`, async () => {
      expect(await quireMisuse(storage.env, 'serve', '--workers', text)).to.match(
        /^quire: option '--workers <number>' argument '.*' is invalid\. it must be a whole number from 1 to 64\.$/m,
      );
    });
  }

  it('are refused in a clear line where they come from the environment', async () => {
    expect(await quireFault({ ...storage.env, WORKERS: 'two' }, 'serve')).to.include(
      '\n  - WORKERS must be a whole number from 1 to 64, not "two"\n',
    );
  });

  it('are one in embedded mode, where a process owns the folder', async () => {
    expect(await quireFault(storage.env, 'serve', '--workers', '2')).to.match(
      /WORKERS must be 1 in embedded mode.*\n$/,
    );
  });
});
