import { expect } from 'chai';
import { expectStatus, header, type Answer } from '../http/client.js';
import { content, createFolder, push, read, restore, unknownId, type Created } from '../http/making.js';
import { makeClient } from './client.js';
import { expectError } from './expecting.js';
import { find } from './making.js';
import { suite } from './suite.js';

function firstOfNextMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10);
}

function expectQuota(answer: Answer): { used: number; limit: number } {
  const [used, limit] = ['Used', 'Limit'].map((name) => {
    expect(header(answer, `X-Quota-${name}`)).to.match(/^\d+$/);
    return Number(header(answer, `X-Quota-${name}`));
  }) as [number, number];
  expect(header(answer, 'X-Quota-Reset')).to.equal(firstOfNextMonth());
  return { used, limit };
}

suite('quota: headers', ['alice', 'reader'], ({ alice, reader }) => {
  const create = (): Promise<Answer> => alice.post('/v1/documents', content());

  it('are on a create, which uses one', async () => {
    const [first, second] = [expectQuota(await create()), expectQuota(await create())];
    expect(second.used).to.equal(first.used + 1);
    expect(second.limit).to.equal(first.limit);
    expect(second.used).to.be.below(second.limit + 1);
  });

  it('are on a create that failed, which uses none', async () => {
    const { used } = expectQuota(await create());
    const failed: [number, Answer][] = [
      [400, await alice.post('/v1/documents', {})],
      [400, await alice.postText('/v1/documents', '{"a')],
      [403, await reader.post('/v1/documents', content())],
      [404, await alice.post('/v1/documents', content({ folder_id: unknownId() }))],
      [413, await alice.postText('/v1/documents', ' '.repeat(11 * 1024 * 1024))],
      [415, await alice.post('/v1/documents', {}, { 'Content-Type': 'text/plain' })],
    ];
    for (const [status, answer] of failed) {
      expectStatus(answer, status);
      expect(expectQuota(answer).used).to.equal(used);
    }
    expect(expectQuota(await create()).used).to.equal(used + 1);
  });

  it('are on no other answer', async () => {
    const { id } = expectStatus((await create()) as Answer<Created>, 201);
    for (const answer of [
      await alice.get(`/v1/documents/${id}`),
      await alice.post(`/v1/documents/${id}/versions`, content()),
      await alice.post('/v1/folders', { name: 'x' }),
      await makeClient().post('/v1/documents', content()),
    ])
      for (const name of ['used', 'limit', 'reset']) expect(answer.headers[`x-quota-${name}`]).to.equal(undefined);
  });

  it('do not count down when a document is deleted', async () => {
    const answer = await create();
    expectStatus(await alice.delete(`/v1/documents/${(answer.body as Created).id}`), 204);
    expect(expectQuota(await create()).used).to.equal(expectQuota(answer).used + 1);
  });

  it('are on a repeat by Idempotency-Key, which uses none', async () => {
    const [body, headers] = [content(), { 'Idempotency-Key': `quota-${Date.now()}` }];
    const first = expectQuota(await alice.post('/v1/documents', body, headers));
    expect(expectQuota(await alice.post('/v1/documents', body, headers))).to.deep.equal(first);
    expect(expectQuota(await alice.post('/v1/documents', content(), headers))).to.deep.equal(first);
  });
});

/**
 * The owner has three documents a month, so only the first run of a month makes any. A fixed key and body
 * give every later run the document that the first one made.
 */
suite('quota: three documents a month', ['bounded'], ({ bounded }) => {
  const month = new Date().toISOString().slice(0, 7);
  const title = `acceptance quota ${month}`;
  const keyed = { 'Idempotency-Key': title.replaceAll(' ', '-') };
  const body = { title, blocks: [] };
  let exhausted: Answer;
  let extra: Created | undefined;
  let kept: Created;

  before(async () => {
    const first = await bounded.post<Created>('/v1/documents', body, keyed);
    kept = expectStatus(first, 201);
    const { used } = expectQuota(first);
    for (let n = 0; n <= 3; n++) {
      exhausted = await bounded.post('/v1/documents', content());
      if (exhausted.status !== 201) break;
      extra = exhausted.body as Created;
      expect(expectQuota(exhausted)).to.deep.equal({ used: used + n + 1, limit: 3 });
    }
  });

  it('are all: the next is 403 with the quota headers and without Retry-After', () => {
    expect(expectError(exhausted, 403, 'QUOTA_EXCEEDED')).to.deep.equal({ used: 3, limit: 3 });
    expect(expectQuota(exhausted)).to.deep.equal({ used: 3, limit: 3 });
    expect(exhausted.headers['retry-after']).to.equal(undefined);
  });

  it('are checked after key and body, folder and Idempotency-Key', async () => {
    expectError(await bounded.post('/v1/documents', {}), 400, 'VALIDATION_ERROR');
    expectError(await bounded.post('/v1/documents', content({ folder_id: unknownId() })), 404, 'FOLDER_NOT_FOUND');
    expectError(await bounded.post('/v1/documents', content(), keyed), 409, 'IDEMPOTENCY_KEY_REUSED');
  });

  it('do not stand in the way of a repeat', async () => {
    const answer = await bounded.post('/v1/documents', body, keyed);
    expect(expectStatus(answer, 201)).to.deep.equal(kept);
    expect(expectQuota(answer)).to.deep.equal({ used: 3, limit: 3 });
  });

  it('do not stand in the way of anything but create', async () => {
    await push(bounded, kept.id, { title });
    await restore(bounded, kept.id, 1);
    await createFolder(bounded);
    expect((await read(bounded, kept.id)).title).to.equal(title);
    expect((await find(bounded, { q: title })).map((found) => found.id)).to.include(kept.id);
    expectStatus(await bounded.get(`/v1/documents/${kept.id}/versions`), 200);
  });

  it('include those that were deleted', async function () {
    if (!extra) this.skip();
    expectStatus(await bounded.delete(`/v1/documents/${extra.id}`), 204);
    expectError(await bounded.post('/v1/documents', content()), 403, 'QUOTA_EXCEEDED');
  });
});
