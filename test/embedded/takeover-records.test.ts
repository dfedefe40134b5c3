import { expect } from 'chai';
import { SqliteObjectStore } from '../../src/adapters/sqlite/log/sqlite-object-store.js';
import { GenerationRecord } from '../../src/log/generation-record.js';
import { LeaseRecords } from '../../src/log/lease-records.js';
import { Lease, type Taking } from '../../src/maintenance/shared/lease.js';
import { callingBefore } from '../support/intercept-calls.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const TAKING: Taking = { maintenance: 'reindex', timing: { renewMs: 600_000, deadMs: 1 }, now: () => new Date() };

describe('what one that takes over reads in the log', () => {
  let folder: string;
  let store: SqliteObjectStore;

  beforeEach(async () => {
    folder = temporaryFolder();
    store = SqliteObjectStore.of(folder);
  });
  afterEach(() => store.close());

  it('noteAfterClaim: what the one before has noted up to the claim is known', async () => {
    const slow = await Lease.take(new LeaseRecords(store), TAKING);
    slow.note('work', 'begun');
    await slow.save();
    const records = callingBefore(new LeaseRecords(store), 'claim', async () => {
      slow.note('work', 'nearly done');
      await slow.save();
    });
    const next = await Lease.take(records, TAKING);
    expect(next.progressOf('work')).to.equal('nearly done');
    await Promise.all([slow.abandon(), next.abandon()]);
  });

  it('rankedRecord: what a lease names that is not the last one any more does not count', async () => {
    const [slow, next] = [new GenerationRecord(store), new GenerationRecord(store)];
    await slow.claim('first');
    await slow.name(1, ['first', 'second']);
    await next.name(2, ['first', 'third']);
    await slow.name(1, ['second']);
    await slow.claim('fourth');
    expect(await next.read()).to.deep.equal(['first', 'third']);
    await next.name(2, ['third']);
    expect(await slow.read()).to.deep.equal(['third']);
  });

  it('rankedRecord: leases are ranked by their numbers, however many there are', async () => {
    const record = new GenerationRecord(store);
    for (const lease of [9, 10, 100, 99]) await record.name(lease, [`of ${lease}`]);
    expect(await record.read()).to.deep.equal(['of 100']);
  });
});
