import { expect } from 'chai';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Koa from 'koa';
import { BodyBudget } from '../../src/http/limits/body-budget.js';
import { CooperativeQueue } from '../../src/http/limits/cooperative-queue.js';
import { readBody } from '../../src/http/middleware/read-body.js';
import type { RequestState } from '../../src/http/state.js';
import { countsPerTurn } from '../support/counts-per-turn.js';

const MIB = 1024 * 1024;
const BODIES = 12;
/** 43 KB of objects that have one name each, and each another one. Bodies of this size are checked one by one. */
const BODY = `[${Array.from({ length: 4_000 }, (_, n) => `{"${(n + 100_000).toString(36)}":0}`).join(',')}]`;

describe('readBody', () => {
  let taken = 0;

  async function startServer() {
    const app = new Koa<RequestState>();
    app.use(async (ctx, next) => {
      ctx.state.actor = { owner: ctx.get('X-Owner') } as NonNullable<RequestState['actor']>;
      await next();
    });
    const budget = new BodyBudget({ totalBytes: 256 * MIB, bodyBytes: 10 * MIB });
    app.use(readBody({ limit: 10 * MIB, budget, largeWork: new CooperativeQueue(), takesFile: false }));
    app.use((ctx) => {
      taken += 1;
      ctx.body = 'taken';
    });
    const server = createServer((req, res) => void app.callback()(req, res));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const sockets: Socket[] = [];
    server.on('connection', (socket) => sockets.push(socket));
    const received = () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
    return { server, received };
  }

  it('takes one large body in a turn of the event loop, of however many that end at once', async () => {
    const { server, received } = await startServer();
    const { port } = server.address() as AddressInfo;
    const sockets = await Promise.all(Array.from({ length: BODIES }, (_, n) => begin(port, `owner${n % 2}`)));
    while (received() < BODIES * BODY.length) await nextTurn();
    const answers = Promise.all(sockets.map(statusOf));
    for (const socket of sockets) socket.write(BODY.at(-1) as string);
    const perTurn = await countsPerTurn(answers, () => taken);
    expect(await answers).to.deep.equal(new Array(BODIES).fill('200'));
    for (const socket of sockets) socket.destroy();
    server.close();
    expect(perTurn.filter((count) => count > 0)).to.deep.equal(new Array(BODIES).fill(1));
  });
});

async function statusOf(socket: Socket): Promise<string | undefined> {
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return String(answer).split(' ')[1];
}

/** A request that has arrived but for its last byte. */
async function begin(port: number, owner: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const head = `POST / HTTP/1.1\r\nHost: x\r\nX-Owner: ${owner}\r\nContent-Length: ${BODY.length}\r\n\r\n`;
  await new Promise((resolve) => {
    socket.write(head + BODY.slice(0, -1), resolve);
  });
  return socket;
}
