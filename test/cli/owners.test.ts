import { expect } from 'chai';
import { randomBase62 } from '../../src/domain/base62.js';
import { describeModes, type TestStorage } from '../support/modes.js';
import { startServiceProcess } from '../support/service-process.js';
import { createKey, quire, quireFault, quireJson, type PrintedKey } from './quire.js';

const SETTINGS = {
  DEFAULT_PLAN: 'free',
  PLANS: '{"own":{"per_minute":77,"per_day":100000,"documents_per_month":5,"bytes_per_day":1000}}',
};

describeModes('cli: what operators see of keys and owners', (makeStorage) => {
  let storage: TestStorage;
  let env: Record<string, string>;
  let alice: PrintedKey;
  let bob: PrintedKey;
  before(async () => {
    storage = await makeStorage();
    env = { ...storage.env, ...SETTINGS };
    const label = ['--label', 'a pipeline'];
    alice = await createKey(env, '--owner', 'alice', '--roles', 'documents:read', '--plan', 'own', ...label);
    bob = await createKey(env, '--owner', 'bob', '--roles', 'none', '--expires', '2131-01-31');
    const gone = await createKey(env, '--owner', 'bob', '--roles', 'none');
    await quireJson(env, 'keys', 'revoke', gone.id);
    await quireJson(env, 'owners', 'set-plan', 'carol', 'pro');
    await quireJson(env, 'owners', 'suspend', 'dave');
  });
  after(() => storage.dispose());

  const told = async (...args: string[]) => {
    const { code, stdout, stderr } = await quire(env, ...args);
    expect([code, stderr]).to.deep.equal([0, '']);
    return stdout.trimEnd().split('\n');
  };

  it('is a table of keys, with a header, plan and dates', async () => {
    const [header = '', first = '', second = '', third = ''] = await told('keys', 'list');
    expect(header.split(/ +/)).to.deep.equal(['ID', 'OWNER', 'PLAN', 'STATE', 'CREATED', 'ENDS', 'ROLES', 'LABEL']);
    const created = alice.created.replace(/\.\d+Z$/, 'Z');
    expect(first.split(/ {2,}/)).to.deep.equal([
      alice.id,
      'alice',
      'own',
      'active',
      created,
      'never',
      'documents:read',
      'a pipeline',
    ]);
    expect(second).to.match(
      new RegExp(`^${bob.id} +bob +free \\(default\\) +active +\\S+ +2131-01-31T00:00:00Z +none$`),
    );
    expect(third).to.match(/ revoked +\S+ +\d{4}-\S+Z +none$/);
    for (const line of [first, second, third])
      expect(line.indexOf(' alice')).to.be.oneOf([header.indexOf(' OWNER'), -1]);
  });

  it('is JSON with stable names: those of a key, whether its owner is suspended, and the plan', async () => {
    const [first, second] = await quireJson<object>(env, 'keys', 'list');
    const { key: _, ...record } = alice;
    expect(first).to.deep.equal({ ...record, suspended: false, plan: 'own', plan_set: 'own' });
    expect(second).to.include({ owner: 'bob', plan: 'free', plan_set: null });
  });

  it('is a table of owners: those of a key, of a plan or of a suspension', async () => {
    const lines = await told('owners', 'list');
    expect(lines.map((line) => line.split(/ {2,}/))).to.deep.equal([
      ['OWNER', 'PLAN', 'STATE', 'KEYS', 'USABLE'],
      ['alice', 'own', 'active', '1', '1'],
      ['bob', 'free (default)', 'active', '2', '1'],
      ['carol', 'pro', 'active', '0', '0'],
      ['dave', 'free (default)', 'suspended', '0', '0'],
    ]);
    expect((await quireJson(env, 'owners', 'list'))[1]).to.deep.equal({
      owner: 'bob',
      plan: 'free',
      plan_set: null,
      suspended: false,
      keys: 2,
      usable_keys: 1,
    });
  });

  it('is the plan of an owner with its limits, and the keys', async () => {
    const lines = (await told('owners', 'show', 'alice')).join('\n');
    for (const line of [
      /^Plan +own$/m,
      /^Requests +77 a minute, 100,000 a day/m,
      /^Documents +5 a month/m,
      /^Stored +1\.0 KB a day/m,
      new RegExp(`^${alice.id} +alice +own +active `, 'm'),
    ])
      expect(lines).to.match(line);
    const [shown] = await quireJson<{ keys: PrintedKey[]; limits: object }>(env, 'owners', 'show', 'alice');
    expect(shown).to.include({ owner: 'alice', plan: 'own', plan_set: 'own', suspended: false });
    // In embedded mode the service counts, and none runs.
    if (storage.mode === 'embedded') expect(shown).to.include({ used: null });
    expect(shown?.limits).to.deep.equal({
      per_minute: 77,
      per_day: 100_000,
      documents_per_month: 5,
      bytes_per_day: 1_000,
    });
    expect(shown?.keys.map(({ id }) => id)).to.deep.equal([alice.id]);
    expect(await told('owners', 'show', 'dave')).to.include(
      'State      suspended: no key works, and no public page is shown',
    );
  });

  it('names a plan that is gone, beside the one that holds', async () => {
    const { stdout } = await quire({ ...env, PLANS: '' }, 'owners', 'list');
    expect(stdout).to.match(/^alice +free \(own is gone\) /m);
  });

  it('counts no key of a suspended owner as usable', async () => {
    await createKey(env, '--owner', 'frank', '--roles', 'none');
    await quireJson(env, 'owners', 'suspend', 'frank');
    expect((await told('owners', 'list')).find((line) => line.startsWith('frank'))).to.match(/suspended +1 +0$/);
    const listed = await quireJson<{ owner: string }>(env, 'owners', 'list');
    expect(listed.find(({ owner }) => owner === 'frank')).to.include({ suspended: true, keys: 1, usable_keys: 0 });
    await quireJson(env, 'owners', 'resume', 'frank');
    expect((await told('owners', 'list')).find((line) => line.startsWith('frank'))).to.match(/active +1 +1$/);
  });

  it('is a clear line for an owner of whom nothing is known', async () => {
    expect(await quireFault(env, 'owners', 'show', 'eve')).to.match(/^quire: no owner eve is known/);
  });
});

