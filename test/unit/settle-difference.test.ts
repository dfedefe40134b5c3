import { expect } from 'chai';
import { encodeObject } from '../../src/log/json-objects.js';
import { assetEntryKey, folderKey, lifeKey, ownerKey, slotKey, suspensionKey } from '../../src/log/object-keys.js';
import { kindOfKey, type LogKind } from '../../src/maintenance/shared/sync-kinds.js';
import { settleDifference } from '../../src/maintenance/sync/settle-difference.js';
import { newDocumentId } from '../support/log-objects.js';

const HASH = 'c'.repeat(64);
const KEY = `keys/${HASH}.json`;
const RECORD = {
  id: 'key_1',
  owner: 'alice',
  roles: ['documents:read'],
  label: null,
  created: '2026-01-01T00:00:00.000Z',
  expires: null,
};
const MAY = '2026-05-01T00:00:00.000Z';
const JUNE = '2026-06-01T00:00:00.000Z';

function settled(key: string, source: object | string, target: object | string) {
  const bytes = (value: object | string) =>
    typeof value === 'string' ? Buffer.from(value) : encodeObject(value as Record<string, unknown>);
  const kind = kindOfKey(key) as LogKind;
  return settleDifference(kind, { key, source: bytes(source), target: bytes(target) });
}

const key = (retires: string | null, changes: object = {}) => ({ ...RECORD, retires, ...changes });

describe('two objects of one name', () => {
  it('that are equal are left, readable or not', () => {
    expect(settled(slotKey(newDocumentId(), 1), 'torn', 'torn')).to.equal('keep');
  });

  it('are a conflict where they are written once', () => {
    for (const name of [slotKey(newDocumentId(), 1), lifeKey(newDocumentId(), 1), folderKey(newDocumentId())]) {
      expect(settled(name, { id: '1' }, { id: '2' })).to.have.property('why');
    }
  });

  it('are left where entries of an asset say the same, and a conflict where they do not', () => {
    const entry = assetEntryKey({ owner: 'alice', sha256: HASH }, 2);
    const kept = { kind: 'kept', life: 1, at: MAY };
    expect(settled(entry, kept, { ...kept, at: JUNE })).to.equal('keep');
    for (const other of [
      { kind: 'ended', at: MAY },
      { ...kept, life: 2 },
    ]) {
      expect(settled(entry, kept, other)).to.have.property('why');
    }
  });

  it('are replaced where a key retires earlier at the source', () => {
    expect(settled(KEY, key(MAY), key(null))).to.equal('replace');
    expect(settled(KEY, key(MAY), key(JUNE))).to.equal('replace');
  });

  it('are left where a key retires earlier at the target', () => {
    expect(settled(KEY, key(null), key(MAY))).to.equal('keep');
    expect(settled(KEY, key(JUNE), key(MAY))).to.equal('keep');
  });

  it('are a conflict where two records of one key say something else', () => {
    const roles = ['documents:read', 'documents:write'];
    expect(settled(KEY, key(MAY, { roles }), key(null))).to.have.property('why');
    expect(settled(KEY, key(null, { owner: 'bob' }), key(null))).to.have.property('why');
  });

  it('are a conflict that names both where an owner has two plans', () => {
    const settlement = settled(ownerKey('alice'), { owner: 'alice', plan: 'pro' }, { owner: 'alice', plan: 'free' });
    expect(settlement)
      .to.have.property('why')
      .that.matches(/the plan is pro at the source and free at the target/);
  });

  it('are left where they say the same in another order', () => {
    expect(settled(ownerKey('alice'), { owner: 'alice', plan: 'pro' }, { plan: 'pro', owner: 'alice' })).to.equal(
      'keep',
    );
  });

  it('are left where a key was revoked at both', () => {
    expect(settled(`revocations/${HASH}.json`, { revoked: MAY }, { revoked: JUNE })).to.equal('keep');
  });

  it('are left where one owner was suspended at both', () => {
    const name = suspensionKey({ owner: 'alice', number: 1, state: 'suspended' });
    expect(settled(name, { at: MAY }, { at: JUNE })).to.equal('keep');
  });

  it('are a conflict where one is not readable', () => {
    for (const name of [KEY, ownerKey('alice'), `revocations/${HASH}.json`]) {
      expect(settled(name, { revoked: MAY }, '{"format":3,"rev'), name).to.have.property('why');
    }
    expect(settled(`revocations/${HASH}.json`, { revoked: MAY }, { revoked: null })).to.have.property('why');
  });
});
