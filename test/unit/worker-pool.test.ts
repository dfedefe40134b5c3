import { expect } from 'chai';
import { WorkerPool, RestartPauses } from '../../src/workers/worker-pool.js';
import { until } from '../support/until.js';
import { FakeMember, settled } from './fake-member.js';

const SOON_MS = 10;

describe('a pool of workers', () => {
  let forked: FakeMember[];
  let told: string[];
  let pool: WorkerPool<FakeMember>;
  beforeEach(() => recruit(3));
  afterEach(async () => {
    const stopping = pool.stop(SOON_MS);
    await Promise.all(forked.map((member) => member.ends()));
    await stopping;
  });

  function recruit(size: number): void {
    forked = [];
    told = [];
    const nameOf = (member: FakeMember) => forked.indexOf(member);
    pool = new WorkerPool({
      size,
      fork: (options) => {
        const member = new FakeMember(options);
        forked.push(member);
        return member;
      },
      onListening: ({ port: at }) => {
        told.push(`at ${at}`);
      },
      onJoined: (member) => {
        told.push(`${nameOf(member)} joined`);
      },
      onLeft: (member, { pauseMs }) => {
        told.push(`${nameOf(member)} left, ${pauseMs}`);
      },
    });
    pool.start();
  }

  async function complete(port: number): Promise<void> {
    await at(0).listens(port);
    await at(0).isPrepared();
    for (const member of forked.slice(1)) await member.listens(port);
  }

  function at(index: number): FakeMember {
    const member = forked[index];
    if (!member) throw new Error(`only ${forked.length} were forked`);
    return member;
  }

  it('begins with one, and is complete when that one has prepared the store', async () => {
    expect(forked).to.have.length(1);
    await at(0).listens(4_000);
    expect(forked).to.have.length(1);
    await at(0).isPrepared();
    expect(forked.map(({ options }) => options.isPrepared)).to.deep.equal([false, true, true]);
  });

  it('says once where it listens', async () => {
    await complete(4_000);
    expect(told).to.deep.equal(['at 4000', '0 joined', '1 joined', '2 joined']);
  });

  it('replaces a worker that dies', async () => {
    await complete(4_000);
    await at(1).ends({ signal: 'SIGKILL' });
    await until(async () => forked.length === 4);
    expect(at(3).options.isPrepared).to.equal(true);
    expect(told).to.include('1 left, 0');
  });

  it('has the store prepared by another one when the first dies before it has done that', async () => {
    await at(0).listens(4_000);
    await at(0).ends({ signal: 'SIGKILL' });
    await until(async () => forked.length === 2);
    expect(at(1).options.isPrepared).to.equal(false);
    await at(1).listens(4_000);
    await at(1).isPrepared();
    expect(forked).to.have.length(4);
  });

  it('fails when the first ends before it listens, and says why', async () => {
    await at(0).ends({ code: 1, reason: 'the port is taken' });
    expect(await failure()).to.equal('the port is taken');
    recruit(2);
    await at(0).ends({ signal: 'SIGSEGV' });
    expect(await failure()).to.match(/SIGSEGV/);
    expect(forked).to.have.length(1);
  });

  it('fails when the first refuses the store, and not by a refusal later', async () => {
    await at(0).listens(4_000);
    await at(0).ends({ code: 1, reason: 'a bad store' });
    expect(await failure()).to.equal('a bad store');
    recruit(2);
    await complete(4_000);
    await at(1).ends({ code: 1, reason: 'a file is gone' });
    await until(async () => forked.length === 3);
  });

  it('asks all to end, waits for them, and replaces nobody', async () => {
    await complete(4_000);
    const stopping = pool.stop(60_000);
    for (const member of forked) expect(member.asked).to.deep.equal(['stop']);
    for (const member of forked) await member.ends({ code: 0 });
    expect(await stopping).to.equal(0);
    await settled();
    expect(forked).to.have.length(3);
    expect(told).to.include('0 left, undefined');
  });

  it('kills who does not end in time, and says how many failed', async () => {
    await complete(4_000);
    const stopping = pool.stop(SOON_MS);
    await at(1).ends({ code: 0 });
    expect(await stopping).to.equal(2);
    expect(forked.map(({ asked }) => asked.at(-1))).to.deep.equal(['kill', 'stop', 'kill']);
  });

  it('does not take it for a failure when one ends that did not listen yet', async () => {
    await at(0).listens(4_000);
    await at(0).isPrepared();
    const stopping = pool.stop(60_000);
    await at(0).ends({ code: 0 });
    for (const member of forked.slice(1)) await member.ends({ signal: 'SIGKILL' });
    expect(await stopping).to.equal(0);
  });

  async function failure(): Promise<string> {
    return pool.fatal.catch((error: Error) => error.message);
  }
});

describe('pauses before another worker', () => {
  it('are left out after one death, and grow with each death in a row, up to half a minute', () => {
    const pauses = new RestartPauses();
    const given = Array.from({ length: 10 }, () => pauses.after(59_999));
    expect(given).to.deep.equal([0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('begin anew after one that has lived for a minute', () => {
    const pauses = new RestartPauses();
    expect([0, 0, 0, 60_000, 0, 0].map((lived) => pauses.after(lived))).to.deep.equal([0, 500, 1_000, 0, 500, 1_000]);
  });
});
