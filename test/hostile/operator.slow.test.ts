// Slow: waits the five seconds within which a suspension is known.
/** What an operator needs against an owner or a stranger who does harm. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { freePorts } from '../../scripts/stack/ports.js';
import { quire } from '../cli/quire.js';
import { describeModes, embeddedStorage } from '../support/modes.js';
import { eventually } from './support/eventually.js';
import { HostileTarget } from './support/target.js';

const TEST_MS = 60_000;
const WITHIN_MS = 5_000;
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

describeModes('hostile: an owner who is suspended', (makeStorage) => {
  let target: HostileTarget;
  before(async () => {
    target = await HostileTarget.start(await makeStorage());
  });
  after(() => target.dispose());

  async function run(...args: string[]): Promise<void> {
    const { code, stderr } = await quire(target.env, ...args);
    expect(code, stderr).to.equal(0);
  }

  it('has no key and no page within five seconds, and has them again when that is lifted', async function () {
    this.timeout(TEST_MS);
    const [key, other] = [await target.key({ owner: 'abuser' }), await target.key()];
    const id = await target.create(key, { visibility: 'public' });
    const othersId = await target.create(other, { visibility: 'public' });
    const read = (by: string) => target.get('/v1/folders', { 'X-API-Key': by });
    const page = async (of: string) => (await target.get(`/d/${of}`)).status;
    const isSuspended = async () => (await read(key)).status === 401 && (await page(id)) === 404;
    const isServed = async () => (await read(key)).status === 200 && (await page(id)) === 200;
    expect(await isServed()).to.equal(true);
    await run('owners', 'suspend', 'abuser');
    await eventually('suspended', WITHIN_MS, isSuspended);
    expect((await read(key)).text).to.match(/INVALID_API_KEY/);
    expect([(await read(other)).status, await page(othersId)]).to.deep.equal([200, 200]);
    await run('owners', 'resume', 'abuser');
    await eventually('served', WITHIN_MS, isServed);
  });

  it('stays suspended for a process that is started later', async function () {
    this.timeout(TEST_MS);
    const key = await target.key({ owner: 'repeater' });
    await run('owners', 'suspend', 'repeater');
    // In embedded mode one process at a time has the folder.
    await target.stop();
    target = await HostileTarget.start(target.storage);
    expect((await target.get('/v1/folders', { 'X-API-Key': key })).status).to.equal(401);
  });
});

describe('hostile: what others on the machine can see', function () {
  this.timeout(TEST_MS);
  let target: HostileTarget;
  before(async () => {
    const storage = await embeddedStorage();
    const [port] = await freePorts(1);
    const settings = {
      HOST: '0.0.0.0',
      METRICS_PORT: String(port),
      DATA_DIR: join(String(storage.env['DATA_DIR']), 'data'),
    };
    target = await HostileTarget.start(storage, { settings });
    await target.create(await target.key(), {});
  });
  after(() => target.dispose());

  it("leaves out all data: the folder and every file in it is its owner's alone", () => {
    const root = String(target.env['DATA_DIR']);
    const names = readdirSync(root);
    expect(names).to.include.members(['log.db', 'log.db-wal', 'log.db-shm', 'index-1.db', 'owner.db']);
    const modes = ['', ...names].map((name) => [name, statSync(join(root, name)).mode & 0o777]);
    expect(modes).to.deep.equal([['', FOLDER_MODE], ...names.map((name) => [name, FILE_MODE])]);
  });

  it('includes the metrics, which no other machine can ask for unless METRICS_HOST lets it', async () => {
    expect(listeningAddress(Number(target.env['METRICS_PORT']))).to.equal('0100007F');
    expect(listeningAddress(Number(new URL(target.url).port))).to.equal('00000000');
    const [port] = await freePorts(1);
    const other = await HostileTarget.start(await embeddedStorage(), {
      settings: { METRICS_PORT: String(port), METRICS_HOST: '0.0.0.0' },
    });
    expect(listeningAddress(Number(port))).to.equal('00000000');
    await other.dispose();
  });
});

describe('hostile: the log', function () {
  this.timeout(TEST_MS);
  let target: HostileTarget;
  before(async () => {
    target = await HostileTarget.start(await embeddedStorage(), { settings: { UNAUTHENTICATED_PER_MINUTE: '3' } });
  });
  after(() => target.dispose());

  it("names the client's address of each 401 and 429", async () => {
    for (let n = 0; n < 6; n++) await target.get('/v1/folders');
    const logged = (status: number) => target.service.lines.filter((line) => line.includes(`"status":${status}`));
    await eventually('logged', WITHIN_MS, () => logged(401).length === 3 && logged(429).length === 3);
    for (const line of [...logged(401), ...logged(429)]) expect(line).to.match(/"127\.0\.0\.1"/);
  });
});

/** As the kernel writes it; of version 4. */
function listeningAddress(port: number): string | undefined {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  return lines.find(([, local, , state]) => state === '0A' && local?.endsWith(suffix))?.[1]?.split(':')[0];
}
