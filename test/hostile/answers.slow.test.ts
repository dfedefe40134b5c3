// Slow: waits for real time limits of 30 to 40 seconds.
/** How long a client may take for an answer: real minutes. */
import { expect } from 'chai';
import { embeddedPlace } from '../support/modes.js';
import { eventually } from './support/eventually.js';
import { accepted, MIB } from './support/figures.js';
import { largeDocument, HostileTarget } from './support/target.js';
import { closeAll, head, Wire } from './support/wire.js';

const TEST_MS = 180_000;
/** So that none of them is refused for what the others hold. */
const SETTINGS = { ANSWERS_IN_FLIGHT_BYTES: String(4096 * MIB) };
/** The operating system takes about 4 MB off the service's hands: only of what is larger can it see how it goes. */
const DOCUMENT_BYTES = 5_500_000;
const WITHIN_MS = 10_000;
const CONNECTIONS = 60;
const AT_LEAST_S = 30;
const AT_MOST_S = 40;
const STEADY = 64 * 1024;
const TRICKLE = 4 * 1024;

describe('hostile: slow readers', function () {
  this.timeout(TEST_MS);
  let target: HostileTarget;
  let key: string;
  let request: string;
  beforeEach(async () => {
    target = await HostileTarget.start(await embeddedPlace(), { settings: SETTINGS });
    key = await target.key();
    const id = await target.create(key, largeDocument(DOCUMENT_BYTES));
    request = head({ path: `/v1/documents/${id}`, headers: { 'X-API-Key': key } });
  });
  afterEach(() => target.dispose());

  /** Seconds until the service has closed the first, and the last, of the connections held. */
  async function cutOff(hold: () => Wire[]): Promise<{ first: number; last: number }> {
    const since = performance.now();
    const wires = hold();
    await Promise.all(wires.map((wire) => wire.opened()));
    const ports = wires.map(({ port }) => port as number);
    const open = () => accepted(target.url, ports);
    await eventually('open', WITHIN_MS, () => open() === wires.length);
    try {
      await eventually('the first is cut off', 2 * AT_MOST_S * 1_000, () => open() < wires.length);
      const first = performance.now() - since;
      await eventually('all are cut off', 2 * AT_MOST_S * 1_000, () => open() === 0);
      return { first: first / 1_000, last: (performance.now() - since) / 1_000 };
    } finally {
      closeAll(wires);
    }
  }

  function held(count: number): Wire[] {
    const wires = Array.from({ length: count }, () => new Wire(target.url));
    for (const wire of wires) wire.write(request);
    return wires;
  }

  it('that read nothing are cut off after 30 to 40 seconds, all 60 of them', async () => {
    const { first, last } = await cutOff(() => held(CONNECTIONS));
    expect(first).to.be.above(AT_LEAST_S);
    expect(last).to.be.below(AT_MOST_S);
  });

  it('that take 4 KB a second are cut off too', async () => {
    const { last } = await cutOff(() => {
      const wires = held(3);
      for (const wire of wires) wire.drip(TRICKLE);
      return wires;
    });
    expect(last).to.be.below(2 * AT_MOST_S);
  });

  it('that take 64 KB a second get the whole answer', async () => {
    const wire = new Wire(target.url);
    wire.write(request);
    wire.drip(STEADY);
    await eventually('whole, or cut off', TEST_MS - 10_000, () => wire.isEnded || wire.receivedBytes > DOCUMENT_BYTES);
    wire.close();
    expect(wire.receivedBytes).to.be.above(DOCUMENT_BYTES);
  });
});
