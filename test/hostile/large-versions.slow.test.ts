// Slow: measures memory.
/** Large versions that are read: each may be another one, so no cache has them. */
import { expect } from 'chai';
import { exchange } from '../http/exchange.js';
import { describeModes } from '../support/modes.js';
import { eventually } from './support/eventually.js';
import { MIB, peakWhile } from './support/figures.js';
import { largeDocument, HostileTarget } from './support/target.js';
import { closeAll, head, Wire } from './support/wire.js';

const TEST_MS = 120_000;
const WITHIN_MS = 20_000;
const DOCUMENTS = 40;
const DOCUMENT_BYTES = 10_000_000;
const CONNECTIONS = 200;
/** Garbage of other answers would be counted otherwise: up to 300 MiB of it were seen in a heap of 1 GiB. */
const HEAP_MIB = 256;
/** A quarter of `ANSWERS_IN_FLIGHT_BYTES` as text and as bytes, and what is no longer needed but not collected yet. */
const MOST_MORE_BYTES = 250 * MIB;

describeModes('hostile: large versions', (makeStorage) => {
  let target: HostileTarget;
  let key: string;
  let ids: string[];
  before(async function () {
    this.timeout(TEST_MS);
    target = await HostileTarget.start(await makeStorage(), { heapMiB: HEAP_MIB });
    key = await target.key({ plan: 'unmetered' });
    ids = [];
    for (let n = 0; n < DOCUMENTS; n++) ids.push(await target.create(key, largeDocument(DOCUMENT_BYTES)));
  });
  after(() => target.dispose());

  const idOf = (n: number) => String(ids[n % ids.length]);

  it('cost bounded memory, however many are asked for at once and not taken', async function () {
    this.timeout(TEST_MS);
    const before = await target.idleBytes();
    const wires: Wire[] = [];
    const peak = await peakWhile(target.pid, async () => {
      for (let n = 0; n < CONNECTIONS; n++) {
        const wire = new Wire(target.url);
        wire.write(head({ path: `/v1/documents/${idOf(n)}`, headers: { 'X-API-Key': key } }));
        wires.push(wire);
      }
      const texts = await Promise.all(wires.map((wire) => wire.firstChunk()));
      const statuses = new Set(texts.map((text) => text.slice(9, 12)));
      expect(statuses).to.deep.equal(new Set(['200', '503']));
    });
    closeAll(wires);
    expect((peak - before) / MIB).to.be.below(MOST_MORE_BYTES / MIB);
    await eventually(
      '200',
      WITHIN_MS,
      async () => (await target.get(`/v1/documents/${idOf(1)}`, { 'X-API-Key': key })).status === 200,
    );
  });

  it('are not read for a HEAD, nor for a client that has them', async function () {
    this.timeout(TEST_MS);
    const before = await target.idleBytes();
    const statuses: number[] = [];
    const peak = await peakWhile(target.pid, async () => {
      const asked = Array.from({ length: CONNECTIONS }, (_, n) =>
        exchange(
          target.url,
          n % 2 === 0
            ? { method: 'HEAD', path: `/v1/documents/${idOf(n)}`, headers: { 'X-API-Key': key } }
            : {
                method: 'GET',
                path: `/v1/documents/${idOf(n)}/versions/1`,
                headers: { 'X-API-Key': key, 'If-None-Match': '"1"' },
              },
        ),
      );
      statuses.push(...(await Promise.all(asked)).map(({ status }) => status));
    });
    expect(statuses).to.deep.equal(Array.from({ length: CONNECTIONS }, (_, n) => (n % 2 === 0 ? 200 : 304)));
    expect((peak - before) / MIB).to.be.below(50);
  });

  it('cost bounded memory where those who asked hang up at once', async function () {
    this.timeout(TEST_MS);
    const before = await target.idleBytes();
    const peak = await peakWhile(target.pid, async () => {
      for (let n = 0; n < CONNECTIONS; n++) {
        const wire = new Wire(target.url);
        await wire.flush(head({ path: `/v1/documents/${idOf(n)}`, headers: { 'X-API-Key': key } }));
        wire.close();
      }
      await target.probe();
    });
    expect((peak - before) / MIB).to.be.below(MOST_MORE_BYTES / MIB);
  });

  it('cost bounded memory where they are restored', async function () {
    this.timeout(TEST_MS);
    const before = await target.idleBytes();
    const statuses: number[] = [];
    const peak = await peakWhile(target.pid, () =>
      Promise.all(
        Array.from({ length: DOCUMENTS }, async (_, n) => {
          const path = `/v1/documents/${idOf(n)}/versions/1/restore`;
          statuses.push((await exchange(target.url, { method: 'POST', path, headers: { 'X-API-Key': key } })).status);
        }),
      ),
    );
    expect(new Set(statuses)).to.deep.equal(new Set([201, 503]));
    expect((peak - before) / MIB).to.be.below(MOST_MORE_BYTES / MIB);
  });
});
