import { userInfo } from 'node:os';
import { expect } from 'chai';
import { ROLES } from '../../src/domain/api-key.js';
import { embeddedStorage, type TestStorage } from '../support/modes.js';
import { startServiceProcess } from '../support/service-process.js';
import { until } from '../support/until.js';
import { quire, type PrintedKey } from './quire.js';

type Line = Record<string, unknown>;

/** The lines that tell of changes, without their times, which must be there. */
function changesIn(log: readonly string[]): Line[] {
  const lines = log.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Line);
  return lines
    .filter(({ msg }) => msg === 'audit')
    .map(({ time, msg: _, level, ...change }) => {
      expect(Date.now() - Date.parse(String(time))).to.be.within(0, 60_000);
      expect(level).to.equal(30);
      return change;
    });
}

const by = userInfo().username;

describe('cli: changes of keys, plans and owners', () => {
  let storage: TestStorage;
  before(async () => {
    storage = await embeddedStorage();
  });
  after(() => storage.dispose());

  async function told(...args: string[]): Promise<{ changes: Line[]; stdout: string }> {
    const { code, stdout, stderr } = await quire({ ...storage.env, LOG_LEVEL: 'silent' }, ...args);
    expect(code, stderr).to.equal(0);
    expect(stderr).not.to.match(/dk_|[0-9a-f]{64}/);
    return { changes: changesIn(stderr.split('\n')), stdout };
  }

  it('are told one by one on standard error, by whom, and without the key', async () => {
    const made = await told('keys', 'create', '--owner', 'alice', '--roles', 'folders:read', '--plan', 'pro', '--json');
    const { id: keyId } = JSON.parse(made.stdout) as PrintedKey;
    expect(made.changes).to.deep.equal([
      { change: 'plan set', owner: 'alice', plan: 'pro', by },
      { change: 'key created', owner: 'alice', keyId, roles: ['folders:read'], expires: null, by },
    ]);
    const rotated = await told('keys', 'rotate', keyId, '--grace', '1h', '--json');
    const { id: newKeyId } = JSON.parse(rotated.stdout) as PrintedKey;
    expect(rotated.changes).to.deep.equal([
      { change: 'key rotated', owner: 'alice', keyId, newKeyId, graceMs: 3_600_000, by },
    ]);
    expect((await told('keys', 'revoke', keyId)).changes).to.deep.equal([
      { change: 'key revoked', owner: 'alice', keyId, by },
    ]);
    expect((await told('owners', 'suspend', 'alice')).changes).to.deep.equal([
      { change: 'owner suspended', owner: 'alice', by },
    ]);
    expect((await told('owners', 'resume', 'alice')).changes).to.deep.equal([
      { change: 'owner resumed', owner: 'alice', by },
    ]);
  }).timeout(60_000);

  it('are not told where nothing was changed', async () => {
    expect((await told('keys', 'list')).changes).to.deep.equal([]);
    const { code, stderr } = await quire(storage.env, 'owners', 'set-plan', 'alice', 'gold');
    expect(code).to.equal(2);
    expect(changesIn(stderr.split('\n'))).to.deep.equal([]);
  });

  it('are told in the log of a service that makes the first key', async () => {
    const fresh = await embeddedStorage();
    const service = await startServiceProcess(fresh.env);
    try {
      await until(async () => service.lines.filter((line) => line.includes('"msg":"audit"')).length >= 2);
      const changes = changesIn(service.lines);
      expect(changes[0]).to.deep.equal({ change: 'plan set', owner: 'me', plan: 'unmetered', by });
      expect(changes[1]).to.deep.include({ change: 'key created', owner: 'me', roles: [...ROLES], by });
      expect(changes).to.have.length(2);
    } finally {
      await service.stop();
      await fresh.dispose();
    }
  });
});
