import { expect } from 'chai';
import type { ObjectStore } from '../../../src/ports/object-store.js';
import { objectsOf } from '../../support/segment-folder.js';
import type { LogOperation, TracedStep } from './trace.js';

/** Whether the store has all that was acknowledged before the power failed, and nothing that nobody wrote. */
export async function check(store: ObjectStore, operations: readonly TracedStep<LogOperation>[]): Promise<void> {
  const objects = await objectsOf(store);
  const touched = new Set(operations.map(({ key }) => key));
  for (const key of Object.keys(objects)) expect(touched.has(key), `${key}, which nobody wrote`).to.equal(true);
  for (const key of touched) {
    const text = objects[key];
    expect(
      allowedOf(operations.filter((operation) => operation.key === key)),
      `${key} has ${text?.slice(0, 50) ?? 'nothing'}`,
    ).to.include(text);
  }
}

/** What a key may have: undefined is nothing. Any change may be the last that no acknowledged one follows. */
function allowedOf(operations: readonly TracedStep<LogOperation>[]): (string | undefined)[] {
  const changes = operations.filter(({ outcome }) => outcome !== 'exists');
  const acknowledged = changes.filter(({ outcome }) => outcome !== undefined);
  const last = changes.filter(({ ended }) => !acknowledged.some(({ began }) => began > ended));
  const texts = last.map(({ kind, body }) => (kind === 'remove' ? undefined : body));
  return acknowledged.length === 0 ? [undefined, ...texts] : texts;
}
