import { expect } from 'chai';
import { expectStatus, type Headers } from './client.js';
import { exchange, type Received } from './exchange.js';
import { describeHttp, describeOwnHttp, type Api } from './suite.js';

/** What a browser asks before it sends a request with a key. */
function preflight(api: Api, origin: string): Promise<Received> {
  const headers = {
    Origin: origin,
    'Access-Control-Request-Method': 'DELETE',
    'Access-Control-Request-Headers': 'x-api-key,authorization,if-match',
  };
  return exchange(api.url, { method: 'OPTIONS', path: '/v1/documents/x', headers });
}

const allowedBy = (answer: { headers: Received['headers'] }) => answer.headers['access-control-allow-origin'];
const FROM_A: Headers = { Origin: 'https://a.example' };

describeHttp('CORS', (api) => {
  it('is off', async () => {
    expect(allowedBy(await (await api.caller()).get('/v1/folders', FROM_A))).to.equal(undefined);
    const asked = await preflight(api, 'https://a.example');
    expect(asked.status).to.equal(401);
    expect(allowedBy(asked)).to.equal(undefined);
  });
});

const ORIGINS = { CORS_ORIGINS: 'https://a.example, https://b.example' };

describeOwnHttp('CORS with origins', { settings: ORIGINS }, (api) => {
  it('lets those origins in, and no other', async () => {
    const alice = await api.caller();
    for (const origin of ['https://a.example', 'https://b.example']) {
      const answer = await alice.get('/v1/folders', { Origin: origin });
      expectStatus(answer, 200);
      expect(allowedBy(answer)).to.equal(origin);
    }
    for (const origin of ['https://c.example', 'https://a.example.evil', 'null']) {
      const answer = await alice.get('/v1/folders', { Origin: origin });
      expectStatus(answer, 200);
      expect(allowedBy(answer)).to.equal(undefined);
      expect(answer.headers['vary']).to.match(/origin/i);
    }
  });

  it('shows the headers of the interface to scripts, of errors too', async () => {
    const answer = await api.stranger.get('/v1/folders', FROM_A);
    expectStatus(answer, 401);
    expect(allowedBy(answer)).to.equal('https://a.example');
    const shown = answer.headers['access-control-expose-headers']?.split(',') ?? [];
    expect(shown).to.include.members([
      'ETag',
      'Location',
      'Retry-After',
      'X-Request-Id',
      'X-RateLimit-Limit',
      'X-Quota-Used',
    ]);
  });

  it('answers a preflight without a key', async () => {
    const asked = await preflight(api, 'https://b.example');
    expect(asked.status).to.equal(204);
    expect(allowedBy(asked)).to.equal('https://b.example');
    expect(asked.headers['access-control-allow-headers']).to.equal('x-api-key,authorization,if-match');
    expect(asked.headers['access-control-allow-methods']).to.match(/DELETE/);
    expect(asked.headers).to.include.keys(
      'x-request-id',
      'x-ratelimit-limit',
      'x-ratelimit-remaining',
      'x-ratelimit-reset',
    );
    expect((await preflight(api, 'https://c.example')).status).to.equal(401);
  });
});