describeModes('cli: what an owner has used', (makeStorage) => {
  it('is told of the windows under way, and not counted itself; in embedded mode by the service alone', async () => {
    const storage = await makeStorage();
    const env = { ...storage.env, ...SETTINGS };
    const service = await startServiceProcess(env);
    try {
      const owner = `o${randomBase62(10)}`;
      const roles = 'documents:write,folders:read';
      const { key } = await createKey(env, '--owner', owner, '--roles', roles, '--plan', 'own');
      const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ title: 'A', blocks: [] });
      await fetch(`${service.url}/v1/folders`, { headers });
      expect((await fetch(`${service.url}/v1/documents`, { method: 'POST', headers, body })).status).to.equal(201);
      if (storage.mode === 'embedded') {
        const [shown] = await quireJson<{ used: null }>(env, 'owners', 'show', owner);
        expect(shown?.used).to.equal(null);
        expect((await quire(env, 'owners', 'show', owner)).stdout).to.match(/^Used +not known here: GET \/v1\/limits/m);
        return;
      }
      const used = { documents_this_month: 1, bytes_this_day: body.length, this_day: 2 };
      for (let look = 0; look < 2; look++) {
        const [shown] = await quireJson<{ used: object }>(env, 'owners', 'show', owner);
        expect(shown?.used).to.include(used);
      }
      const { stdout } = await quire(env, 'owners', 'show', owner);
      expect(stdout).to.match(
        /^Used +\d requests this minute, 2 this day, 1 documents this month, 25 bytes this day$/m,
      );
    } finally {
      await service.stop();
      await storage.dispose();
    }
  });
});
