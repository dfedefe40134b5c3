import { expect } from 'chai';
import { checkAnswer } from './check-answer.js';
import { describedAt, type Description } from './description.js';
import type { Received, Sent } from './exchange.js';
import { content, create } from './making.js';
import { describeHttp } from './suite.js';
import { exchange } from './exchange.js';

/** The check that all other tests lean on finds what is wrong in an answer. */
describeHttp('the check of answers', (api) => {
  let description: Description;
  let sent: Sent;
  let received: Received;
  let refused: Received;
  before(async () => {
    const alice = await api.caller();
    description = await describedAt(api.url);
    const headers = { ...alice.headers, 'Content-Type': 'application/json' };
    sent = { method: 'POST', path: '/v1/documents', headers, body: JSON.stringify(content()) };
    received = await exchange(api.url, sent);
    refused = await exchange(api.url, { ...sent, body: '{}' });
    await create(alice);
  });

  const faulty = (base: Received, changes: Partial<Received>) => () =>
    checkAnswer(description, sent, { ...base, ...changes });

  const changed = (base: Received, change: (body: Record<string, unknown>) => void) => {
    const body = JSON.parse(base.text) as Record<string, unknown>;
    change(body);
    return faulty(base, { text: JSON.stringify(body) });
  };

  it('passes what is right', () => {
    faulty(received, {})();
    faulty(refused, {})();
  });

  it('finds a field that is missing, too much, or of another type', () => {
    expect(
      changed(received, (body) => {
        delete body['title'];
      }),
    ).to.throw(/title/);
    expect(
      changed(received, (body) => {
        body['owner'] = 'x';
      }),
    ).to.throw(/additional/);
    expect(
      changed(received, (body) => {
        body['block_count'] = '1';
      }),
    ).to.throw(/integer/);
    expect(
      changed(received, (body) => {
        body['created_at'] = '2026-01-01T00:00:00Z';
      }),
    ).to.throw(/pattern/);
  });

  for (const name of ['x-request-id', 'x-ratelimit-limit', 'x-quota-used', 'cache-control']) {
    it(`finds that ${name} is missing, of a success and of an error`, () => {
      for (const base of [received, refused]) {
        expect(faulty(base, { headers: { ...base.headers, [name]: undefined } })).to.throw(new RegExp(name));
      }
    });
  }

  it('finds a header of another form, and another content type', () => {
    const { headers } = received;
    expect(faulty(received, { headers: { ...headers, 'x-quota-used': 'many' } })).to.throw(/X-Quota-Used/);
    expect(faulty(received, { headers: { ...headers, 'content-type': 'text/html' } })).to.throw(/text\/html/);
  });

  it('finds a status or an error code that the description does not have', () => {
    expect(faulty(received, { status: 200 })).to.throw(/no such answer/);
    const coded = (code: string) =>
      changed(refused, (body) => {
        body['error'] = { ...(body['error'] as object), code };
      });
    expect(coded('QUOTA_EXCEEDED')).to.throw();
    expect(coded('SOMETHING_ELSE')).to.throw();
    expect(
      changed(refused, (body) => {
        body['stack'] = 'x';
      }),
    ).to.throw(/additional/);
  });

  it('finds that Location or ETag is missing where something was made', () => {
    for (const name of ['location', 'etag']) {
      expect(faulty(received, { headers: { ...received.headers, [name]: undefined } })).to.throw(new RegExp(name));
    }
  });

  it('finds that Retry-After or ETag is missing', async () => {
    const limited = {
      ...refused,
      status: 429,
      text: JSON.stringify({
        error: { code: 'RATE_LIMITED', message: 'Too many requests.', details: { window: 'minute' } },
      }),
    };
    expect(faulty(limited, {})).to.throw(/retry-after/);
    const get = { method: 'GET', path: '/v1/folders', headers: sent.headers };
    const listed = await exchange(api.url, get);
    checkAnswer(description, get, listed);
    const headers = { ...listed.headers, etag: undefined };
    expect(() => checkAnswer(description, get, { ...listed, headers })).to.throw(/etag/);
  });
});
