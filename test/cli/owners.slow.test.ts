// Slow: starts services of several processes, and waits the five seconds within which a suspension is known.
import { expect } from 'chai';
import { randomBase62 } from '../../src/domain/base62.js';
import { describeModes, embeddedStorage, type TestStorage } from '../support/modes.js';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.js';
import { until } from '../support/until.js';
import { createKey, quire, quireJson, quireMisuse, type PrintedKey } from './quire.js';

/** So many answers of new connections in a row that no worker is likely to have been left out. */
const ANSWERS = 12;
/** And what a round of looking takes. */
const WITHIN_MS = 6_000;

describeModes('cli: owners, while the service runs', function (makeStorage) {
  let storage: TestStorage;
  let service: ServiceProcess;
  before(async () => {
    storage = await makeStorage();
    service = await startServiceProcess({
      ...storage.env,
      UNAUTHENTICATED_PER_MINUTE: '1000000',
      WORKERS: storage.mode === 'cluster' ? '2' : '1',
    });
  });
  after(async () => {
    await service.stop();
    await storage.dispose();
  });

  async function statuses(key: string): Promise<number[]> {
    const headers = { 'X-API-Key': key, Connection: 'close' };
    const found = new Set<number>();
    for (let n = 0; n < ANSWERS; n++) found.add((await fetch(`${service.url}/v1/folders`, { headers })).status);
    return [...found];
  }

  const becomes = (key: string, status: number) =>
    until(async () => String(await statuses(key)) === String(status), WITHIN_MS);

  it('are suspended and resumed in one command, within 5 seconds in all processes', async () => {
    const owner = `o${randomBase62(10)}`;
    const { key } = await createKey(storage.env, '--owner', owner, '--roles', 'folders:read', '--plan', 'unmetered');
    const other = await createKey(
      storage.env,
      '--owner',
      `${owner}x`,
      '--roles',
      'folders:read',
      '--plan',
      'unmetered',
    );
    for (const each of [key, other.key]) expect(await statuses(each)).to.deep.equal([200]);
    expect((await quire(storage.env, 'owners', 'suspend', owner)).stdout).to.equal(`${owner} is suspended.\n`);
    await becomes(key, 401);
    expect(await statuses(other.key)).to.deep.equal([200]);
    expect(await quireJson(storage.env, 'owners', 'resume', owner)).to.deep.equal([{ owner, suspended: false }]);
    await becomes(key, 200);
  }).timeout(40_000);

  it('stay suspended when the index is made anew, and are shown in the list of keys', async () => {
    const owner = `o${randomBase62(10)}`;
    const { id, key } = await createKey(
      storage.env,
      '--owner',
      owner,
      '--roles',
      'folders:read',
      '--plan',
      'unmetered',
    );
    expect(await quireJson(storage.env, 'owners', 'suspend', owner)).to.deep.equal([{ owner, suspended: true }]);
    expect((await quire(storage.env, 'reindex')).code).to.equal(0);
    await becomes(key, 401);
    const listed = (await quireJson<PrintedKey>(storage.env, 'keys', 'list')).find((each) => each.id === id);
    expect(listed).to.include({ suspended: true, revoked: null });
    const { stdout } = await quire(storage.env, 'keys', 'list');
    expect(stdout).to.match(new RegExp(`^${id} +${owner} +unmetered +suspended `, 'm'));
  }).timeout(40_000);
});

describe('cli: owners', () => {
  it('that cannot be one are refused in a clear line', async () => {
    const storage = await embeddedStorage();
    for (const command of ['suspend', 'resume']) {
      expect(await quireMisuse(storage.env, 'owners', command, '../x')).to.match(
        /^quire: .* an owner is 1 to 64 letters/,
      );
    }
    await storage.dispose();
  });
});
