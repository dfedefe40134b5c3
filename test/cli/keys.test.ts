import { expect } from 'chai';
import { randomBase62 } from '../../src/domain/base62.js';
import { describeModes, embeddedStorage, type TestStorage } from '../support/modes.js';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.js';
import { createKey, quire, quireFault, quireJson, quireMisuse, type PrintedKey } from './quire.js';

const SETTINGS = { PLANS: '{"own":{"per_minute":77,"per_day":100,"documents_per_month":5}}' };

describeModes('cli: keys, while the service runs', function (makeStorage) {
  let storage: TestStorage;
  let env: Record<string, string>;
  let service: ServiceProcess;
  before(async () => {
    storage = await makeStorage();
    env = { ...storage.env, ...SETTINGS };
    service = await startServiceProcess(env);
  });
  after(async () => {
    await service.stop();
    await storage.dispose();
  });

  const get = (key: string, path = '/v1/folders') => fetch(service.url + path, { headers: { 'X-API-Key': key } });
  const newOwner = () => `o${randomBase62(10)}`;

  it('are made, printed once, and work at once', async () => {
    const owner = newOwner();
    const made = await createKey(
      env,
      '--owner',
      owner,
      '--roles',
      'folders:read,documents:read',
      '--label',
      'a pipeline',
    );
    expect(made).to.have.all.keys('key', 'id', 'owner', 'roles', 'label', 'created', 'expires', 'retires', 'revoked');
    expect(made).to.deep.include({
      owner,
      roles: ['folders:read', 'documents:read'],
      label: 'a pipeline',
      expires: null,
      revoked: null,
    });
    expect(made.key).to.match(/^dk_[0-9A-Za-z]{49}$/);
    expect(made.id).to.match(/^key_[0-9A-Za-z]{12}$/);
    expect((await get(made.key)).status).to.equal(200);
    expect((await get(made.key, '/v1/documents/search?q=x')).status).to.equal(200);
    const refused = await fetch(`${service.url}/v1/folders`, { method: 'POST', headers: { 'X-API-Key': made.key } });
    expect(refused.status).to.equal(403);
  });

  it('are made in words for people', async () => {
    const owner = newOwner();
    const { code, stdout } = await quire(env, 'keys', 'create', '--owner', owner, '--roles', 'none');
    expect(code).to.equal(0);
    const [key = '', line] = stdout.trimEnd().split('\n');
    expect(line).to.match(new RegExp(`^key_\\w+ {2}${owner} {2}none {2}active$`));
    expect((await get(key)).status).to.equal(403);
  });

  it('come with a plan, and the plan can be set alone', async () => {
    const owner = newOwner();
    const limitOf = async (key: string) => (await get(key)).headers.get('X-RateLimit-Limit');
    const first = await createKey(env, '--owner', owner, '--roles', 'folders:read', '--plan', 'own');
    expect(await limitOf(first.key)).to.equal('77');
    const other = newOwner();
    const free = await createKey(env, '--owner', other, '--roles', 'folders:read');
    const { code, stdout } = await quire(env, 'owners', 'set-plan', other, 'pro');
    expect([code, stdout]).to.deep.equal([0, `${other} has the plan pro.\n`]);
    expect(await limitOf(free.key)).to.equal('300');
  });

  it('are listed without themselves, oldest first', async () => {
    const owner = newOwner();
    const made: PrintedKey[] = [];
    for (const label of ['1', '2'])
      made.push(await createKey(env, '--owner', owner, '--roles', 'none', '--label', label));
    const listed = (await quireJson<PrintedKey>(env, 'keys', 'list')).filter((each) => each.owner === owner);
    expect(listed.map(({ id }) => id)).to.deep.equal(made.map(({ id }) => id));
    for (const each of listed) expect(each).not.to.have.any.keys('key');
    const { stdout } = await quire(env, 'keys', 'list');
    for (const { id, key } of made) expect(stdout).to.include(id).and.not.include(key);
  });

  it('are rotated: the new one is like the old, which lives on for its grace', async () => {
    const old = await createKey(env, '--owner', newOwner(), '--roles', 'folders:read', '--label', 'x');
    const [fresh] = await quireJson<PrintedKey>(env, 'keys', 'rotate', old.id, '--grace', '1h');
    expect(fresh).to.deep.include({ owner: old.owner, roles: old.roles, label: 'x', expires: null });
    expect([fresh?.id, fresh?.key]).not.to.include.members([old.id, old.key]);
    for (const { key } of [old, fresh as PrintedKey]) expect((await get(key)).status).to.equal(200);
    const listed = (await quireJson<PrintedKey>(env, 'keys', 'list')).find(({ id }) => id === old.id);
    expect(Date.parse(listed?.retires ?? '') - Date.now()).to.be.within(3_500_000, 3_600_000);
  });

  it('rotated without grace do not work any more', async () => {
    const old = await createKey(env, '--owner', newOwner(), '--roles', 'folders:read');
    await quireJson(env, 'keys', 'rotate', old.id, '--grace', '0s');
    expect((await get(old.key)).status).to.equal(401);
  });

  it('are revoked for good', async () => {
    const made = await createKey(env, '--owner', newOwner(), '--roles', 'folders:read');
    const [revoked] = await quireJson<PrintedKey>(env, 'keys', 'revoke', made.id);
    expect(revoked?.revoked).to.be.a('string');
    expect((await get(made.key)).status).to.equal(401);
    expect(await quireFault(env, 'keys', 'rotate', made.id)).to.match(/^quire: the key key_\w+ does not work any more/);
  });

  it('expire when they are told to', async () => {
    const time = new Date(Date.now() + 3_600_000).toISOString();
    const made = await createKey(env, '--owner', newOwner(), '--roles', 'folders:read', '--expires', time);
    expect(made.expires).to.equal(time);
  });
});

