/** A rule of a rebuild for which one must see what becomes of a service's own head write. */
import { expect } from 'chai';
import { readConfig } from '../../src/config/read-config.js';
import { RETENTION_MS } from '../../src/domain/limits.js';
import { openMaintenance } from '../../src/backends.js';
import { reindex } from '../../src/maintenance/reindex/reindex.js';
import { withLease, type MaintenanceBackends as Parts } from '../../src/maintenance/shared/with-lease.js';
import { create, listVersions, push } from '../http/making.js';
import { NO_PROGRESS, QUICK } from '../maintenance/town.js';
import { altering, once } from '../support/altering.js';
import { describeTwins } from './twins.js';

describeTwins('a rebuild', 20_000, (twins) => {
  let parts: Parts;
  before(async () => {
    parts = await openMaintenance(readConfig(twins().place.env).storage);
  });
  after(() => Promise.all([parts.store.close(), parts.rebuild.close()]));

  it('newBlockedUntilAcked: a write that meets the new index is answered when every node knows of it', async () => {
    const callers = await twins().callers();
    const { id } = await create(callers[0]);
    const refused = new Promise<void>((resolve) => {
      twins().faults.arm('writeHead', async (real) => {
        const outcome = await real();
        if (outcome === 'refused') resolve();
        return outcome;
      });
    });
    let isAnswered = false;
    let wasAnswered: boolean | undefined;
    let pushing: Promise<void> | undefined;
    const beginPush = once(async () => {
      pushing = push(callers[0], id).then(() => {
        isAnswered = true;
      });
      await Promise.race([pushing, refused]);
    });
    const swapping = altering(parts.rebuild, 'swap', async (real) => {
      await real();
      await beginPush();
    });
    const rebuild = altering(swapping, 'unblock', async (real) => {
      wasAnswered ??= isAnswered;
      return real();
    });
    const work = {
      maintenance: 'reindex',
      progress: NO_PROGRESS,
      stop: new AbortController().signal,
      timing: QUICK,
    } as const;
    await withLease({ ...parts, rebuild }, work, (tools) =>
      reindex(tools, { retentionMs: RETENTION_MS, keepOldMs: 0, discardIndex: false, acceptUnreadable: false }),
    );
    await pushing;
    expect(wasAnswered).to.equal(false);
    expect((await listVersions(callers[1], id)).current_version).to.equal(2);
  }).timeout(60_000);
});
