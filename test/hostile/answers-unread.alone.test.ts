// Alone: watches the memory of a process for seconds, and how long others wait.
/** Clients that ask and do not read: what a service holds for them is bounded. */
import { expect } from 'chai';
import { embeddedStorage } from '../support/modes.js';
import { during } from './support/eventually.js';
import { MIB, peakWhile } from './support/figures.js';
import { largeDocument, HostileTarget } from './support/target.js';
import { head, Wire } from './support/wire.js';

const TEST_MS = 60_000;
const LARGE = 10_000_000;
/** What an idle process takes, the answers that one address may have under way, and room for the collector. */
const MOST_BYTES = 600 * MIB;
const REQUESTS = 600;
const WATCHED_MS = 4_000;
/** CPU time of the main thread: much less than hundreds of large answers take. */
const LIVE_MS = 1_000;
const MINUTE = /X-RateLimit-Remaining: (\d+)/g;

describe('hostile: answers that nobody reads', function () {
  this.timeout(TEST_MS);
  let target: HostileTarget;
  let key: string;
  let id: string;
  beforeEach(async () => {
    target = await HostileTarget.start(await embeddedStorage());
    key = await target.key();
    id = await target.create(key, largeDocument(LARGE));
  });
  afterEach(() => target.dispose());

  async function expectBounded(request: string): Promise<void> {
    const wire = new Wire(target.url);
    let slowest = 0;
    const peak = await peakWhile(target.pid, async () => {
      await wire.flush(request.repeat(REQUESTS));
      await during(WATCHED_MS, async () => {
        slowest = Math.max(slowest, await target.mainThreadMsOfProbe());
      });
    }).finally(() => wire.close());
    expect(peak / MIB).to.be.below(MOST_BYTES / MIB);
    expect(slowest).to.be.below(LIVE_MS);
  }

  it("hold little memory where 600 anonymous' requests for a public page are pipelined", () =>
    expectBounded(head({ path: `/d/${id}` })));

  it('hold little memory where 600 requests for a document are pipelined', () =>
    expectBounded(head({ path: `/v1/documents/${id}`, headers: { 'X-API-Key': key } })));

  it('hold little memory where each of 60 connections asks for the document', async () => {
    const wires: Wire[] = [];
    const peak = await peakWhile(target.pid, async () => {
      for (let n = 0; n < 60; n++) wires.push(new Wire(target.url));
      for (const wire of wires) wire.write(head({ path: `/v1/documents/${id}`, headers: { 'X-API-Key': key } }));
      await during(WATCHED_MS, () => target.probe());
    }).finally(() => wires.forEach((wire) => wire.close()));
    expect(peak / MIB).to.be.below(MOST_BYTES / MIB);
  });

  it('keep the requests behind them from being counted', async () => {
    const request = head({ path: `/v1/documents/${id}`, headers: { 'X-API-Key': key } });
    const remaining = async () =>
      Number((await target.get('/v1/folders', { 'X-API-Key': key })).headers['x-ratelimit-remaining']);
    const before = await remaining();
    const wire = new Wire(target.url);
    wire.write(request.repeat(50));
    await wire.firstChunk();
    const after = [await remaining(), await remaining(), await remaining()];
    wire.close();
    // Its own request, and the one whose answer is under way.
    expect(after).to.deep.equal([before - 2, before - 3, before - 4]);
  });
});

describe('hostile: pipelined requests whose answers are read', function () {
  this.timeout(TEST_MS);
  let target: HostileTarget;
  before(async () => {
    target = await HostileTarget.start(await embeddedStorage());
  });
  after(() => target.dispose());

  it('are answered in their order, each counted once', async () => {
    const key = await target.key();
    const titles = Array.from({ length: 20 }, (_, n) => `number ${n}`);
    const ids = await Promise.all(titles.map((title) => target.create(key, { title })));
    const wire = new Wire(target.url, { reads: true });
    const requests = ids.map((id, n) =>
      head({
        path: `/v1/documents/${id}`,
        headers: { 'X-API-Key': key, ...(n === ids.length - 1 && { Connection: 'close' }) },
      }),
    );
    wire.write(requests.join(''));
    const text = await wire.until(/number 19"/);
    wire.close();
    expect([...text.matchAll(/"title":"(number \d+)"/g)].map(([, title]) => title)).to.deep.equal(titles);
    const remaining = [...text.matchAll(MINUTE)].map(([, count]) => Number(count));
    expect(remaining).to.deep.equal(ids.map((_id, n) => (remaining[0] as number) - n));
  });

  it('are not lost where one of them has a body', async () => {
    const key = await target.key();
    const body = JSON.stringify({ title: 'in between', blocks: [] });
    const wire = new Wire(target.url, { reads: true });
    const list = head({ path: '/v1/folders', headers: { 'X-API-Key': key } });
    const post = head({
      method: 'POST',
      path: '/v1/documents',
      headers: { 'X-API-Key': key, 'Content-Length': body.length },
    });
    wire.write(list + post + body + list + head({ path: '/health/live' }));
    await wire.until(/"alive"/);
    wire.close();
    expect(wire.statuses).to.deep.equal([200, 201, 200, 200]);
  });
});