describeModes('cli: keys without a service', (makeStorage) => {
  it('are made, listed and revoked all the same', async () => {
    const { env, dispose } = await makeStorage();
    const made = await createKey(env, '--owner', 'alice', '--roles', 'none');
    expect((await quireJson<PrintedKey>(env, 'keys', 'list')).map(({ id }) => id)).to.deep.equal([made.id]);
    await quireJson(env, 'keys', 'revoke', made.id);
    expect((await quire(env, 'keys', 'list')).stdout).to.match(/ revoked +\d{4}-/);
    await dispose();
  });
});

describe('cli: the help of keys', () => {
  it('prints a default as it is typed', async () => {
    expect((await quire({}, 'keys', 'rotate', '--help')).stdout).to.include('(default: 24h)');
  });
});

describe('cli: wrong arguments', () => {
  let storage: TestStorage;
  before(async () => {
    storage = await embeddedStorage();
  });
  after(() => storage.dispose());

  const NEW = ['keys', 'create', '--owner', 'a'];
  const WRONG: [typeof quireFault, string[], RegExp][] = [
    [quireMisuse, ['keys', 'create', '--roles', 'none'], /required option '--owner/],
    [quireMisuse, [...NEW, '--roles', 'documents:read,admin'], /there is no role admin; roles are documents:read, /],
    [
      quireMisuse,
      [...NEW, '--roles', 'none', '--plan', 'gold'],
      /^quire: there is no plan gold; plans are free, .*\n$/,
    ],
    [quireMisuse, [...NEW, '--roles', 'none', '--expires', 'soon'], /it must be a date like/],
    [quireMisuse, ['keys', 'create', '--owner', '../x', '--roles', 'none'], /^quire: .* an owner is 1 to 64 letters/],
    [quireFault, ['keys', 'revoke', 'key_none'], /^quire: there is no key key_none\n$/],
    [quireMisuse, ['keys', 'list', '--all'], /^quire: unknown option '--all'\nSee `quire keys list --help`.\n$/],
    [quireMisuse, ['keys'], /\nquire: no command is named\n$/],
    [quireMisuse, ['owners', 'set-plan', '/', 'pro'], /^quire: .*'\/' is invalid.*an owner is 1 to 64 letters/],
  ];
  for (const [refused, args, expected] of WRONG) {
    it(`are refused in a clear line: quire ${args.join(' ')}`, async () => {
      expect(await refused(storage.env, ...args)).to.match(expected);
    });
  }

  it('make nothing', async () => {
    await quireMisuse(storage.env, ...NEW, '--roles', 'none', '--plan', 'gold');
    expect(await quireJson(storage.env, 'keys', 'list')).to.deep.equal([]);
  });
});
