// Slow: watches the memory of a process for seconds, and waits for real time limits of ten.
/** Bodies that are begun and not ended: they hold their stated length, and no owner another one's share. */
import { expect } from 'chai';
import { gzipSync } from 'node:zlib';
import { embeddedStorage } from '../support/modes.js';
import { during, eventually } from './support/eventually.js';
import { MIB, peakWhile } from './support/figures.js';
import { largeDocument, HostileTarget } from './support/target.js';
import { begunPost, closeAll, head, Wire } from './support/wire.js';

const TEST_MS = 60_000;
const STREAMS = 130;
/** What an idle process takes, an owner's quarter of the bodies under way, and room for the collector. */
const MOST_BYTES = 600 * MIB;
const WATCHED_MS = 5_000;
const STALLED = 26;
const BODY_BYTES = 10 * MIB;
/** On a busy machine. */
const OPEN_MS = 5_000;

describe('hostile: bodies whose end does not come', function () {
  this.timeout(TEST_MS);
  let target: HostileTarget;
  let wires: Wire[];
  beforeEach(async () => {
    wires = [];
    target = await HostileTarget.start(await embeddedStorage());
  });
  afterEach(async () => {
    closeAll(wires);
    await target.dispose();
  });

  const open = () => {
    const wire = new Wire(target.url, { reads: true });
    wires.push(wire);
    return wire;
  };

  /** What was answered meanwhile did not wait for the end of one of them. */
  const expectAllWithheld = () => expect(wires.filter(({ isEnded }) => isEnded)).to.be.empty;

  for (const chunked of [false, true]) {
    it(`hold little memory where 130 ${chunked ? 'chunked ' : ''}streams of gzip withhold it`, async () => {
      const packed = gzipSync(JSON.stringify({ title: 'x', ...largeDocument(BODY_BYTES - 1_000) }));
      const sent = packed.subarray(0, -8);
      const headers = {
        'X-API-Key': await target.key(),
        'Content-Type': 'application/json',
        'Content-Encoding': 'gzip',
        ...(chunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': packed.length }),
      };
      const begin = head({ method: 'POST', path: '/v1/documents', headers });
      const peak = await peakWhile(target.pid, async () => {
        for (let n = 0; n < STREAMS; n++) {
          const wire = open();
          wire.write(begin + (chunked ? `${sent.length.toString(16)}\r\n` : ''));
          wire.write(sent);
        }
        await during(WATCHED_MS, () => target.probe());
      });
      expect(peak / MIB).to.be.below(MOST_BYTES / MIB);
    });
  }

  it('are refused where they come in pieces of one byte', async () => {
    const headers = {
      'X-API-Key': await target.key(),
      'Content-Type': 'application/json',
      'Transfer-Encoding': 'chunked',
    };
    const wire = open();
    wire.write(head({ method: 'POST', path: '/v1/documents', headers }));
    for (let n = 0; n < 100; n++) await wire.flush('1\r\n \r\n'.repeat(1_000));
    expect(await wire.until(/\}$/))
      .to.match(/^HTTP\/1\.1 400 /)
      .and.match(/pieces of fewer than/);
    await target.probe();
  });

  it('keep no other owner from writing where 26 of them announce 10 MiB each', async () => {
    const [hostile, other] = [await target.key(), await target.key()];
    for (let n = 0; n < STALLED; n++)
      open().write(begunPost('/v1/documents', hostile, { length: BODY_BYTES, sent: '{' }));
    await eventually('they are open', OPEN_MS, async () =>
      target.probe().then(() => wires.every((wire) => !wire.isEnded)),
    );
    for (const document of [{}, largeDocument(7_600_000), largeDocument(10_000_000)]) {
      await target.create(other, document);
      expectAllWithheld();
    }
  });

  it('keep no other owner from writing where 26 of them have come almost whole', async () => {
    const [hostile, other] = [await target.key(), await target.key()];
    const sent = `{"title":"${'x'.repeat(BODY_BYTES - 1_000)}`;
    const peak = await peakWhile(target.pid, async () => {
      for (let n = 0; n < STALLED; n++) open().write(begunPost('/v1/documents', hostile, { length: BODY_BYTES, sent }));
      await during(1_000, () => target.probe());
      for (const document of [{}, largeDocument(10_000_000)]) {
        await target.create(other, document);
        expectAllWithheld();
      }
    });
    expect(peak / MIB).to.be.below(MOST_BYTES / MIB);
  });
});

describe("hostile: bodies beyond their owner's quarter", function () {
  this.timeout(TEST_MS);
  /** An owner has 16 MiB of it. */
  const SETTINGS = { BODIES_IN_FLIGHT_BYTES: String(64 * MIB) };
  const COME = 7 * MIB;
  const BODY = COME + (4 * MIB) / 2;
  const STEP = 16 * 1024;
  let target: HostileTarget;
  before(async () => {
    target = await HostileTarget.start(await embeddedStorage(), { settings: SETTINGS });
  });
  after(() => target.dispose());

  it('wait for room for ten seconds, and are then refused with 503', async () => {
    const key = await target.key();
    const wires = [0, 1, 2].map(() => new Wire(target.url, { reads: true }));
    const fill = `{"title":"x","blocks":[],"pad":"${'x'.repeat(COME)}`;
    const since = performance.now();
    for (const wire of wires) wire.write(begunPost('/v1/documents', key, { length: BODY, sent: fill }));
    // Each goes on coming, so that none of them is one that makes no progress.
    const going = setInterval(
      () =>
        wires.forEach((wire) => {
          if (!wire.isEnded) wire.write('x'.repeat(STEP));
        }),
      250,
    );
    try {
      await eventually('one is refused', 20_000, () => wires.some(({ statuses }) => statuses.length > 0));
    } finally {
      clearInterval(going);
    }
    const seconds = (performance.now() - since) / 1_000;
    expect(wires.flatMap(({ statuses }) => statuses))
      .to.include(503)
      .and.not.include(201);
    // The limit is the promise itself; `eventually` bounds it from above, for a busy machine.
    expect(seconds).to.be.at.least(8);
    closeAll(wires);
    await target.create(key, largeDocument(9_000_000));
  });
});
