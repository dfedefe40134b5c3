// Slow: measures memory.
/** Pages of results that are as large as they can be: fifty documents, each with as much metadata as it may have. */
import { expect } from 'chai';
import { describeModes } from '../support/modes.js';
import { MIB, peakWhile } from './support/figures.js';
import { HostileTarget } from './support/target.js';
import { closeAll, head, Wire } from './support/wire.js';

const TEST_MS = 120_000;
const DOCUMENTS = 60;
const METADATA_BYTES = 260_000;
const SEARCHES = 200;
/** Garbage of earlier answers would be counted otherwise. */
const HEAP_MIB = 512;
/** A quarter of `ANSWERS_IN_FLIGHT_BYTES`, as heads and as text, and what is no longer needed but not collected yet. */
const MOST_MORE_BYTES = 350 * MIB;

describeModes('hostile: large pages of results', (makeStorage) => {
  let target: HostileTarget;
  let key: string;
  before(async function () {
    this.timeout(TEST_MS);
    target = await HostileTarget.start(await makeStorage(), { heapMiB: HEAP_MIB });
    key = await target.key({ plan: 'unmetered' });
    const metadata = { x: 'y'.repeat(METADATA_BYTES) };
    for (let n = 0; n < DOCUMENTS; n++) await target.create(key, { title: `large ${n}`, metadata });
  });
  after(() => target.dispose());

  it('cost bounded memory, however many are asked for at once', async function () {
    this.timeout(TEST_MS);
    const before = await target.idleBytes();
    const wires: Wire[] = [];
    const statuses: string[] = [];
    const peak = await peakWhile(target.pid, async () => {
      for (let n = 0; n < SEARCHES; n++) {
        const wire = new Wire(target.url);
        // Each is another page: no two of them are made once for both.
        const path = `/v1/documents/search?q=${'large'.slice(0, 1 + (n % 5))}&limit=${50 - (n % 10)}&offset=${n % 4}`;
        wire.write(head({ path, headers: { 'X-API-Key': key } }));
        wires.push(wire);
      }
      const texts = await Promise.all(wires.map((wire) => wire.firstChunk()));
      statuses.push(...texts.map((text) => text.slice(9, 12)));
    });
    closeAll(wires);
    expect(new Set(statuses)).to.deep.equal(new Set(['200', '503']));
    expect((peak - before) / MIB).to.be.below(MOST_MORE_BYTES / MIB);
  });

  it('are answered when they are asked for one after the other', async () => {
    const { status, text } = await target.get('/v1/documents/search?q=large&limit=50', { 'X-API-Key': key });
    expect(status).to.equal(200);
    expect((JSON.parse(text) as { count: number }).count).to.equal(50);
  });
});
