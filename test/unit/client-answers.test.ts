import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { createClient, NoAnswerError, type BulkOperation, type Client } from '../../src/client/client.js';
import { all, CALLINGS, callsOf, failureOf, replyOf, RIGHT } from './each-call.js';
import { answerLines, fakeService, ok } from './fake-service.js';

describe('the answers that the client takes', () => {
  it('are those of the call', async () => {
    expect(Object.keys(RIGHT)).to.have.members(callsOf(fakeService([]).client));
    for (const [name, answer] of Object.entries(RIGHT)) {
      expect(await failureOf(CALLINGS[name]!(fakeService([replyOf(answer)]).client, {})), name).to.equal(undefined);
    }
    const updated = fakeService([replyOf([200, { id: 'a', version: 2, result: 'updated' }])]);
    expect((await updated.client.putDocument('k', { title: 'x', blocks: [] })).result).to.equal('updated');
  });

  it('are not those of another call, of a portal, or of a proxy that answers by itself', async () => {
    const foreign: [number, object | string][] = [
      ...Object.values(RIGHT),
      ...[200, 201].flatMap((status): [number, object | string][] => [
        [status, '<!DOCTYPE html><title>Sign in</title>'],
        [status, '[]'],
        [status, 'null'],
        [status, { id: 1, version: '1', blocks: {}, documents: [], folders: {}, results: '', versions: null }],
      ]),
      [202, { id: 'a', version: 1, block_count: 0 }],
      [206, { id: 'a', blocks: [] }],
    ];
    const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
    for (const [name, right] of Object.entries(RIGHT)) {
      const others = foreign.filter((answer) => !isSame(answer, right) && !alsoRight(name, answer));
      for (const answer of others) {
        const { client, asked } = fakeService([replyOf(answer)]);
        const error = await failureOf(CALLINGS[name]!(client, {}));
        expect(error, `${name}: ${JSON.stringify(answer)}`).to.be.instanceOf(NoAnswerError);
        expect(error).to.include({ status: answer[0] });
        expect(asked).to.have.length(1);
      }
    }
  });

  it('are not empty, except to a delete', async () => {
    for (const [name, [status]] of Object.entries(RIGHT)) {
      const { client } = fakeService([new Response('', { status: status === 204 ? 200 : status })], { attempts: 2 });
      expect(await failureOf(CALLINGS[name]!(client, {})), name).to.be.instanceOf(NoAnswerError);
    }
  });

  it('are asked for again where they break off without a sign', async () => {
    const { client, asked } = fakeService([new Response('{"id":"a","blo'), ok({ id: 'a', blocks: [] })]);
    expect((await client.getDocument('a')).id).to.equal('a');
    expect(asked).to.have.length(2);
  });

  it('have all that errors have', async () => {
    for (const error of [{}, { code: 'NOT_OWNER' }, { code: 'NOT_OWNER', message: 'No.', details: null }, 'no', null]) {
      const { client } = fakeService([Response.json({ error }, { status: 403 })]);
      expect(await failureOf(client.getLimits()))
        .to.be.instanceOf(NoAnswerError)
        .and.include({ status: 403 });
    }
  });

  it('are one a line of bulk, with an error where it failed', async () => {
    const done = { line: 1, status: 200 };
    for (const lines of [
      [done, done, done],
      [{ line: 1, status: 400 }],
      [{ line: 1, status: 404, error: { code: 'DOCUMENT_NOT_FOUND', message: 'No.' } }],
      [{ line: '1', status: 200 }],
      [[1, 200]],
    ]) {
      const { client, asked } = fakeService([answerLines(...lines)]);
      const error = await failureOf(all(client.bulk([{ op: 'delete', key: 'a' }])));
      expect(error, JSON.stringify(lines)).to.be.instanceOf(NoAnswerError).and.include({ status: 200 });
      expect(asked).to.have.length(1);
    }
  });

  it('name no page again', async () => {
    const page = (next: unknown) => ok({ documents: [{ id: 'a' }], next_cursor: next });
    for (const cursors of [
      ['a'],
      ['a', 'b', 'c'],
      ['z', 'y', 'x', 'a', 'b'],
      Array.from({ length: 100 }, (_, n) => `${n}`),
    ]) {
      let asked = 0;
      const { client } = fakeService([() => page(cursors[asked++ % cursors.length])]);
      const error = await failureOf(all(client.listDocuments()));
      expect(String(error)).to.include('in a circle');
      expect(asked).to.be.at.most(3 * cursors.length + 1);
    }
    for (const next of [undefined, 1, {}]) {
      expect(await failureOf(all(fakeService([() => page(next)]).client.listDocuments()))).to.be.instanceOf(
        NoAnswerError,
      );
    }
    let pages = 0;
    const { client } = fakeService([() => page(pages++ < 1_000 ? `${pages}` : null)]);
    expect(await all(client.listDocuments())).to.have.length(1_001);
  });
});

