import { expect } from 'chai';
import { hashApiKey, isApiKey, isOwnerName, isUsable, newApiKey, type ApiKeyRecord } from '../../src/domain/api-key.js';

const NOW = new Date('2026-05-01T12:00:00.000Z');

function record(overrides: Partial<ApiKeyRecord>): ApiKeyRecord {
  return {
    id: 'key_1',
    owner: 'alice',
    roles: [],
    label: null,
    created: NOW.toISOString(),
    expires: null,
    retires: null,
    revoked: null,
    ...overrides,
  };
}

describe('API keys', () => {
  it('are dk_, 43 base62 characters and a checksum of 6, and never come twice', () => {
    const keys = Array.from({ length: 500 }, newApiKey);
    for (const key of keys) {
      expect(key).to.match(/^dk_[0-9A-Za-z]{49}$/);
      expect(isApiKey(key)).to.equal(true);
    }
    expect(new Set(keys).size).to.equal(500);
  });

  it('are told from what has one character changed, anywhere', () => {
    const key = newApiKey();
    for (let i = 0; i < key.length; i++) {
      const changed = key.slice(0, i) + (key[i] === 'a' ? 'b' : 'a') + key.slice(i + 1);
      expect(isApiKey(changed), String(i)).to.equal(false);
    }
  });

  it('are told from everything else', () => {
    const key = newApiKey();
    for (const text of [
      '',
      'dk_',
      key.slice(0, -1),
      `${key}0`,
      ` ${key}`,
      `${key}\n`,
      key.toLowerCase(),
      key.slice(3),
      `${key},${key}`,
    ]) {
      expect(isApiKey(text), text).to.equal(false);
    }
  });

  it('of earlier releases stay keys', () => {
    expect(isApiKey(FIXED)).to.equal(true);
  });

  it('are stored as their SHA-256', () => {
    expect(hashApiKey('abc')).to.equal('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('can be used until they expire or are revoked', () => {
    const [past, now, future] = ['2026-05-01T11:59:59.999Z', NOW.toISOString(), '2026-05-01T12:00:00.001Z'];
    expect(isUsable(record({}), NOW)).to.equal(true);
    expect(isUsable(record({ expires: future }), NOW)).to.equal(true);
    expect(isUsable(record({ revoked: future }), NOW)).to.equal(false);
    for (const time of [past, now]) {
      expect(isUsable(record({ expires: time }), NOW)).to.equal(false);
      expect(isUsable(record({ revoked: time }), NOW)).to.equal(false);
    }
  });

  it('cannot be used where one of their times is none', () => {
    for (const time of ['garbage', '', '2026-13-45', 'never']) {
      for (const end of ['expires', 'retires', 'revoked']) {
        expect(isUsable(record({ [end]: time }), NOW), `${end} ${time}`).to.equal(false);
      }
    }
  });

  it('belong to owners whose name can be a segment of an object key', () => {
    for (const name of ['a', 'me', 'Team-1_x.y', '0', 'x'.repeat(64), '_'])
      expect(isOwnerName(name), name).to.equal(true);
    for (const name of ['', '.', '..', '.a', 'a/b', 'a b', 'ä', 'x'.repeat(65), 'a\n', '*'])
      expect(isOwnerName(name), name).to.equal(false);
  });
});

const FIXED = 'dk_IlAkiFaXIDulnsHsFa5d155fopeJawYi8gc2bPkxdbsdQCFne';
