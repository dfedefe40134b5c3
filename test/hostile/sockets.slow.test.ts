// Slow: waits for real time limits of ten seconds, and counts the descriptors of a process.
/** Connections that are opened and left: each has an end, and there is room for one more. */
import { expect } from 'chai';
import { embeddedStorage } from '../support/modes.js';
import { during, eventually } from './support/eventually.js';
import { descriptors } from './support/figures.js';
import { largeDocument, HostileTarget } from './support/target.js';
import { begunPost, closeAll, head, Wire, type WireOptions } from './support/wire.js';

const TEST_MS = 60_000;
/** Ten seconds for headers, or for a body that does not come, and some more. */
const CLOSED_MS = 25_000;
/** For a busy machine. */
const WITHIN_MS = 10_000;
const EACH = 30;
/** What the service opens for itself meanwhile, such as the files of words. */
const SLACK = 20;
const HALF_OPEN: WireOptions = { allowHalfOpen: true, reads: true };

describe('hostile: a service whose clients keep their half of connections open', function () {
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

  const open = (text: string) => {
    for (let n = 0; n < EACH; n++) {
      const wire = new Wire(target.url, HALF_OPEN);
      if (text !== '') wire.write(text);
      wires.push(wire);
    }
  };

  it('frees their descriptors after it has answered with 400', async () => {
    const before = descriptors(target.pid);
    open('NONSENSE\r\n\r\n');
    await eventually('answered', WITHIN_MS, () => wires.every(({ statuses }) => statuses[0] === 400));
    await eventually('closed', WITHIN_MS, () => descriptors(target.pid) <= before + SLACK);
  });

  async function untilTimedOut(before: number): Promise<void> {
    await eventually('open', WITHIN_MS, () => descriptors(target.pid) >= before + wires.length - SLACK);
    await eventually('timed out', CLOSED_MS, () => wires.every(({ statuses }) => statuses[0] === 408));
    await eventually('closed', WITHIN_MS, () => descriptors(target.pid) <= before + SLACK);
  }

  it('frees their descriptors after 408 where their headers did not come', async () => {
    const before = descriptors(target.pid);
    open('');
    open('GET /v1/folders HTTP/1.1\r\nHost: x\r\n');
    await untilTimedOut(before);
  });

  it('frees their descriptors after 408 where their bodies did not come', async () => {
    const key = await target.key();
    const before = descriptors(target.pid);
    open(begunPost('/v1/documents', key, { length: 1_000, sent: '{' }));
    await untilTimedOut(before);
  });

  it('ends without waiting for them', async () => {
    open('');
    open('GET /v1/folders HTTP/1.1\r\nHost: x\r\n');
    await eventually('timed out', CLOSED_MS, () => wires.every(({ statuses }) => statuses[0] === 408));
    open('');
    // Not 1, as where a phase of the shutdown takes longer than its limit.
    expect(await target.service.stop()).to.equal(0);
  });
});

describe('hostile: the number of connections', function () {
  this.timeout(TEST_MS);
  const MOST = 20;
  let target: HostileTarget;
  let wires: Wire[];
  beforeEach(() => {
    wires = [];
  });
  afterEach(async () => {
    closeAll(wires);
    await target.dispose();
  });

  const start = async (settings: Record<string, string>) => {
    target = await HostileTarget.start(await embeddedStorage(), {
      settings: { MAX_CONNECTIONS: String(MOST), ...settings },
    });
  };
  /** Behind proxies all connections come from a few addresses: none has a share of its own. */
  const PROXIED = { TRUSTED_PROXY_HOPS: '1' };

  async function idle(from?: string): Promise<Wire> {
    const wire = new Wire(target.url, { reads: true, ...(from !== undefined && { from }) });
    wires.push(wire);
    wire.write(head({ path: '/health/live' }));
    await wire.until(/"alive"/);
    return wire;
  }

  async function begun(key: string, options: WireOptions = {}): Promise<Wire> {
    const wire = new Wire(target.url, { reads: true, ...options });
    wires.push(wire);
    const body = JSON.stringify({ title: 'under way', blocks: [] });
    // Answered first: so the service is known to have it.
    wire.write(
      head({ path: '/health/live' }) +
        begunPost('/v1/documents', key, { length: body.length, sent: body.slice(0, -1) }),
    );
    await wire.until(/"alive"/);
    return wire;
  }

  it('is bounded: the one that is idle for longest makes room for a new one', async () => {
    await start(PROXIED);
    const first: Wire[] = [];
    for (let n = 0; n < MOST; n++) first.push(await idle());
    // The first one is at work again, so that the second is the one that is idle for longest.
    first[0]?.write(head({ path: '/health/live' }));
    await eventually('answered', WITHIN_MS, () => first[0]?.statuses.length === 2);
    await idle();
    await eventually('closed', WITHIN_MS, () => first[1]?.isEnded === true);
    expect(first.filter(({ isEnded }) => isEnded)).to.have.length(1);
  });

  it('is bounded for new ones that never ask for anything', async () => {
    await start(PROXIED);
    const before = descriptors(target.pid);
    for (let n = 0; n < 5 * MOST; n++) wires.push(new Wire(target.url, { reads: true }));
    await Promise.all(wires.map((wire) => wire.opened()));
    await during(500, () => idle());
    expect(descriptors(target.pid)).to.be.at.most(before + MOST + SLACK);
  });

  it('never costs a request that is under way its answer', async () => {
    await start(PROXIED);
    const key = await target.key();
    const working: Wire[] = [];
    for (let n = 0; n < MOST - 2; n++) working.push(await begun(key));
    for (let n = 0; n < 10; n++) await idle();
    for (const wire of working) wire.write('}');
    await eventually('answered', WITHIN_MS, () => working.every(({ statuses }) => statuses.length === 2));
    expect(working.map(({ statuses }) => statuses[1])).to.deep.equal(working.map(() => 201));
  });

  it('never costs an answer that is being read its end', async () => {
    await start(PROXIED);
    const key = await target.key();
    const id = await target.create(key, largeDocument(10_000_000));
    const wire = new Wire(target.url);
    wires.push(wire);
    wire.write(head({ path: `/v1/documents/${id}`, headers: { 'X-API-Key': key } }));
    await wire.firstChunk();
    for (let n = 0; n < 2 * MOST; n++) await idle();
    wire.readOn();
    await eventually('whole', 10_000, () => wire.receivedBytes > 10_000_000);
  });

  it('is shared by addresses: one of them cannot take all, not by requests that are under way either', async () => {
    await start({});
    const key = await target.key();
    const tries = Array.from({ length: MOST }, () =>
      begun(key, { from: '127.0.4.1' }).then(
        () => true,
        () => false,
      ),
    );
    const taken = (await Promise.all(tries)).filter((isTaken) => isTaken).length;
    expect(taken).to.be.within(1, MOST - 1);
    await idle('127.0.4.2');
  });
});
