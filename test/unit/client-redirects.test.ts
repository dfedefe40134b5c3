import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createClient, NoAnswerError } from '../../src/client/client.js';
import { CALLINGS, callsOf, failureOf } from './each-call.js';
import { fakeService } from './fake-service.js';

const ASKED = / \((GET|POST|PUT|PATCH|DELETE) http:\/\/127\.0\.0\.1:\d+\/v1\/\S+\)$/;
const STATUSES = [300, 301, 302, 303, 305, 307, 308];

describe('the client that is redirected', () => {
  const closing: (() => void)[] = [];
  afterEach(() => closing.splice(0).forEach((close) => close()));

  async function listen(answer: RequestListener): Promise<{ url: string; asked: IncomingMessage[] }> {
    const asked: IncomingMessage[] = [];
    const server = createServer((request, response) => {
      asked.push(request);
      answer(request, response);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    closing.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
  }

  it('ends each call with an error, asks once, and sends nothing to another address', async () => {
    const other = await listen((_, response) => response.end('{}'));
    let status = 301;
    const places = ['/elsewhere', `${other.url}/there`];
    let place = places[0]!;
    const service = await listen((_, response) => response.writeHead(status, { Location: place }).end('<html>'));
    const client = createClient({ url: service.url, apiKey: 'secret' });
    expect(Object.keys(CALLINGS)).to.have.members(callsOf(client));
    for (status of STATUSES) {
      for (place of places) {
        for (const [name, call] of Object.entries(CALLINGS)) {
          service.asked.length = 0;
          const error = await failureOf(call(client, {}));
          const what = `${name} ${status} ${place}`;
          expect(error, what).to.be.instanceOf(NoAnswerError).and.include({ status });
          const shown = new URL(place, service.url).href;
          expect(String(error), what)
            .to.match(ASKED)
            .and.include(`NoAnswerError: a redirect (${status}) to ${shown}, which is not followed (`);
          expect(service.asked, what).to.have.length(1);
        }
      }
    }
    expect(other.asked).to.have.length(0);
  });

  it('names no secret of the address, nothing that a terminal obeys, and not all of a long one', async () => {
    const cases: [string, RegExp][] = [
      ['https://me:secret@b.example/x?token=secret#secret', / to https:\/\/b\.example\/x, which/],
      [`https://b.example/${'x'.repeat(5_000)}`, / to https:\/\/b\.example\/x{180,200}…, which/],
      ['https://b.example/\x1b[2J\x9b\u00e9\x7f', / to https:\/\/b\.example\/[!-~]+, which/],
      ['javascript:secret', / to an address that begins with javascript:, which/],
      ['https://', / to an address that cannot be read, which/],
    ];
    for (const [Location, expected] of cases) {
      const { client } = fakeService([new Response(null, { status: 302, headers: { Location } })]);
      const message = String(await failureOf(client.getLimits()));
      expect(message)
        .to.match(expected)
        .and.match(/^[ -~…]{1,300}$/)
        .and.not.include('secret');
    }
    const { client } = fakeService([new Response(null, { status: 302 })]);
    expect(String(await failureOf(client.getLimits()))).to.include('to a hidden address');
  });

  it('ends also with what a browser tells of a redirect, and with a `fetch` that follows', async () => {
    const opaque = { type: 'opaqueredirect', status: 0, ok: false, body: null, headers: new Headers(), url: 'x' };
    const followed = { ...opaque, type: 'basic', status: 200, ok: true, redirected: true, url: 'https://b.example/y' };
    for (const [answer, expected] of [
      [opaque, 'a redirect to a hidden address'],
      [followed, 'a redirect to https://b.example/y'],
    ] as const) {
      let asked = 0;
      const redirects: unknown[] = [];
      const client = createClient({
        url: 'https://a.example',
        apiKey: 'key',
        fetch: async (_, { redirect }) => {
          asked++;
          redirects.push(redirect);
          return answer as object as Response;
        },
      });
      const error = await failureOf(client.getLimits());
      expect(error).to.be.instanceOf(NoAnswerError).and.include({ status: 0 });
      expect(String(error)).to.include(expected);
      expect([asked, redirects]).to.deep.equal([1, ['manual']]);
    }
  });
});
