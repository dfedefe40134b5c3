import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignatureV4 } from '@smithy/signature-v4';
import { S3Client } from '@aws-sdk/client-s3';
import { expect } from 'chai';
import { bodyOf, type HttpAnswer } from '../../src/adapters/http-exchange.js';
import {
  OpenSearchConnection,
  type HttpRequest,
} from '../../src/adapters/opensearch/transport/opensearch-connection.js';
import { until } from '../support/until.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const ok: Answer = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end('{"ok":true}');
};

describe('the connection to OpenSearch', () => {
  let server: Server;
  let connection: OpenSearchConnection;
  let answer: Answer;
  let connections: number;
  let paths: string[];

  const urlOf = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const connect = (path = '', sockets = 1) =>
    new OpenSearchConnection({ url: urlOf(path), auth: { kind: 'none' } }, { connections: sockets });
  const ask = (from = connection, request: Partial<HttpRequest> = {}) => {
    let giveUp: () => void = () => undefined;
    const text = new Promise<string>((resolve, reject) => {
      const exchange = from.send({ method: 'GET', path: '/a', ...request }, (error, got) => {
        if (error) reject(error);
        else resolve(bodyOf(got as HttpAnswer).toString());
      });
      giveUp = () => exchange.abort(new Error('given up'));
    });
    const failure = text.then(
      () => '',
      ({ message }: Error) => message,
    );
    return { text, failure, giveUp };
  };

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
    connection = connect();
  });
  afterEach(async () => {
    await connection.close();
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
    second.giveUp();
    expect(await second.failure).to.equal('given up');
    answer = ok;
    ok({} as IncomingMessage, held[0] as ServerResponse);
    expect([await first.text, await ask().text]).to.deep.equal(['{"ok":true}', '{"ok":true}']);
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
    asked.giveUp();
    expect(await asked.failure).to.equal('given up');
    await until(async () => closed);
    answer = ok;
    expect(await ask().text).to.equal('{"ok":true}');
    expect(connections).to.equal(2);
  });

  it('reads four large answers at a time, others beside them, and goes on when one is given up', async () => {
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
    const asked = Array.from({ length: 10 }, () => ask(wide, { isLarge: true }));
    await until(async () => last.length === 10 && ended.length >= 4);
    // What everybody waits for never waits for searches.
    const heads = ask(wide);
    await until(async () => ended.length === 5);
    (ended.pop() as ServerResponse).end('}');
    last.pop();
    expect(await heads.text).to.have.length(large.length);
    answer = ok;
    expect(await ask(wide).text).to.equal('{"ok":true}');
    expect(ended).to.have.length(4);
    const [gone] = asked.splice(last.indexOf(ended[0] as ServerResponse), 1);
    gone?.giveUp();
    expect(await gone?.failure).to.equal('given up');
    await until(async () => ended.length >= 5);
    for (const response of last) response.end('}');
    const lengths = (await Promise.all(asked.map(({ text }) => text))).map(({ length }) => length);
    expect(lengths).to.deep.equal(Array.from({ length: 9 }, () => large.length));
    await wide.close();
  });

  it('reads what comes in pieces, and nothing', async () => {
    answer = (_, response) => {
      const text = Buffer.from('{"ok":"ü"}');
      response.write(text.subarray(0, 8), () => response.end(text.subarray(8)));
    };
    expect(await ask().text).to.equal('{"ok":"ü"}');
    answer = (_, response) => response.writeHead(200).end();
    expect(await ask().text).to.equal('');
  });

  it('asks for answers that are not compressed', async () => {
    answer = ({ headers }, response) => response.end(headers['accept-encoding']);
    expect(await ask().text).to.equal('identity');
  });

  it('keeps the path of its address in front of what is asked for', async () => {
    for (const address of ['/behind/a/proxy', '/behind/a/proxy/']) {
      const behind = connect(address);
      await ask(behind, { path: '/a?b=c%20d' }).text;
      await behind.close();
    }
    expect(paths).to.deep.equal(['/behind/a/proxy/a?b=c%20d', '/behind/a/proxy/a?b=c%20d']);
  });

  it('signs method, path, query and body as they are sent', async () => {
    process.env['AWS_ACCESS_KEY_ID'] ??= 'none';
    process.env['AWS_SECRET_ACCESS_KEY'] ??= 'none';
    const seen: IncomingMessage[] = [];
    answer = (request, response) => {
      seen.push(request);
      ok(request, response);
    };
    const auth = { kind: 'sigv4', region: 'eu-west-1', service: 'es' } as const;
    const signed = new OpenSearchConnection({ url: urlOf('/behind'), auth });
    await ask(signed, { method: 'POST', path: '/a/_search?b=c%20d', body: '{"ü":1}', contentType: 'application/json' })
      .text;
    await signed.close();
    const { headers } = seen[0] as IncomingMessage;
    const [, names = ''] = /SignedHeaders=([^,]+)/.exec(String(headers.authorization)) ?? [];
    const again = await resigned({ path: '/behind/a/_search', query: { b: 'c d' }, body: '{"ü":1}' }, headers, names);
    expect(again).to.match(/Signature=[0-9a-f]{64}$/);
    expect(headers.authorization).to.equal(again);
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
    await ask().text;
    expect(isClosed).to.equal(false);
    ok({} as IncomingMessage, held[0] as ServerResponse);
    expect(await asked.text).to.equal('{"ok":true}');
    await closing;
  });
});

type Sent = { path: string; query: Record<string, string>; body: string };

/** The `Authorization` that another implementation makes for the same request at the same moment. */
async function resigned({ path, query, body }: Sent, seen: IncomingMessage['headers'], names: string): Promise<string> {
  const { credentials, sha256 } = new S3Client({ region: 'eu-west-1' }).config;
  const signer = new SignatureV4({ service: 'es', region: 'eu-west-1', credentials, sha256, applyChecksum: false });
  const headers = Object.fromEntries(names.split(';').map((name) => [name, String(seen[name])]));
  const date = String(seen['x-amz-date']).replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5');
  const request = {
    method: 'POST',
    protocol: 'http:',
    hostname: headers['host'] as string,
    path,
    query,
    body,
    headers,
  };
  const signed = await signer.sign(request, {
    signingDate: new Date(date),
    signableHeaders: new Set(names.split(';')),
  });
  return String(signed.headers['authorization']);
}
