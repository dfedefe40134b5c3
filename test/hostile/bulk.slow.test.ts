// Slow: streams hundreds of megabytes, watches the memory of a process, and waits for real time limits of a minute.
/** Bulk requests without end, whose answers nobody reads, or whose bytes hardly come. */
import { once } from 'node:events';
import http from 'node:http';
import { expect } from 'chai';
import { gzipSync } from 'node:zlib';
import { embeddedStorage } from '../support/modes.js';
import { rounds } from '../support/rounds.js';
import { during, eventually } from './support/eventually.js';
import { MIB, peakWhile } from './support/figures.js';
import { HostileTarget } from './support/target.js';
import { begunPost, closeAll, head, Wire } from './support/wire.js';

const TEST_MS = 240_000;
const STREAMED_MB = rounds(50, 200);
const SOON_MS = 20_000;
/** What a stream may take beside an idle process: its lines and answers, and room for the collector. */
const MOST_MORE = 200 * MIB;
/** CPU time of the main thread. */
const LIVE_MS = 1_000;

describe('hostile: bulk requests', function () {
  this.timeout(TEST_MS);
  let target: HostileTarget;
  let key: string;
  let wires: Wire[];
  beforeEach(async () => {
    wires = [];
    target = await HostileTarget.start(await embeddedStorage());
    key = await target.key();
  });
  afterEach(async () => {
    closeAll(wires);
    await target.dispose();
  });

  function open(reads: boolean, headers: Record<string, string> = {}): Wire {
    const wire = new Wire(target.url, { reads });
    wires.push(wire);
    const all = { 'X-API-Key': key, 'Transfer-Encoding': 'chunked', ...headers };
    wire.write(head({ method: 'POST', path: '/v1/bulk', headers: all }));
    return wire;
  }

  it(`of ${STREAMED_MB} MB of small lines take little memory, and let others live`, async () => {
    const lines = [
      `{"op":"delete","id":"${'x'.repeat(24)}"}\n`,
      `{"op":"create","document":{"title":"${'y'.repeat(1_500)}"}}\n`,
    ];
    const part = lines.join('').repeat(1_000);
    const parts = Math.ceil((STREAMED_MB * 1_000_000) / part.length);
    const idle = await target.idleBytes();
    const request = bulkRequest(target.url, key);
    let slowest = 0;
    const peak = await peakWhile(target.pid, async () => {
      const tail = lastOf(request);
      for (let n = 0; n < parts; n++) {
        if (!request.write(part)) await once(request, 'drain');
        if (n % 20 === 0) slowest = Math.max(slowest, await target.mainThreadMsOfProbe());
      }
      request.end();
      expect(await tail).to.include(`{"line":${parts * 2_000},"status":400`);
    });
    expect((peak - idle) / MIB).to.be.below(MOST_MORE / MIB);
    expect(slowest).to.be.below(LIVE_MS);
  });

  it('whose answers nobody reads begin few lines, take little memory, and are ended', async () => {
    const line = JSON.stringify({
      op: 'create',
      document: { title: 't', blocks: [], metadata: { x: 'y'.repeat(20_000) } },
    });
    const part = chunk(`${line}\n`.repeat(50));
    const idle = await target.idleBytes();
    const wire = open(false);
    let sent = 0;
    const peak = await peakWhile(target.pid, async () => {
      void (async () => {
        for (; sent < 200 && !wire.isClosed; sent++) await wire.flush(part);
      })();
      await during(10_000, () => target.probe());
      const taken = await linesTaken();
      await during(5_000, () => target.probe());
      expect(await linesTaken()).to.equal(taken);
    });
    expect((peak - idle) / MIB).to.be.below(MOST_MORE / MIB);
    expect(sent).to.be.below(200);
    const isLogged = (line: string) => line.includes('"/v1/bulk"') && line.includes('"status":499');
    await eventually('it is ended', 60_000, () => target.service.lines.some(isLogged));
  });

  async function linesTaken(): Promise<number> {
    const { text } = await target.get('/v1/limits', { 'X-API-Key': key });
    const { used } = (JSON.parse(text) as { documents: { month: { used: number } } }).documents.month;
    return used;
  }

  it('of compressed line ends end early', async () => {
    const bomb = gzipSync(Buffer.alloc(500 * MIB, '\n'));
    const idle = await target.idleBytes();
    const wire = open(true, { 'Content-Encoding': 'gzip' });
    let slowest = 0;
    const peak = await peakWhile(target.pid, async () => {
      wire.write(chunk(bomb));
      const ended = wire.until(/"ended":true/);
      while (!wire.text.includes('ended')) slowest = Math.max(slowest, await target.mainThreadMsOfProbe());
      expect(await ended).to.match(/"status":413/);
    });
    expect((peak - idle) / MIB).to.be.below(MOST_MORE / MIB);
    expect(slowest).to.be.below(LIVE_MS);
  });

  it('that send nothing for ten seconds are ended with 408, between lines and in a line', async () => {
    const [between, within] = [open(true), open(true)];
    between.write(chunk('x\n'));
    within.write(chunk('x\n{"op"'));
    for (const wire of [between, within]) {
      expect(await wire.until(/"ended":true\}/)).to.match(/\{"line":2,"status":408,/);
      await eventually('it is closed', SOON_MS, () => wire.isEnded);
    }
  });

  it('have a minute for each line, and all the time for their lines; a body has a minute', async () => {
    const lines = open(true);
    const endless = open(true);
    const body = new Wire(target.url, { reads: true });
    wires.push(body);
    body.write(begunPost('/v1/documents', key, { length: 1_000_000, sent: '{"x":"' }));
    const since = performance.now();
    const seconds = () => (performance.now() - since) / 1_000;
    const going = setInterval(() => {
      lines.write(chunk('x\n'));
      if (!endless.isEnded) endless.write(chunk('x'));
      if (!body.isEnded) body.write('x');
    }, 2_000);
    try {
      await eventually('the body is refused', 90_000, () => body.statuses.length > 0);
      expect(body.statuses).to.deep.equal([408]);
      await eventually('the line is refused', 90_000, () => endless.text.includes('ended'));
      expect(endless.text).to.match(/"status":408/);
      expect(seconds()).to.be.at.least(55);
      await eventually('more than a minute is over', 90_000, () => seconds() > 75);
    } finally {
      clearInterval(going);
    }
    expect(lines.text).not.to.include('ended');
    lines.write(END);
    await lines.until(/\r\n0\r\n\r\n$/);
  });
});

const END = '0\r\n\r\n';

function bulkRequest(url: string, key: string): http.ClientRequest {
  const { hostname: host, port } = new URL(url);
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/x-ndjson' };
  return http.request({ host, port, path: '/v1/bulk', method: 'POST', headers, agent: false });
}

/** The end of the answer, which is read as it comes. */
async function lastOf(request: http.ClientRequest): Promise<string> {
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  let tail = '';
  for await (const part of response) tail = (tail + String(part)).slice(-1_000);
  return tail;
}

function chunk(data: string | Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), Buffer.from(data), Buffer.from('\r\n')]);
}
