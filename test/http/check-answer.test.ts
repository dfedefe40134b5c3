import { expect } from 'chai';
import { checkAnswer } from './check-answer.js';
import { describedAt, type Description } from './description.js';
import type { Received, Sent } from './exchange.js';
import { content } from './making.js';
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
  });

  const check = (answer: Received, request = sent) => checkAnswer(description, request, answer);
  const without = (answer: Received, name: string) => ({
    ...answer,
    headers: { ...answer.headers, [name]: undefined },
  });
  const changed = (answer: Received, fields: object) => ({
    ...answer,
    text: JSON.stringify({ ...(JSON.parse(answer.text) as object), ...fields }),
  });

  it('passes what is right', () => {
    check(received);
    check(refused);
  });

  it('finds a field that is missing, too much, or of another type', () => {
    const faults = { title: undefined, owner: 'x', block_count: '1', created_at: '2026-01-01T00:00:00Z' };
    for (const [name, value] of Object.entries(faults))
      expect(() => check(changed(received, { [name]: value })), name).to.throw(/required|additional|integer|pattern/);
    expect(() => check(changed(refused, { stack: 'x' }))).to.throw(/additional/);
  });

  it('finds that a header is missing, or of another form', async () => {
    for (const name of ['x-request-id', 'x-ratelimit-limit', 'x-quota-used', 'cache-control']) {
      for (const answer of [received, refused]) expect(() => check(without(answer, name))).to.throw(name);
    }
    for (const name of ['location', 'etag']) expect(() => check(without(received, name))).to.throw(name);
    const { headers } = received;
    expect(() => check({ ...received, headers: { ...headers, 'x-quota-used': 'many' } })).to.throw(/X-Quota-Used/);
    expect(() => check({ ...received, headers: { ...headers, 'content-type': 'text/html' } })).to.throw(/text\/html/);
    const limited = { code: 'RATE_LIMITED', message: 'Too many requests.', details: { window: 'minute' } };
    expect(() => check({ ...changed(refused, { error: limited }), status: 429 })).to.throw(/retry-after/);
    const get = { method: 'GET', path: '/v1/folders', headers: sent.headers };
    const listed = await exchange(api.url, get);
    check(listed, get);
    expect(() => check(without(listed, 'etag'), get)).to.throw(/etag/);
  });

  it('finds a status or an error code that the description does not have', () => {
    expect(() => check({ ...received, status: 200 })).to.throw(/no such answer/);
    const { error } = JSON.parse(refused.text) as { error: object };
    for (const code of ['QUOTA_EXCEEDED', 'SOMETHING_ELSE'])
      expect(() => check(changed(refused, { error: { ...error, code } })), code).to.throw();
  });
});
