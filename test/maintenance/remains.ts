import { expect } from 'chai';
import { slotNumbers } from '../support/log-objects.js';
import { headAt } from './planting.js';
import type { MaintenanceHarness } from './maintenance-harness.js';

export async function expectNothingOf(
  harness: MaintenanceHarness,
  was: { id: string; versions: number },
): Promise<void> {
  await expectNoObjectOf(harness, was);
  expect(await headAt(harness, was.id)).to.equal(undefined);
}

/** Only the head is left. */
export async function expectEmptied(harness: MaintenanceHarness, was: { id: string; versions: number }): Promise<void> {
  await expectNoObjectOf(harness, was);
  expect((await headAt(harness, was.id))?.head.deleted).to.equal(true);
}

async function expectNoObjectOf(
  harness: MaintenanceHarness,
  { id, versions }: { id: string; versions: number },
): Promise<void> {
  expect(await slotNumbers(harness.backends.store, id)).to.deep.equal([]);
  const marks = Array.from({ length: versions }, (_, i) => ({ id, version: i + 1 }));
  expect(await harness.backends.admin.readSummaries(await harness.index(), marks)).to.deep.equal(
    marks.map(() => undefined),
  );
}
