import { once } from 'node:events';
import type { Server } from 'node:http';
import net from 'node:net';
import { expect } from 'chai';
import { ERRORS, type ErrorCode } from '../../src/domain/errors.js';
import { REQUEST_TIMEOUT_MS } from '../../src/http/limits/request-clock.js';
import { createHttpServer, listen, type HttpServer } from '../../src/http/server.js';
import { eventually } from '../races/support.js';
import { lastAnswer, RawConnection } from './raw-connection.js';
import { describeHttp } from './suite.js';

async function send(url: string, text: string): Promise<string> {
  const connection = new RawConnection(url);
  connection.write(text);
  return connection.ended();
}

function expectParserError(received: string, code: ErrorCode): void {
  const { status, message } = ERRORS[code];
  expect(lastAnswer(received)).to.deep.equal({ status, body: { error: { code, message, details: {} } } });
  expect(received).to.match(/^Content-Type: application\/json/m);
}

describeHttp('errors of the HTTP parser', (api) => {
  const MALFORMED = [
    'NONSENSE\r\n\r\n',
    'GET /v1/folders HTTP/9.9\r\n\r\n',
    'GET /v1/folders HTTP/1.1\r\n\r\n',
    'GET /v1/folders HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n',
    'GET /v1/folders#a HTTP/1.1\r\nHost: x\r\n\r\n',
    'PUT /v1/documents/by-key/a#b HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /health/live?a#b HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET http://x/health/live#a HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET http://%61/health/live HTTP/1.1\r\nHost: x\r\n\r\n',
    'POST /v1/folders HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    'POST /v1/folders HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
  ];
  for (const text of MALFORMED) {
    it(`are 400 for ${JSON.stringify(text)}`, async () => {
      expectParserError(await send(api.url, text), 'VALIDATION_ERROR');
    });
  }

  it('are 400 for CONNECT, as nothing here is a tunnel', async () => {
    expectParserError(await send(api.url, 'CONNECT /v1/folders HTTP/1.1\r\nHost: x\r\n\r\n'), 'VALIDATION_ERROR');
  });

  it('are 431 for headers that are too large', async () => {
    const large = `X-Filling: ${'x'.repeat(100_000)}`;
    const text = `GET /v1/folders HTTP/1.1\r\nHost: x\r\n${large}\r\n\r\n`;
    expectParserError(await send(api.url, text), 'HEADERS_TOO_LARGE');
  });

  it('are none for an expectation that nobody has heard of', async () => {
    const text = 'GET /v1/folders HTTP/1.1\r\nHost: x\r\nExpect: much\r\nConnection: close\r\n\r\n';
    expect(lastAnswer(await send(api.url, text)).status).to.equal(401);
  });

  it('are none for a target in absolute form, whose path alone counts', async () => {
    for (const target of ['http://any.example/health/live', 'HTTPS://any.example:8080/health/live?a=b']) {
      const received = await send(api.url, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(lastAnswer(received).status).to.equal(200);
    }
  });

  it('are none for HTTP/1.0, which needs no Host', async () => {
    expect(lastAnswer(await send(api.url, 'GET /v1/folders HTTP/1.0\r\n\r\n')).status).to.equal(401);
  });

  it('do not answer a client that has only gone away', async () => {
    const connection = new RawConnection(api.url);
    connection.write('GET /v1/folders HTTP/1.1\r\nHost');
    connection.close();
    expect(await connection.ended()).to.equal('');
  });
});

const SHORT = { most: undefined, mostPerAddress: undefined, requestMs: 200 };
const ANY_PORT = { host: '127.0.0.1', port: 0, setting: 'PORT' };

describe('http: time limits of the server', () => {
  let http: HttpServer;
  let server: Server;
  let url: string;
  before(async () => {
    http = createHttpServer((request, response) => {
      request
        .on('error', () => undefined)
        .on('end', () => response.end())
        .resume();
    }, SHORT);
    ({ server } = http);
    url = `http://127.0.0.1:${await listen(server, ANY_PORT)}`;
  });
  after(() => http.close(0));

  it('are 10 s for headers, 60 s for a request, and more for a kept connection than load balancers have', () => {
    expect(server.headersTimeout).to.equal(10_000);
    expect([server.requestTimeout, REQUEST_TIMEOUT_MS]).to.deep.equal([0, 60_000]);
    expect(server.keepAliveTimeout).to.be.above(60_000);
  });

  it('are answered with 408 when headers or a body do not come', async () => {
    const unfinished = ['GET / HTTP/1.1\r\nHost: x\r\n', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab'];
    // The real limits would make this test last for a minute.
    server.headersTimeout = 100;
    try {
      await Promise.all(unfinished.map(async (text) => expectParserError(await send(url, text), 'REQUEST_TIMEOUT')));
    } finally {
      server.headersTimeout = 10_000;
    }
  });

  it('outlive clients that ask for a tunnel and reset the connection', async () => {
    for (let n = 0; n < 50; n++) {
      const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write('CONNECT x HTTP/1.1\r\nHost: x\r\n\r\n', () => {
        socket.resetAndDestroy();
      });
      await once(socket, 'close');
    }
    expect(await send(url, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).to.match(/^HTTP\/1\.1 200 /);
  });

  it('begin nothing behind the last answer of a connection', async () => {
    const asked: string[] = [];
    const other = createHttpServer((request, response) => {
      asked.push(String(request.url));
      response.setHeader('Connection', 'close').end('answer');
    });
    const address = `http://127.0.0.1:${await listen(other.server, ANY_PORT)}`;
    const text = await send(address, ['/1', '/2'].map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
    expect(text.match(/answer/g)).to.have.length(1);
    expect(asked).to.deep.equal(['/1']);
    await other.close(0);
  });

  it('are not waited for by a server that ends, on connections with half of a header', async () => {
    const other = createHttpServer(() => undefined);
    const port = await listen(other.server, ANY_PORT);
    const half = new RawConnection(`http://127.0.0.1:${port}`);
    const opened = once(other.server, 'connection');
    half.write('GET / HTTP/1.1\r\nX: ');
    const [socket] = (await opened) as [net.Socket];
    // A connection without a byte received is ended at once.
    await eventually('the server has half of the header', async () => socket.bytesRead > 0);
    // So that neither the limit for headers nor the grace can end the connection.
    other.server.headersTimeout = 0;
    await other.close(600_000);
  });

  it('write nothing into the answer before a request that does not come', async () => {
    const asked: string[] = [];
    const other = createHttpServer((request, response) => {
      asked.push(String(request.url));
      response.write('beginning');
      other.server.once('clientError', () => response.end('end'));
    }, SHORT);
    const connection = new RawConnection(`http://127.0.0.1:${await listen(other.server, ANY_PORT)}`);
    const behind = 'POST /behind HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab';
    connection.write(`GET / HTTP/1.1\r\nHost: x\r\n\r\n${behind}`);
    const received = await connection.ended();
    expect(received)
      .to.match(/beginning[^]*end/)
      .and.not.match(/REQUEST_TIMEOUT/);
    expect(asked).to.deep.equal(['/']);
    await other.close(0);
  });

  it('end what is still open when the grace is over', async () => {
    const other = createHttpServer(() => undefined);
    const port = await listen(other.server, ANY_PORT);
    const connection = new RawConnection(`http://127.0.0.1:${port}`);
    const asked = once(other.server, 'request');
    connection.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await asked;
    await other.close(50);
    expect(await connection.ended()).to.equal('');
  });

  it('are not waited for by a server that ends, on connections that never asked for anything', async () => {
    const other = createHttpServer(() => undefined);
    const port = await listen(other.server, ANY_PORT);
    const opened = once(other.server, 'connection');
    const silent = new RawConnection(`http://127.0.0.1:${port}`);
    await opened;
    await other.close(600_000);
    expect(await silent.ended()).to.equal('');
  });

  it('leave the answer under way whole when what follows it on the connection is no request', async () => {
    const other = createHttpServer((_request, response) => {
      setImmediate(() => response.end('answer'));
    });
    const port = await listen(other.server, ANY_PORT);
    const text = await send(`http://127.0.0.1:${port}`, 'GET / HTTP/1.1\r\nHost: x\r\n\r\nGARBAGE\r\n\r\n');
    expect(text)
      .to.match(/^HTTP\/1.1 200 OK/)
      .and.match(/answer/)
      .and.not.match(/VALIDATION_ERROR/);
    await other.close(50);
  });

  it('end a connection whose request was answered before its body had come', async () => {
    const other = createHttpServer((_request, response) => {
      response.end('no');
    });
    const connection = new RawConnection(`http://127.0.0.1:${await listen(other.server, ANY_PORT)}`);
    connection.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    await connection.until(/no$/);
    connection.write('Z\r\n');
    expect(await connection.ended()).to.match(/^HTTP\/1\.1 200 [^]*no$/);
    await other.close(50);
  });

  it('leave all answers whole to requests that came before what is no request', async () => {
    const other = createHttpServer(({ url }, response) => {
      setTimeout(() => response.end(`answer to ${url}`), 20);
    });
    const port = await listen(other.server, ANY_PORT);
    const requests = ['/1', '/2', '/3'].map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join('');
    for (const garbage of [
      'GARBAGE\r\n\r\n',
      'POST /4 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZ\r\n',
    ]) {
      const text = await send(`http://127.0.0.1:${port}`, requests + garbage);
      expect(text.match(/answer to \/./g)).to.deep.equal(['answer to /1', 'answer to /2', 'answer to /3']);
      expect(text).not.to.match(/VALIDATION_ERROR/);
    }
    await other.close(50);
  });
});
