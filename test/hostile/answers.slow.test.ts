// Slow: waits for real time limits of 30 to 40 seconds.
/** How long a client may take for an answer: real minutes. */
import { expect } from 'chai';
import { embeddedStorage } from '../support/modes.js';
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
/** Ten seconds more than it takes, for a busy machine. */
const AT_MOST_S = 50;
const STEADY = 64 * 1024;
const TRICKLE = 4 * 1024;

describe('hostile: slow readers', function () {
  this.timeout(TEST_MS);
  const sites: Site[] = [];
  let ofNothing: Promise<CutOff>;
  let ofLittle: Promise<CutOff>;
  let ofEnough: Promise<Wire>;
  let ofTheEnd: Promise<{ wire: Wire; code: number | null }>;
  // All begin at once, as each waits for real time limits.
  before(async () => {
    for (let n = 0; n < 3; n++) sites.push(await startSite());
    const [first, second, third] = sites as [Site, Site, Site];
    ofNothing = cutOff(first, () => held(first, CONNECTIONS));
    ofLittle = cutOff(second, () => dripping(second, 3, TRICKLE));
    ofEnough = untilWhole(second);
    ofTheEnd = untilEnded(third);
    await Promise.allSettled([ofNothing, ofLittle, ofEnough, ofTheEnd]);
  });
  after(() => Promise.all(sites.map(({ target }) => target.dispose())));

  it('that read nothing are cut off after 30 to 40 seconds, all 60 of them', async () => {
    const { first, last } = await ofNothing;
    expect(first).to.be.above(AT_LEAST_S);
    expect(last).to.be.below(AT_MOST_S);
  });

  it('that take 4 KB a second are cut off', async () => {
    expect((await ofLittle).last).to.be.below(2 * AT_MOST_S);
  });

  it('are cut off 30 seconds after SIGTERM, and the service ends with 0', async () => {
    const { wire, code } = await ofTheEnd;
    expect(code).to.equal(0);
    expect(wire.receivedBytes).to.be.below(DOCUMENT_BYTES);
    const lines = (sites[2] as Site).target.service.lines.filter((line) => line.startsWith('{'));
    const log = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(log.find(({ msg }) => msg === 'connections cut off')).to.include({ level: 40, connections: 1 });
    expect(log.at(-1)).to.include({ msg: 'stopped' }).and.not.have.property('cut');
  });

  it('that take 64 KB a second get the whole answer', async () => {
    expect((await ofEnough).receivedBytes).to.be.above(DOCUMENT_BYTES);
  });
});

/** A service of its own, and a request for a document whose answer is large. */
type Site = { target: HostileTarget; request: string };
/** Seconds until the service has closed the first, and the last, of the connections held. */
type CutOff = { first: number; last: number };

async function startSite(): Promise<Site> {
  const target = await HostileTarget.start(await embeddedStorage(), { settings: SETTINGS });
  const key = await target.key();
  const id = await target.create(key, largeDocument(DOCUMENT_BYTES));
  return { target, request: head({ path: `/v1/documents/${id}`, headers: { 'X-API-Key': key } }) };
}

function held({ target, request }: Site, count: number): Wire[] {
  const wires = Array.from({ length: count }, () => new Wire(target.url));
  for (const wire of wires) wire.write(request);
  return wires;
}

function dripping(site: Site, count: number, bytesPerSecond: number): Wire[] {
  const wires = held(site, count);
  for (const wire of wires) wire.drip(bytesPerSecond);
  return wires;
}

async function cutOff({ target }: Site, hold: () => Wire[]): Promise<CutOff> {
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

async function untilWhole(site: Site): Promise<Wire> {
  const [wire] = dripping(site, 1, STEADY) as [Wire];
  await eventually('whole, or cut off', TEST_MS - 10_000, () => wire.isEnded || wire.receivedBytes > DOCUMENT_BYTES);
  wire.close();
  return wire;
}

async function untilEnded(site: Site): Promise<{ wire: Wire; code: number | null }> {
  const [wire] = dripping(site, 1, STEADY) as [Wire];
  await eventually('the answer has begun', WITHIN_MS, () => wire.receivedBytes > 0);
  const code = await site.target.service.stop();
  wire.close();
  return { wire, code };
}
