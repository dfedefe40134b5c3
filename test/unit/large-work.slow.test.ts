// Slow: compares CPU times of this process, in which nothing else may run.
import { expect } from 'chai';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import Koa from 'koa';
import { BodyBudget } from '../../src/http/limits/body-budget.js';
import { LargeWork } from '../../src/http/limits/large-work.js';
import { readJsonBody } from '../../src/http/middleware/read-json-body.js';
import { parseScanned, scanBody } from '../../src/http/body/parse-json.js';
import type { RequestState } from '../../src/http/state.js';

const MIB = 1024 * 1024;
const BODIES = 20;
/** One body at a time measures 1.7, all in one go 21. A garbage collection of this process may fall in between. */
const MOST_BODIES_IN_ONE_GO = 8;

const turn = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** 428 KB whose 39,000 objects have one name each, and each another one. */
function dearBody(): string {
  return `[${Array.from({ length: 39_000 }, (_, n) => `{"${(n + 100_000).toString(36)}":0}`).join(',')}]`;
}

/** The most CPU that went by between two turns of the event loop, in milliseconds. */
function watchGaps(): { end(): number } {
  let longest = 0;
  let since = cpuMs();
  const timer = setInterval(() => {
    const now = cpuMs();
    longest = Math.max(longest, now - since);
    since = now;
  }, 1);
  return {
    end: () => {
      clearInterval(timer);
      return longest;
    },
  };
}

describe('readJsonBody', function () {
  this.timeout(60_000);

  async function startServer() {
    const app = new Koa<RequestState>();
    app.use(async (ctx, next) => {
      ctx.state.actor = { owner: ctx.get('X-Owner') } as NonNullable<RequestState['actor']>;
      await next();
    });
    const budget = new BodyBudget({ totalBytes: 256 * MIB, bodyBytes: 10 * MIB });
    app.use(readJsonBody(10 * MIB, budget, new LargeWork()));
    app.use((ctx) => {
      ctx.body = 'taken';
    });
    const server = createServer((req, res) => void app.callback()(req, res));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const sockets: Socket[] = [];
    server.on('connection', (socket) => sockets.push(socket));
    const received = () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
    return { server, received };
  }

  it('stops the event loop for one body of many names at a time, of however many that end at once', async () => {
    const body = dearBody();
    const bytes = Buffer.from(body);
    const costs = Array.from({ length: 5 }, () => {
      const since = cpuMs();
      parseScanned(bytes, scanBody(bytes));
      return cpuMs() - since;
    }).sort((a, b) => a - b);
    const { server, received } = await startServer();
    const { port } = server.address() as AddressInfo;
    const sockets = await Promise.all(Array.from({ length: BODIES }, (_, n) => begin(port, `owner${n % 2}`, body)));
    while (received() < BODIES * bytes.length) await turn();
    const gaps = watchGaps();
    const answers = sockets.map(async (socket) => {
      const [answer] = (await once(socket, 'data')) as [Buffer];
      return String(answer).split(' ')[1];
    });
    for (const socket of sockets) socket.write(body.at(-1) as string);
    expect(await Promise.all(answers)).to.deep.equal(new Array(BODIES).fill('200'));
    const longest = gaps.end();
    for (const socket of sockets) socket.destroy();
    server.close();
    expect(longest).to.be.below(MOST_BODIES_IN_ONE_GO * (costs.at(-1) as number));
  });
});

/** A request that has arrived but for its last byte. */
async function begin(port: number, owner: string, body: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const head = `POST / HTTP/1.1\r\nHost: x\r\nX-Owner: ${owner}\r\nContent-Length: ${body.length}\r\n\r\n`;
  await new Promise((resolve) => {
    socket.write(head + body.slice(0, -1), resolve);
  });
  return socket;
}
