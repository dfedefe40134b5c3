import { expect } from 'chai';
import type { ObjectStore } from '../../../src/ports/object-store.js';
import type { LogOperation, TracedStep } from './trace.js';

/** Whether the store has all that was acknowledged before the power failed, and nothing that nobody wrote. */
export async function judge(store: ObjectStore, operations: readonly TracedStep<LogOperation>[]): Promise<void> {
  const written = new Set(operations.map(({ key }) => key));
  const keys: string[] = [];
  for await (const key of store.list('')) keys.push(key);
  for (const key of keys) expect(written.has(key), `${key}, which nobody wrote`).to.equal(true);
  for (const key of written) {
    const body = await store.read(key);
    const allowed = allowedOf(operations.filter((operation) => operation.key === key));
    expect(allowed, `${key} has ${body ? `${body.length} bytes` : 'nothing'}`).to.include(body?.toString());
    expect(keys.includes(key), `${key} is listed`).to.equal(body !== undefined);
  }
}

/** What a key may have: undefined is nothing. */
function allowedOf(operations: readonly TracedStep<LogOperation>[]): (string | undefined)[] {
  const writes = operations.filter(({ kind, outcome }) => kind !== 'remove' && outcome !== 'exists');
  const acknowledged = operations.filter(({ kind, outcome }) => kind !== 'remove' && outcome !== undefined);
  const last = writes
    .filter(({ outcome }) => outcome !== undefined)
    .sort((a, b) => a.ended - b.ended)
    .at(-1);
  const bodies = writes.filter(({ ended }) => !last || ended > last.began).map(({ body }) => body);
  const mayBeAbsent = acknowledged.length === 0 || operations.some(({ kind }) => kind === 'remove');
  return mayBeAbsent ? [undefined, ...bodies] : bodies;
}
