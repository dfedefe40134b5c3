import { expect } from 'chai';
import { UnavailableError } from '../../src/domain/errors.js';
import type { ObjectStore } from '../../src/ports/object-store.js';
import { until } from './until.js';

/** Of hundreds of megabytes. A store waits ten seconds for the disk, and finishes the write all the same. */
export async function putSlowly(store: ObjectStore, key: string, body: Uint8Array): Promise<void> {
  await store.put(key, body).catch((error: unknown) => expect(error).to.be.instanceOf(UnavailableError));
  await until(async () => {
    let size: number | undefined;
    await store.read(key, (bytes) => (size = bytes)).catch(() => undefined);
    return size === body.byteLength;
  });
}
