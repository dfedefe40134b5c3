import { expect } from 'chai';
import { slotNumbers } from '../support/log-objects.js';
import { headAt } from './planting.js';
import type { Ward } from './ward.js';

export async function expectNothingOf(ward: Ward, was: { id: string; versions: number }): Promise<void> {
  await expectNoObjectOf(ward, was);
  expect(await headAt(ward, was.id)).to.equal(undefined);
}

/** Only the head is left. */
export async function expectEmptied(ward: Ward, was: { id: string; versions: number }): Promise<void> {
  await expectNoObjectOf(ward, was);
  expect((await headAt(ward, was.id))?.head.deleted).to.equal(true);
}

async function expectNoObjectOf(ward: Ward, { id, versions }: { id: string; versions: number }): Promise<void> {
  expect(await slotNumbers(ward.parts.store, id)).to.deep.equal([]);
  const marks = Array.from({ length: versions }, (_, i) => ({ id, version: i + 1 }));
  expect(await ward.parts.rebuild.readSummaries(await ward.index(), marks)).to.deep.equal(marks.map(() => undefined));
}
