import { expect } from 'chai';
import { QuireError } from '../../src/domain/errors.js';
import type { Head } from '../../src/domain/head.js';
import { findCreated, type FirstSlotPorts } from '../../src/operations/write/first-slot.js';
import { livingHead, tombstoneOf } from '../support/factories.js';
import { versionSlot } from '../support/log-objects.js';

describe('findCreated', () => {
  it('names the document of the key where that is deleted while its first version is read', async () => {
    const head = livingHead();
    const heads: Head[] = [head, tombstoneOf(head)];
    const ports = {
      index: { readHead: async () => ({ head: heads.shift() }) },
      versions: { readSized: async () => undefined },
    } as unknown as FirstSlotPorts;
    const first = { ...versionSlot(head.id, 1), idempotency: { key: 'key', request: 'request' } };
    const error: unknown = await findCreated(ports, first).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(QuireError);
    expect(error).to.deep.include({ code: 'IDEMPOTENCY_KEY_REUSED', details: { document_id: head.id } });
  });
});
