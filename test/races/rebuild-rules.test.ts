/** A rule of a rebuild for which one must see what becomes of a service's own head write. */
import { expect } from 'chai';
import { readConfig } from '../../src/config/read-config.js';
import { RETENTION_MS } from '../../src/domain/limits.js';
import { openMaintenance } from '../../src/server/backends.js';
import { reindex } from '../../src/maintenance/reindex/reindex.js';
import { withLease, type MaintenanceBackends } from '../../src/maintenance/shared/with-lease.js';
import { create, listVersions, push } from '../http/making.js';
import { NO_PROGRESS, QUICK } from '../maintenance/reindex-harness.js';
import { altering, once } from '../support/intercept-calls.js';
import { describeTwoReplicas } from './two-replicas.js';

describeTwoReplicas('a rebuild', 20_000, (replicas) => {
  let backends: MaintenanceBackends;
  before(async () => {
    backends = await openMaintenance(readConfig(replicas().storage.env).storage);
  });
  after(() => Promise.all([backends.store.close(), backends.admin.close()]));

  it('newBlockedUntilAcked: a write that meets the new index is answered when every node knows of it', async () => {
    const callers = await replicas().callers();
    const { id } = await create(callers[0]);
    const refused = new Promise<void>((resolve) => {
      replicas().faults.arm('writeHead', async (real) => {
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
    const swapping = altering(backends.admin, 'swap', async (real) => {
      await real();
      await beginPush();
    });
    const admin = altering(swapping, 'unblock', async (real) => {
      wasAnswered ??= isAnswered;
      return real();
    });
    const work = {
      maintenance: 'reindex',
      progress: NO_PROGRESS,
      stop: new AbortController().signal,
      timing: QUICK,
    } as const;
    await withLease({ ...backends, admin }, work, (tools) =>
      reindex(tools, { retentionMs: RETENTION_MS, keepOldMs: 0, discardIndex: false, acceptUnreadable: false }),
    );
    await pushing;
    expect(wasAnswered).to.equal(false);
    expect((await listVersions(callers[1], id)).current_version).to.equal(2);
  }).timeout(60_000);
});
