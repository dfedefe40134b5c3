import { expect } from 'chai';
import { mapConcurrently } from '../../src/platform/concurrently.js';
import { headOf } from '../../src/domain/head.js';
import { VersionLog } from '../../src/log/version-log.js';
import { batchesOf } from '../../src/platform/chunks.js';
import { readHighestSlot } from '../../src/maintenance/shared/list-document.js';
import { scanDocuments } from '../../src/maintenance/shared/scan-log.js';
import { Anomalies } from '../../src/maintenance/shared/anomalies.js';
import type { MaintenanceBackends } from '../../src/maintenance/shared/with-lease.js';

/** Fails unless the current index has the head of each document's last slot, and no other; gives their number. */
export async function expectIndexEqualsLog({ store, admin }: MaintenanceBackends): Promise<number> {
  const current = await admin.current();
  if (!current) throw new Error('there is no index');
  const log = new VersionLog(store);
  let documents = 0;
  for await (const batch of batchesOf(scanDocuments({ store, strange: new Anomalies() }), 500)) {
    const heads = await admin.readHeads(
      current.name,
      batch.map(({ id }) => id),
    );
    const slots = await mapConcurrently(batch, 16, (document) => readHighestSlot(log, document));
    for (const [i, slot] of slots.entries()) expect(heads[i]?.head).to.deep.equal(slot && headOf(slot));
    documents += batch.length;
  }
  await admin.refresh(current.name);
  let heads = 0;
  for await (const batch of admin.scanHeads(current.name)) heads += batch.length;
  expect(heads).to.equal(documents);
  return documents;
}
