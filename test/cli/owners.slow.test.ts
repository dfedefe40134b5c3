// Slow: starts services of several processes, and waits the five seconds within which a suspension is known.
import { expect } from 'chai';
import { randomBase62 } from '../../src/domain/base62.js';
import { describeModes, embeddedPlace, type Place } from '../support/modes.js';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.js';
import { until } from '../support/until.js';
import { createKey, quire, quireFault, quireJson, type PrintedKey } from './quire.js';

/** So many answers of new connections in a row that no worker is likely to have been left out. */
const ANSWERS = 12;
/** And what a round of looking takes. */
const WITHIN_MS = 6_000;

describeModes('cli: owners, while the service runs', function (makePlace) {
  let place: Place;
  let service: ServiceProcess;
  before(async () => {
    place = await makePlace();
    service = await startServiceProcess({
      ...place.env,
      UNAUTHENTICATED_PER_MINUTE: '1000000',
      WORKERS: place.mode === 'cluster' ? '2' : '1',
    });
  });
  after(async () => {
    await service.stop();
    await place.dispose();
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
    const { key } = await createKey(place.env, '--owner', owner, '--roles', 'folders:read', '--plan', 'unmetered');
    const other = await createKey(place.env, '--owner', `${owner}x`, '--roles', 'folders:read', '--plan', 'unmetered');
    for (const each of [key, other.key]) expect(await statuses(each)).to.deep.equal([200]);
    expect((await quire(place.env, 'owners', 'suspend', owner)).stdout).to.equal(`${owner} is suspended.\n`);
    await becomes(key, 401);
    expect(await statuses(other.key)).to.deep.equal([200]);
    expect(await quireJson(place.env, 'owners', 'resume', owner)).to.deep.equal([{ owner, suspended: false }]);
    await becomes(key, 200);
  }).timeout(40_000);

  it('stay suspended when the index is made anew, and are shown in the list of keys', async () => {
    const owner = `o${randomBase62(10)}`;
    const { id, key } = await createKey(place.env, '--owner', owner, '--roles', 'folders:read', '--plan', 'unmetered');
    expect(await quireJson(place.env, 'owners', 'suspend', owner)).to.deep.equal([{ owner, suspended: true }]);
    expect((await quire(place.env, 'reindex')).code).to.equal(0);
    await becomes(key, 401);
    const listed = (await quireJson<PrintedKey>(place.env, 'keys', 'list')).find((each) => each.id === id);
    expect(listed).to.include({ suspended: true, revoked: null });
    const { stdout } = await quire(place.env, 'keys', 'list');
    expect(stdout).to.match(new RegExp(`^${id} {2}${owner} {2}folders:read {2}suspended$`, 'm'));
  }).timeout(40_000);
});

describe('cli: owners', () => {
  it('that cannot be one are refused in a clear line', async () => {
    const place = await embeddedPlace();
    for (const command of ['suspend', 'resume']) {
      expect(await quireFault(place.env, 'owners', command, '../x')).to.equal('quire: "../x" cannot be an owner\n');
    }
    await place.dispose();
  });
});
