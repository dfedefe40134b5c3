// Slow: rebuilds an index by several processes, and kills one of them.
/** `quire reindex --workers`: several processes that load one index. */
import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readConfig } from '../../src/config/read-config.js';
import { openObjectStore } from '../../src/backends.js';
import { plantDocuments } from '../maintenance/plant.js';
import { eventually } from '../races/support.js';
import { clusterStorage, embeddedStorage, type TestStorage } from '../support/modes.js';
import { SeededRandom } from '../support/oracle/seeded-random.js';
import { describeCluster } from '../support/backends.js';
import { quire, quireFault, quireJson, quireMisuse, startQuire } from './quire.js';

/** Some batches for each of two processes. */
const DOCUMENTS = 1_200;

type Report = { counts: Record<string, number>; anomalies: object };

describeCluster('cli: a rebuild of two processes', function () {
  this.timeout(120_000);
  let storage: TestStorage;
  before(async () => {
    storage = await clusterStorage();
    const random = new SeededRandom(1);
    const store = await openObjectStore(readConfig(storage.env).storage);
    await plantDocuments(store, {
      owners: ['a', 'b'],
      documents: DOCUMENTS,
      mostVersions: 2,
      random: () => random.next(),
    });
    await store.close();
  });

  it('loads what one loads', async () => {
    const [alone] = await quireJson<Report>(storage.env, 'reindex');
    const { code, stdout, stderr } = await quire(storage.env, 'reindex', '--discard-index', '--workers', '2', '--json');
    expect(code, stderr).to.equal(0);
    expect(stderr).not.to.include('a helper has ended');
    const together = JSON.parse(stdout) as Report;
    expect(alone?.counts['documents']).to.equal(DOCUMENTS);
    expect(together.counts).to.deep.equal(alone?.counts);
    expect(together.anomalies).to.deep.equal(alone?.anomalies);
  });

  it('comes to its end when the other one is killed, and says so', async () => {
    const running = startQuire(storage.env, 'reindex', '--discard-index', '--workers', '2', '--json');
    let helper: number | undefined;
    await eventually('there is a helper', async () => (helper = await childOf(running.pid)) !== undefined);
    process.kill(helper as number, 'SIGKILL');
    const { code, stdout, stderr } = await running.ended;
    expect(code, stderr).to.equal(0);
    expect(stderr).to.include('a helper has ended (SIGKILL)');
    expect((JSON.parse(stdout) as Report).counts['documents']).to.equal(DOCUMENTS);
  });
});

describe('cli: numbers of processes of a rebuild', () => {
  it('are refused in a clear line, and in embedded mode', async () => {
    const { env, dispose } = await embeddedStorage();
    expect(await quireMisuse(env, 'reindex', '--workers', '0')).to.match(
      /^quire: option '--workers <number>'.*from 1 to 64/m,
    );
    expect(await quireFault(env, 'reindex', '--workers', '2')).to.match(/--workers must be 1 in embedded mode.*\n$/);
    await dispose();
  });
});

async function childOf(pid: number): Promise<number | undefined> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  const row = rows.find(([, parent, ...args]) => parent === String(pid) && args.includes('reindex-helper'));
  return row && Number(row[0]);
}
