import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { S3ObjectStore } from '../../src/adapters/s3/s3-object-store.js';
import { collect } from '../support/rebuild-helpers.js';
import { expectUnavailable } from '../support/expect-unavailable.js';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const refusal =
  (status: number, code: string): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>-</Message></Error>`);
  };
const done: Answer = (response) => response.writeHead(200, { etag: '"e"' }).end();
const cut: Answer = (response) => {
  response.writeHead(200, { etag: '"e"', 'content-length': '10' });
  response.write('short', () => response.destroy());
};
const hang: Answer = () => undefined;
const cutInPieces: Answer = (response) => {
  response.writeHead(200, { etag: '"e"', connection: 'close' });
  response.write('short', () => response.destroy());
};
const stall: Answer = (response) => {
  response.writeHead(200, { etag: '"e"', 'content-length': '10' });
  response.write('short');
};
const reset: Answer = (response) => response.destroy();
const foreign: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end('<!doctype html><title>Back soon</title><p>We are improving things for you.');
};
const body: Answer = (response) => response.writeHead(200, { etag: '"e"' }).end('0123456789');

describe('S3ObjectStore on a server that misbehaves', () => {
  let server: Server;
  let store: S3ObjectStore;
  let answers: Answer[];
  let requests: string[];

  before(async () => {
    server = createServer((request, response) => {
      requests.push(`${request.method} ${request.url?.split('?')[0]} ${request.headers['if-none-match'] ?? ''}`);
      request.resume().on('end', () => (answers.length > 1 ? answers.shift() : answers[0])?.(response, request));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    process.env['AWS_ACCESS_KEY_ID'] ??= 'none';
    process.env['AWS_SECRET_ACCESS_KEY'] ??= 'none';
    store = new S3ObjectStore({
      bucket: 'b',
      prefix: 'p/',
      region: 'us-east-1',
      forcePathStyle: true,
      timeoutMs: 800,
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    });
  });
  after(async () => {
    await store.close();
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });
  beforeEach(() => {
    requests = [];
  });

  const create = () => store.create('k', Buffer.from('x'));

  for (const code of ['ConditionalRequestConflict', 'OperationAborted', 'ConcurrentModification', '409']) {
    it(`sends the same conditional PUT again after a 409 ${code}`, async () => {
      answers = [refusal(409, code), done];
      expect(await create()).to.equal('created');
      expect(requests).to.deep.equal(['PUT /b/p/k *', 'PUT /b/p/k *']);
      answers = [refusal(409, code), refusal(412, 'PreconditionFailed')];
      expect(await create()).to.equal('exists');
    });
  }

  it('says what it needs of a store that answers otherwise', async () => {
    answers = [refusal(404, '404')];
    await expectUnavailable(store.read('k'), /^S3 read k: 404 404: a missing object must be .* NoSuchKey$/);
    await expectUnavailable(store.remove('k'), /^S3 remove k: 404 404: a missing object must be .* NoSuchKey$/);
    answers = [refusal(404, 'NoSuchKey')];
    await expectUnavailable(collect(store.list('a/')), /^S3 list a\/: 404 NoSuchKey: a list without objects must be /);
    answers = [refusal(409, 'ConcurrentModification')];
    await expectUnavailable(
      store.create('k', Buffer.from('x'), { isOneAttempt: true }),
      /^S3 create k: 409 ConcurrentModification: a PUT with If-None-Match: \* .* must be answered 412/,
    );
    answers = [foreign];
    await expectUnavailable(store.read('k'), /ForeignAnswerError: the answer lacks what S3 sends/);
  });

  it('says "exists" on a 412, also after a lost answer', async () => {
    answers = [reset, refusal(412, 'PreconditionFailed')];
    expect(await create()).to.equal('exists');
    expect(requests).to.have.length(2);
  });

  for (const [status, code] of [
    [503, 'SlowDown'],
    [500, 'InternalError'],
    [503, 'ServiceUnavailable'],
  ] as const) {
    it(`repeats a call that was answered ${status} ${code}`, async () => {
      answers = [refusal(status, code), refusal(status, code), done];
      expect(await create()).to.equal('created');
      expect(requests).to.have.length(3);
    });
  }

  it('asks a function for the body of each attempt of a put', async () => {
    answers = [reset, refusal(500, 'InternalError'), done];
    const bodies: string[] = [];
    await store.put('k', () => {
      bodies.push(`${bodies.length}`);
      return Buffer.from(bodies.at(-1) as string);
    });
    expect(bodies).to.deep.equal(['0', '1', '2']);
  });

  it('ends at its deadline while the server keeps asking to slow down', async () => {
    answers = [refusal(503, 'SlowDown')];
    await expectUnavailable(create(), 'SlowDown|no answer within 800 ms');
    expect(requests.length).to.be.greaterThan(2);
  });

  for (const [name, answer] of [
    ['answers nothing', hang],
    ['stalls within a body', stall],
  ] as const) {
    it(`ends at its deadline where the server ${name}`, async () => {
      answers = [answer];
      await expectUnavailable(store.read('k'), 'no answer within 800 ms');
    });
  }

  it('never takes a cut body for the object', async () => {
    answers = [cut];
    await expectUnavailable(store.read('k'), 'S3 read k');
    for (const end of [cut, cutInPieces]) {
      answers = [end, body];
      expect(Buffer.from((await store.read('k')) ?? []).toString()).to.equal('0123456789');
    }
  });

  it('tells a missing object from a missing bucket', async () => {
    answers = [refusal(404, 'NoSuchKey')];
    expect(await store.read('k')).to.equal(undefined);
    await store.remove('k');
    answers = [refusal(404, 'NoSuchBucket')];
    await expectUnavailable(store.read('k'), 'the bucket does not exist');
    await expectUnavailable(store.remove('k'), 'the bucket does not exist');
    await expectUnavailable(create(), 'the bucket does not exist');
  });

  it('never takes a page of something in between for a write done, an object, or an empty list', async () => {
    answers = [foreign];
    await expectUnavailable(store.read('k'), 'ForeignAnswerError');
    await expectUnavailable(create(), 'ForeignAnswerError');
    await expectUnavailable(store.put('k', Buffer.from('x')), 'ForeignAnswerError');
    const list = async () => {
      for await (const key of store.list('')) throw new Error(key);
    };
    await expectUnavailable(list(), 'ForeignAnswerError');
  });

  it('says what a denied access may mean, and asks once', async () => {
    answers = [refusal(403, 'AccessDenied')];
    await expectUnavailable(store.read('k'), 's3:ListBucket');
    expect(requests).to.have.length(1);
  });

  it('leaves foreign and temporary keys out of a list, over pages', async () => {
    const keys = ['p/a', 'p/b c', 'p/./d', 'p/e.json-0b4cbd0a-6f4d-4c3e-9d0c-2f6f0f6d7a11', 'p/é'];
    answers = [page(keys, 'more'), page(['p/f/g'], undefined)];
    const listed = [];
    for await (const key of store.list('')) listed.push(key);
    expect(listed).to.deep.equal(['a', 'f/g']);
  });

  it('goes on with a spread list in parts, also where one that begins before its prefix is answered with nothing', async () => {
    const asked: string[] = [];
    answers = [
      (response, request) => {
        const query = new URL(request.url ?? '', 'http://b').searchParams;
        const [prefix, after] = [query.get('prefix') ?? '', query.get('start-after') ?? ''];
        asked.push(prefix);
        if (prefix === 'p/d/') return page(['p/d/Xa'], 'more')(response, request);
        const keys = after === '' || after.startsWith(prefix) ? [`${prefix}a`, `${prefix}b`] : [];
        return page(
          keys.filter((key) => key > after),
          undefined,
        )(response, request);
      },
    ];
    const parts = Array.from('XYZ_abcdefghijklmnopqrstuvwxyz', (character) => `d/${character}`);
    expect(await collect(store.list('d/', { isSpread: true }))).to.deep.equal(
      parts.flatMap((part) => [`${part}a`, `${part}b`]),
    );
    expect(asked).to.have.members(['p/d/', ...parts.map((part) => `p/${part}`)]);
  });
});

function page(keys: string[], next: string | undefined): Answer {
  return (response) => {
    const contents = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
    const more =
      next === undefined
        ? '<IsTruncated>false</IsTruncated>'
        : `<IsTruncated>true</IsTruncated><NextContinuationToken>${next}</NextContinuationToken>`;
    response.end(`<?xml version="1.0"?><ListBucketResult>${more}${contents}</ListBucketResult>`);
  };
}
