import { expect } from 'chai';
import { mapConcurrently } from '../../src/platform/concurrently.js';
import { entryOf, type KeyLife } from '../../src/domain/document-key.js';
import { headOf } from '../../src/domain/head.js';
import { KeyLog } from '../../src/log/key-log.js';
import { VersionLog } from '../../src/log/version-log.js';
import { batchesOf } from '../../src/platform/chunks.js';
import { readHighestSlot } from '../../src/maintenance/shared/list-document.js';
import { readHighestLife } from '../../src/maintenance/shared/read-life.js';
import { scanDocuments, scanLives } from '../../src/maintenance/shared/scan-log.js';
import { Anomalies } from '../../src/maintenance/shared/anomalies.js';
import type { MaintenanceBackends } from '../../src/maintenance/shared/with-lease.js';

/**
 * Fails unless the current index has the head of each document's last slot, and no other, and of each key the entry of
 * its highest life. Returns the number of documents.
 */
export async function expectIndexEqualsLog({ store, admin }: MaintenanceBackends): Promise<number> {
  const current = await admin.current();
  if (!current) throw new Error('there is no index');
  const log = new VersionLog(store);
  let documents = 0;
  for await (const batch of batchesOf(scanDocuments({ store, anomalies: new Anomalies() }), 500)) {
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
  await expectEntriesEqualLog({ store, admin }, current.name);
  return documents;
}

async function expectEntriesEqualLog({ store, admin }: MaintenanceBackends, index: string): Promise<void> {
  const log = new KeyLog(store);
  for await (const batch of batchesOf(scanLives({ store, anomalies: new Anomalies() }), 500)) {
    const names = batch.map(({ name }) => name);
    const entries = await admin.readKeys(index, names);
    const lives = await mapConcurrently(batch, 16, (key) => readHighestLife(log, key));
    expect(entries).to.deep.equal(lives.map((life) => entryOf(life as KeyLife)));
  }
}
