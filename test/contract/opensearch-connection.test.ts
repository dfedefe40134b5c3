import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Client } from '@opensearch-project/opensearch';
import { expect } from 'chai';
import { overUndici } from '../../src/adapters/opensearch/transport/undici-connection.js';
import { until } from '../support/until.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const ok: Answer = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end('{"ok":true}');
};

describe('the connection of the OpenSearch client', () => {
  let server: Server;
  let client: Client;
  let answer: Answer;
  let connections: number;
  let paths: string[];

  const connect = (path = '', sockets = 1) =>
    new Client({
      node: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
      maxRetries: 0,
      Connection: overUndici(undefined, sockets),
    });
  const ask = (from = client, path = '/a') =>
    from.transport.request({ method: 'GET', path, querystring: { b: 'c d' } });

  beforeEach(async () => {
    [answer, connections, paths] = [ok, 0, []];
    server = createServer((request, response) => {
      paths.push(String(request.url));
      answer(request, response);
    });
    server.on('connection', () => connections++);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    client = connect();
  });
  afterEach(async () => {
    await client.close();
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });

  it('never sends what was given up while it waited, and keeps the connection for the next call', async () => {
    const held: ServerResponse[] = [];
    answer = (_, response) => {
      held.push(response);
    };
    const first = ask();
    await until(async () => held.length === 1);
    const second = ask();
    second.abort();
    expect(
      await second.then(
        () => '',
        ({ name }: Error) => name,
      ),
    ).to.equal('RequestAbortedError');
    answer = ok;
    ok({} as IncomingMessage, held[0] as ServerResponse);
    expect([(await first).body, (await ask()).body]).to.deep.equal([{ ok: true }, { ok: true }]);
    expect([connections, paths.length]).to.deep.equal([1, 2]);
  });

  it('gives up what is under way, with its connection, and goes on with another', async () => {
    let closed = false;
    answer = (_, response) => {
      response.once('close', () => {
        closed = true;
      });
    };
    const asked = ask();
    await until(async () => paths.length === 1);
    asked.abort();
    expect(
      await asked.then(
        () => '',
        ({ name }: Error) => name,
      ),
    ).to.equal('RequestAbortedError');
    await until(async () => closed);
    answer = ok;
    expect((await ask()).body).to.deep.equal({ ok: true });
    expect(connections).to.equal(2);
  });

  it('reads four large answers to searches at a time, others beside them, and goes on when one is given up', async () => {
    const large = JSON.stringify({ text: 'x'.repeat(8_000_000) });
    const ended: ServerResponse[] = [];
    const last: ServerResponse[] = [];
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': large.length });
      // All but its end: none of them is over.
      response.write(large.slice(0, -1), () => ended.push(response));
      last.push(response);
    };
    const wide = connect('', 16);
    const asked = Array.from({ length: 10 }, () => ask(wide, '/a/_search'));
    await until(async () => last.length === 10 && ended.length >= 4);
    // What everybody waits for never waits for searches.
    const heads = ask(wide, '/a/_mget');
    await until(async () => ended.length === 5);
    (ended.pop() as ServerResponse).end('}');
    last.pop();
    expect(JSON.stringify((await heads).body)).to.have.length(large.length);
    answer = ok;
    expect((await ask(wide)).body).to.deep.equal({ ok: true });
    expect(ended).to.have.length(4);
    const gone = asked.splice(last.indexOf(ended[0] as ServerResponse), 1)[0];
    gone?.abort();
    expect(
      await gone?.then(
        () => '',
        ({ name }: Error) => name,
      ),
    ).to.equal('RequestAbortedError');
    await until(async () => ended.length >= 5);
    for (const response of last) response.end('}');
    const lengths = (await Promise.all(asked)).map(({ body }) => JSON.stringify(body).length);
    expect(lengths).to.deep.equal(Array.from({ length: 9 }, () => large.length));
    await wide.close();
  });

  it('reads what is compressed, what comes in pieces, and nothing', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync('{"ok":true}'));
    };
    expect((await ask()).body).to.deep.equal({ ok: true });
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const text = Buffer.from('{"ok":"ü"}');
      response.write(text.subarray(0, 8), () => response.end(text.subarray(8)));
    };
    expect((await ask()).body).to.deep.equal({ ok: 'ü' });
    answer = (_, response) => response.writeHead(200).end();
    expect((await ask()).body).to.equal('');
  });

  it('keeps the path of its address in front of what is asked for', async () => {
    const behind = connect('/behind/a/proxy');
    await ask(behind);
    await behind.close();
    expect(paths).to.deep.equal(['/behind/a/proxy/a?b=c%20d']);
  });

  it('lets what is under way end before it closes', async () => {
    const held: ServerResponse[] = [];
    answer = (_, response) => {
      held.push(response);
    };
    const leaving = connect();
    const asked = ask(leaving);
    await until(async () => held.length === 1);
    let isClosed = false;
    const closing = leaving.close().then(() => {
      isClosed = true;
    });
    answer = ok;
    await ask();
    expect(isClosed).to.equal(false);
    ok({} as IncomingMessage, held[0] as ServerResponse);
    expect((await asked).body).to.deep.equal({ ok: true });
    await closing;
  });
});