describe('an answer without an end', () => {
  const closing: (() => void)[] = [];
  afterEach(() => closing.splice(0).forEach((close) => close()));

  /** A client of a service that begins so and goes on with the same bytes until the connection ends. */
  async function endless({ status = 200, headers = {}, begin = '', bytes = Buffer.alloc(64 * 1024, 'x') }) {
    let sent = 0;
    let ended: (() => void) | undefined;
    const left = new Promise<void>((resolve) => (ended = resolve));
    const server = createServer((_, response) => {
      response.on('close', () => ended?.());
      response.writeHead(status, headers);
      response.write(begin);
      pour(response);
    });
    const pour = (response: ServerResponse): void => {
      if (response.destroyed) return;
      sent += bytes.length;
      if (response.write(bytes)) setImmediate(pour, response);
      else response.once('drain', () => pour(response));
    };
    await once(server.listen(0, '127.0.0.1'), 'listening');
    closing.push(() => {
      server.closeAllConnections();
      server.close();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = createClient({ url, apiKey: 'key', retries: { attempts: 1 } });
    return { client, left, sent: () => sent };
  }

  const MIB = 1024 * 1024;
  const operations: BulkOperation[] = [{ op: 'delete', key: 'a' }];
  const cases: [string, number, object, (client: Client) => Promise<unknown>][] = [
    ['a list', 64 * MIB, { begin: '{"documents":["' }, (client) => client.listDocuments().next()],
    ['a document', 128 * MIB, { begin: '{"id":"' }, (client) => client.getDocument('a')],
    ['an error', MIB, { status: 500, begin: '{"error":"' }, (client) => client.getDocument('a')],
    ['a refusal', MIB, { status: 404 }, (client) => client.deleteDocument('a')],
    ['a line of bulk', 16 * MIB, { begin: '{"line":1,"' }, (client) => client.bulk(operations).next()],
    ['a redirect', 0, { status: 302, headers: { Location: '/x' } }, (client) => client.getLimits()],
    ['a status of another call', 0, { status: 203 }, (client) => client.getLimits()],
  ];
  for (const [what, most, service, call] of cases) {
    it(`is read no further than its bound, and left: ${what}`, async () => {
      const { client, left, sent } = await endless(service);
      expect(await failureOf(call(client))).to.be.instanceOf(NoAnswerError);
      await left;
      // What is on its way is beyond the bound.
      expect(sent())
        .to.be.at.least(most)
        .and.at.most(most + 24 * MIB);
    });
  }

  it('is bounded by what it is without its compression', async () => {
    const bomb = gzipSync(Buffer.alloc(80 * MIB, ' '));
    const { client, left } = await endless({
      headers: { 'Content-Encoding': 'gzip', 'Content-Length': bomb.length * 1_000 },
      bytes: bomb,
    });
    expect(String(await failureOf(client.getLimits()))).to.include('more than 67108864 bytes');
    await left;
  });

  it('is not an answer that is large: 60 MiB of a list are read', async () => {
    const title = 'x'.repeat(60 * MIB);
    const { client } = fakeService([ok({ documents: [{ title }], next_cursor: null })]);
    const { value } = await client.listDocuments().next();
    expect((value as { title: string }).title.length).to.equal(title.length);
  });
});

/** Answers to one call that another one has, too. */
function alsoRight(name: string, [status, body]: [number, object | string]): boolean {
  const same: Record<string, string[]> = {
    getDocumentByKey: ['getDocument'],
    deleteDocumentByKey: ['deleteDocument'],
    pushVersion: ['restoreVersion', 'putDocument'],
    restoreVersion: ['pushVersion', 'putDocument'],
  };
  return (same[name] ?? []).some((other) => JSON.stringify(RIGHT[other]) === JSON.stringify([status, body]));
}
