import { expect } from 'chai';
import {
  derivedId,
  isId,
  newBlockId,
  newId,
  newWriteId,
  rootFolderId,
  routingOf,
  routingSlotOf,
} from '../../src/domain/ids.js';

const many = <T>(make: () => T): T[] => Array.from({ length: 2_000 }, make);

describe('identifiers', () => {
  it('are 24 base62 characters, and nothing else is one', () => {
    for (const id of many(() => newId('alice'))) expect(isId(id), id).to.equal(true);
    for (const text of [
      '',
      'x',
      'a'.repeat(23),
      'a'.repeat(25),
      `${'a'.repeat(23)}-`,
      `${'a'.repeat(24)}\n`,
      'ä'.repeat(24),
    ]) {
      expect(isId(text), text).to.equal(false);
    }
  });

  it('never come twice', () => {
    expect(new Set(many(() => newId('alice'))).size).to.equal(2_000);
    expect(new Set(many(newBlockId)).size).to.equal(2_000);
    expect(new Set(many(newWriteId)).size).to.equal(2_000);
  });

  it('use every digit about as often in every place', () => {
    const counts = new Map<string, number>();
    for (const id of many(() => newId('alice'))) {
      for (const digit of id.slice(0, 22)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    }
    expect(counts.size).to.equal(62);
    // 710 expected; seven standard deviations are 187.
    for (const [digit, count] of counts) expect(count, digit).to.be.within(520, 900);
  });

  it('end with the routing slot of their owner, all kinds of them', () => {
    const slot = routingSlotOf('alice');
    expect(slot).to.match(/^[0-9A-Za-z]{2}$/);
    const ids = [
      newId('alice'),
      rootFolderId('alice'),
      derivedId('document', 'alice', 'k'),
      derivedId('folder', 'alice', 'k'),
    ];
    expect(ids.map(routingOf)).to.deep.equal([slot, slot, slot, slot]);
    expect(new Set(many(() => routingSlotOf(newWriteId()))).size).to.be.above(1_000);
  });

  it('that are derived depend on kind, owner and key, and on nothing else', () => {
    const id = derivedId('document', 'alice', 'key');
    expect(derivedId('document', 'alice', 'key')).to.equal(id);
    expect(isId(id)).to.equal(true);
    const others = [
      derivedId('folder', 'alice', 'key'),
      derivedId('document', 'bob', 'key'),
      derivedId('document', 'alice', 'key2'),
      derivedId('document', 'alic', 'ekey'),
      rootFolderId('alice'),
    ];
    expect(new Set([id, ...others].map((each) => each.slice(0, 22))).size).to.equal(6);
  });

  it('that are stored somewhere never change: derived ones and roots', () => {
    expect(rootFolderId('alice')).to.equal(rootFolderId('alice'));
    expect([rootFolderId('me'), derivedId('document', 'me', 'k'), derivedId('folder', 'me', 'k')]).to.deep.equal(FIXED);
  });

  it('of blocks are 16 base62 characters, of writes 128 bits', () => {
    expect(newBlockId()).to.match(/^[0-9A-Za-z]{16}$/);
    expect(Buffer.from(newWriteId(), 'base64url')).to.have.length(16);
  });
});

const FIXED = ['tnS54YQaVkDWPfFPBpKrNUFx', 'XEQ6e3MwhgGBYyvPFZXicrFx', 'VfKKX9FiSh4FVASjE2pc5VFx'];
