import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { ApiError, UnreachableError } from '../../scripts/demo/api-error.js';
import { DemoApi } from '../../scripts/demo/api.js';
import { forEachConcurrently } from '../../scripts/demo/for-each-concurrently.js';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

function status(code: number, body: object, headers: Record<string, string> = {}): Answer {
  return (response) => response.writeHead(code, headers).end(JSON.stringify(body));
}

const lost: Answer = (_, request) => request.socket.destroy();

describe('demo: the client', () => {
  let server: Server;
  let base: string;
  let answers: Answer[];
  let seen: { key: unknown; idempotencyKey: unknown; at: number }[];
  let stop: AbortController;
  const api = (): DemoApi => new DemoApi({ base, key: 'dk_x', signal: stop.signal });
  const create = { method: 'POST', path: '/v1/documents', body: '{}', idempotencyKey: 'one' } as const;

  beforeEach(async () => {
    [answers, seen, stop] = [[], [], new AbortController()];
    server = createServer((request, response) => {
      const { 'x-api-key': key, 'idempotency-key': idempotencyKey } = request.headers;
      seen.push({ key, idempotencyKey, at: performance.now() });
      answers.shift()?.(response, request);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('repeats a lost answer and an unavailable service with the same Idempotency-Key', async () => {
    answers = [lost, status(503, {}), status(502, {}), status(201, { id: 'x' })];
    const client = api();
    expect((await client.json(create)).body).to.deep.equal({ id: 'x' });
    expect(client.repeats).to.equal(3);
    expect(seen.map(({ key, idempotencyKey }) => [key, idempotencyKey])).to.deep.equal(
      Array.from({ length: 4 }, () => ['dk_x', 'one']),
    );
  });

  it('holds back every request for the Retry-After of a 429', async () => {
    answers = [status(429, {}, { 'Retry-After': '1' }), status(200, {}), status(200, {})];
    const client = api();
    const first = client.json({ path: '/a' });
    while (client.repeats === 0) await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([first, client.json({ path: '/b' })]);
    const [refused, ...later] = seen;
    expect(later).to.have.lengthOf(2);
    for (const { at } of later) expect(at - (refused?.at ?? 0)).to.be.at.least(950);
  });

  it('does not wait for a daily limit', async () => {
    answers = [status(429, { error: { code: 'RATE_LIMITED', message: 'm' } }, { 'Retry-After': '4000' })];
    const error: unknown = await api()
      .json(create)
      .catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(ApiError).and.include({ status: 429, fatal: true });
  });

  it('does not repeat what was refused', async () => {
    answers = [status(400, { error: { code: 'VALIDATION_ERROR', message: 'm' } })];
    const error: unknown = await api()
      .json(create)
      .catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(ApiError);
    expect(error).to.include({ status: 400, code: 'VALIDATION_ERROR', fatal: false });
    expect(seen).to.have.lengthOf(1);
  });

  it('gives up where nothing answers for longer than its patience', async () => {
    answers = Array.from({ length: 50 }, () => lost);
    const error: unknown = await api()
      .json({ path: '/', patience: 150 })
      .catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(UnreachableError);
  });

  it('ends a pause at once when it is stopped', async () => {
    answers = [status(429, {}, { 'Retry-After': '100' })];
    const pending = api()
      .json(create)
      .catch((reason: unknown) => reason);
    await once(server, 'request');
    stop.abort(new Error('stopped'));
    expect(await pending).to.have.property('message', 'stopped');
  });
});

describe('demo: many at a time', () => {
  const { signal } = new AbortController();

  it('works on all items, never on more than asked for at a time', async () => {
    let running = 0;
    let most = 0;
    const done: number[] = [];
    const items = Array.from({ length: 50 }, (_, index) => index);
    await forEachConcurrently(items, { concurrency: 4, signal }, async (item) => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      done.push(item);
    });
    expect(most).to.equal(4);
    expect(done).to.have.lengthOf(50);
  });

  it('begins nothing more after a failure, and throws it when all that began has ended', async () => {
    const begun: number[] = [];
    let ended = 0;
    const run = forEachConcurrently([0, 1, 2, 3, 4, 5], { concurrency: 2, signal }, async (item) => {
      begun.push(item);
      await new Promise((resolve) => setImmediate(resolve));
      ended += 1;
      if (item === 1) throw new Error('one');
    });
    const error: unknown = await run.catch((reason: unknown) => reason);
    expect(error).to.have.property('message', 'one');
    expect(begun).to.have.lengthOf.at.most(3);
    expect(ended).to.equal(begun.length);
  });

  it('begins nothing more when it is stopped', async () => {
    const stop = new AbortController();
    const begun: number[] = [];
    const run = forEachConcurrently([0, 1, 2], { concurrency: 1, signal: stop.signal }, async (item) => {
      begun.push(item);
      stop.abort(new Error('stopped'));
      await Promise.resolve();
    });
    const error: unknown = await run.catch((reason: unknown) => reason);
    expect(error).to.have.property('message', 'stopped');
    expect(begun).to.deep.equal([0]);
  });
});
