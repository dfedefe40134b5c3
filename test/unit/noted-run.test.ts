import { expect } from 'chai';
import { notedRun } from '../../src/cli/commands/noted-run.js';
import { MaintenanceRuns } from '../../src/log/maintenance-runs.js';
import { LeaseTakenError } from '../../src/maintenance/shared/lease.js';
import type { ObjectStore } from '../../src/ports/object-store.js';

describe('the note of how a run ended', () => {
  it('is of the last run that began', async () => {
    const objects = new Map<string, Uint8Array>();
    const store = {
      read: async (key: string) => objects.get(key),
      put: async (key: string, bytes: Uint8Array) => void objects.set(key, bytes),
    } as unknown as ObjectStore;
    const result = async () => (await new MaintenanceRuns(store).read('gc'))?.result;
    const fails = async (error: Error) =>
      notedRun(store, 'gc', () => Promise.reject(error)).then(
        () => 'ended',
        (raised: unknown) => raised,
      );
    await notedRun(store, 'gc', async () => undefined);
    expect(await result()).to.equal('done');
    const taken = new LeaseTakenError('a reindex is running already');
    expect(await fails(taken)).to.equal(taken);
    expect(await result()).to.equal('done');
    await fails(new Error('the index is away'));
    expect(await result()).to.equal('failed');
  });
});
