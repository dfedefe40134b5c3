import { expect } from 'chai';
import { MemoryCounters } from '../../src/adapters/memory/memory-counters.js';
import { QuireError } from '../../src/domain/errors.js';
import type { Version } from '../../src/domain/version.js';
import { reservationOf, reserveQuota, type ReservePorts } from '../../src/operations/write/quota.js';
import { newDocumentId, versionSlot } from '../support/log-objects.js';

const LIMIT = 3;
const KEY = { key: 'a-key', life: 1 };

describe('the quota of a create', () => {
  let counters: MemoryCounters;
  let claimed: Version | undefined;

  beforeEach(() => {
    counters = new MemoryCounters();
    claimed = undefined;
  });

  function byKey(): Version {
    const version = versionSlot(newDocumentId(), 1);
    return { ...version, document: { ...version.document, byKey: KEY } };
  }

  function reserve(first: Version) {
    const ports = {
      counters,
      index: { countCreated: async () => LIMIT },
      freshness: { refresh: async () => undefined },
      log: { read: async (id: string) => (claimed?.document.id === id ? claimed : undefined) },
    } as unknown as ReservePorts;
    const actor = { plan: { documentsPerMonth: LIMIT } } as Parameters<typeof reserveQuota>[1]['actor'];
    return reserveQuota(ports, { actor, first });
  }

  it('refuses a create beyond it', async () => {
    const error = await reserve(byKey()).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(QuireError).with.property('code', 'QUOTA_EXCEEDED');
  });

  it('takes a unit beyond it where an earlier attempt has the slot, as its document will be there', async () => {
    const first = byKey();
    claimed = { ...first, writeId: 'another' };
    const reservation = await reserve(first);
    expect(reservation).to.deep.equal(reservationOf(first));
    expect(await counters.readQuota(reservation)).to.deep.equal({ outcome: 'known', used: LIMIT + 1, underWay: 1 });
  });
});
