import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { expect } from 'chai';
import { ObjectRequests } from '../../src/adapters/s3/object-requests.js';
import { makeRequestModels } from '../../src/adapters/s3/request-models.js';
import { makeS3Client } from '../../src/adapters/s3/s3-client.js';
import { S3ObjectStore } from '../../src/adapters/s3/s3-object-store.js';
import { until } from '../support/until.js';
import { expectUnavailable } from '../support/expect-unavailable.js';

type Received = { line: string; headers: IncomingMessage['headers']; body: string };

const HOUR_MS = 3_600_000;
/** That differ from one request to the next, or tell the server of the SDK's own repeats. */
const OF_ONE_REQUEST = /^(amz-sdk-.*|authorization|connection|x-amz-date)$/;

describe('requests for objects', () => {
  let server: Server;
  let connections: number;
  let received: Received[];
  let answer: (response: ServerResponse) => unknown;
  let changed: Map<string, string | undefined>;

  const setEnv = (name: string, value: string) => {
    if (!changed.has(name)) changed.set(name, process.env[name]);
    process.env[name] = value;
  };

  const options = () => ({
    bucket: 'b',
    prefix: 'p/',
    region: 'eu-north-1',
    forcePathStyle: true,
    timeoutMs: 2_000,
    kmsKeyId: 'key/1',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });

  beforeEach(async () => {
    changed = new Map();
    setEnv('AWS_ACCESS_KEY_ID', 'access');
    setEnv('AWS_SECRET_ACCESS_KEY', 'secret');
    [received, connections] = [[], 0];
    answer = (response) => response.writeHead(200, { etag: '"e"' }).end();
    server = createServer((request, response) => {
      let body = '';
      request
        .setEncoding('utf8')
        .on('data', (chunk: string) => {
          body += chunk;
        })
        .on('end', () => {
          received.push({ line: `${request.method} ${request.url?.split('?')[0]}`, headers: request.headers, body });
          answer(response);
        });
    });
    server.on('connection', () => connections++);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
  });
  afterEach(async () => {
    for (const [name, value] of changed) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });

  it('are those that the SDK sends, to the header', async () => {
    setEnv('AWS_SESSION_TOKEN', 'session');
    const client = makeS3Client(options());
    const at = { Bucket: 'b', Key: 'p/a/1.json' };
    const put = {
      ...at,
      Body: Buffer.from('{}'),
      ContentLength: 2,
      ContentType: 'application/json',
      ServerSideEncryption: 'aws:kms',
      SSEKMSKeyId: 'key/1',
    } as const;
    await client.send(new PutObjectCommand({ ...put, IfNoneMatch: '*' }));
    await client.send(new PutObjectCommand(put));
    await client.send(new GetObjectCommand(at));
    client.destroy();

    const store = new S3ObjectStore(options());
    await store.create('a/1.json', Buffer.from('{}'));
    await store.put('a/1.json', Buffer.from('{}'));
    await store.read('a/1.json');
    await store.close();

    const [sdk, own] = [received.slice(0, 3), received.slice(3)].map((requests) => requests.map(comparable));
    expect(own).to.deep.equal(sdk);
    expect(own?.[0]?.headers).to.include({ 'if-none-match': '*', 'x-amz-server-side-encryption': 'aws:kms' });
    expect(own?.[2]?.headers).to.include({ 'x-amz-security-token': 'session' });
  });

  it('are signed for what they are', async () => {
    const store = new S3ObjectStore(options());
    await store.create('a', Buffer.from('1'));
    await store.create('a', Buffer.from('1'));
    await store.create('b', Buffer.from('1'));
    await store.put('a', Buffer.from('2'));
    await store.close();
    const scope =
      /^AWS4-HMAC-SHA256 Credential=access\/\d{8}\/eu-north-1\/s3\/aws4_request, SignedHeaders=\S*host\S*, /;
    const signatures = received.map(({ headers: { authorization = '' } }) => {
      expect(authorization).to.match(scope);
      return authorization.split('Signature=')[1];
    });
    expect(new Set(signatures.slice(1)).size).to.equal(3);
  });

  it('carry megabytes', async () => {
    const store = new S3ObjectStore(options());
    const body = Buffer.alloc(9 * 1024 * 1024, 'abc');
    await store.create('a', body);
    await store.close();
    expect(received[0]?.body === body.toString()).to.equal(true);
  });

  it('leave a connection alone that they waited for in vain', async () => {
    const client = makeS3Client(options());
    const requests = new ObjectRequests(() => makeRequestModels(client, { Bucket: 'b', prefix: '' }), { sockets: 1 });
    const held: ServerResponse[] = [];
    answer = (response) => held.push(response);
    const first = requests.get('a', AbortSignal.timeout(5_000));
    await until(async () => held.length === 1);
    const error = await requests.get('b', AbortSignal.timeout(50)).catch((raised: unknown) => raised);
    expect((error as Error).name).to.equal('TimeoutError');
    answer = (response) => response.writeHead(200, { etag: '"e"' }).end();
    answer(held[0] as ServerResponse);
    await first;
    await requests.get('c', AbortSignal.timeout(5_000));
    requests.close();
    client.destroy();
    expect([connections, received.map(({ line }) => line)]).to.deep.equal([1, ['GET /b/a', 'GET /b/c']]);
  });

  for (const code of ['RequestTimeTooSkewed', 'InvalidSignature'])
    it(`go by the server's clock after ${code}`, async () => {
      const hourAhead = new Date(Date.now() + HOUR_MS);
      let isFirst = true;
      answer = (response) => {
        if (!isFirst) return response.writeHead(200, { etag: '"e"' }).end();
        isFirst = false;
        response.writeHead(403, { date: hourAhead.toUTCString() });
        return response.end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
      };
      const store = new S3ObjectStore(options());
      await store.create('a', Buffer.from('1')).catch(() => undefined);
      expect(await store.create('b', Buffer.from('1'))).to.equal('created');
      await store.close();
      const [first, second] = received.map(({ headers }) => dateOf(String(headers['x-amz-date'])));
      expect(first).to.be.closeTo(Date.now(), 60_000);
      expect(second).to.be.closeTo(hourAhead.getTime(), 60_000);
    });

  for (const [name, call] of [
    ['create', (store: S3ObjectStore) => store.create('a', Buffer.from('1'))],
    ['put', (store: S3ObjectStore) => store.put('a', Buffer.from('1'))],
    ['read', (store: S3ObjectStore) => store.read('a')],
  ] as const) {
    it(`give up their connection when their time is over: ${name}`, async () => {
      let isClosed = false;
      answer = (response) => {
        response.once('close', () => {
          isClosed = true;
        });
      };
      const store = new S3ObjectStore({ ...options(), timeoutMs: 200 });
      await expectUnavailable(call(store), /no answer within 200 ms/);
      await until(async () => isClosed);
      await store.close();
    });
  }

  it('fail while there are no credentials, and succeed when there are', async () => {
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) setEnv(name, '');
    for (const name of ['AWS_SHARED_CREDENTIALS_FILE', 'AWS_CONFIG_FILE']) setEnv(name, '/nowhere');
    setEnv('AWS_EC2_METADATA_DISABLED', 'true');
    const store = new S3ObjectStore(options());
    await expectUnavailable(store.create('a', Buffer.from('1')), /CredentialsProviderError/);
    setEnv('AWS_ACCESS_KEY_ID', 'access');
    setEnv('AWS_SECRET_ACCESS_KEY', 'secret');
    expect(await store.create('a', Buffer.from('1'))).to.equal('created');
    await store.close();
  });

  for (const { name, endpoint, forcePathStyle, origin, path } of [
    {
      name: 'AWS',
      endpoint: undefined,
      forcePathStyle: false,
      origin: 'https://docs.s3.eu-north-1.amazonaws.com',
      path: '/p/',
    },
    {
      name: 'an endpoint with the bucket in its name',
      endpoint: 'http://s3.example:9000',
      forcePathStyle: false,
      origin: 'http://docs.s3.example:9000',
      path: '/p/',
    },
    {
      name: 'an endpoint with the bucket in its path',
      endpoint: 'https://s3.example/behind',
      forcePathStyle: true,
      origin: 'https://s3.example',
      path: '/behind/docs/p/',
    },
  ]) {
    it(`go to ${name}`, async () => {
      const client = makeS3Client({ ...options(), endpoint, forcePathStyle } as ReturnType<typeof options>);
      const models = await makeRequestModels(client, { Bucket: 'docs', prefix: 'p/' });
      client.destroy();
      expect([models.origin, models.path]).to.deep.equal([origin, path]);
    });
  }

  it('are refused for a bucket that is asked in another way', async () => {
    const bucket = 'arn:aws:s3-outposts:eu-north-1:123456789012:outpost/op-1/accesspoint/a';
    const { endpoint: _, ...others } = options();
    const store = new S3ObjectStore({ ...others, bucket, forcePathStyle: false });
    await expectUnavailable(store.read('a'), /Outposts/);
    await store.close();
  });
});

function comparable({ line, headers, body }: Received) {
  const lasting = Object.entries(headers).filter(([name]) => !OF_ONE_REQUEST.test(name));
  return { line, body, headers: Object.fromEntries(lasting) };
}

/** `20260102T030405Z` */
function dateOf(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}
