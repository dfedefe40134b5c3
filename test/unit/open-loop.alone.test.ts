// Alone: measures how long calls of a driver take.
import { expect } from 'chai';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ClosedLoop } from '../bench/driver/closed-loop.js';
import { OpenLoop } from '../bench/driver/open-loop.js';
import { planOfGets } from '../bench/driver/plan-builder.js';

const SECONDS = 1;
const EVERY_MS = 5;
/** All answers that are due meanwhile come at its end, as after a stretch of the main thread. */
const STILL_MS = 150;

/** Answers at once, but for the time that begins with the 20th request. */
async function listen(status = 200): Promise<{ server: Server; url: string }> {
  let count = 0;
  let stillUntil = 0;
  const server = createServer((_request, response) => {
    if (++count === 20) stillUntil = performance.now() + STILL_MS;
    const answer = () => response.writeHead(status, { 'Content-Length': 2 }).end('ok');
    const wait = stillUntil - performance.now();
    if (wait > 0) setTimeout(answer, wait);
    else answer();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('an open loop', () => {
  let server: Server;
  afterEach(() => server.closeAllConnections());

  async function prepared(status?: number) {
    const listening = await listen(status);
    server = listening.server;
    return { ...planOfGets(listening.url, ['/']), bodies: [] };
  }

  it('shows in its p99 that a server stood still, which a closed loop hides', async () => {
    const plan = await prepared();
    const open = await new OpenLoop(plan, { everyMs: EVERY_MS, seconds: SECONDS }).run();
    server.close();
    const closed = await new ClosedLoop().run(await prepared(), { clients: 1, seconds: SECONDS });
    expect(open.kinds['get']?.p99).to.be.above(STILL_MS * 0.8);
    expect(closed.kinds['get']?.p99).to.be.below(STILL_MS / 2);
    expect(closed.kinds['get']?.longest).to.be.above(STILL_MS * 0.8);
  });

  it('sends as many as are due, and counts apart those that it began late', async () => {
    const { sent, lateShare, kinds } = await new OpenLoop(await prepared(), {
      everyMs: EVERY_MS,
      seconds: SECONDS,
    }).run();
    expect(sent).to.equal((SECONDS * 1_000) / EVERY_MS);
    expect(kinds['get']?.count).to.equal(Math.round(sent * (1 - lateShare)));
  });

  it('counts answers that are not right, and goes on', async () => {
    const { sent, failed, wrong } = await new OpenLoop(await prepared(503), { everyMs: 20, seconds: SECONDS }).run();
    expect(failed).to.equal(sent);
    expect(wrong[0]).to.equal('get: answered with 503');
  });
});
