import { expect } from 'chai';

import type { AcceptanceAnswer } from './client.js';
import { expectError, expectStatus, header } from './expecting.js';
import { createFolder, documentBody, find, getDocument, pushVersion, unknownId } from './making.js';
import type { CreatedDocument } from './shapes.js';
import { suite } from './suite.js';

function firstOfNextMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10);
}

function expectQuota(answer: AcceptanceAnswer<unknown>): { used: number; limit: number } {
  const [used, limit] = ['Used', 'Limit'].map((name) => {
    expect(header(answer, `X-Quota-${name}`)).to.match(/^\d+$/);
    return Number(header(answer, `X-Quota-${name}`));
  }) as [number, number];
  expect(header(answer, 'X-Quota-Reset')).to.equal(firstOfNextMonth());
  return { used, limit };
}

suite('quota: headers', ['alice', 'reader'], ({ alice, reader }) => {
  const create = (): Promise<AcceptanceAnswer<unknown>> => alice.post('/v1/documents', documentBody());

  it('are on a create, which uses one', async () => {
    const [first, second] = [expectQuota(await create()), expectQuota(await create())];
    expect(second.used).to.equal(first.used + 1);
    expect(second.limit).to.equal(first.limit);
    expect(second.used).to.be.below(second.limit + 1);
  });

  it('are on a create that failed, which uses none', async () => {
    const { used } = expectQuota(await create());
    const failed: [number, AcceptanceAnswer<unknown>][] = [
      [400, await alice.post('/v1/documents', {})],
      [400, await alice.postText('/v1/documents', '{"a')],
      [403, await reader.post('/v1/documents', documentBody())],
      [404, await alice.post('/v1/documents', documentBody({ folder_id: unknownId() }))],
      [413, await alice.postText('/v1/documents', ' '.repeat(11 * 1024 * 1024))],
      [415, await alice.post('/v1/documents', {}, { 'Content-Type': 'text/plain' })],
    ];
    for (const [status, answer] of failed) {
      expectStatus(answer, status);
      expect(expectQuota(answer).used).to.equal(used);
    }
    expect(expectQuota(await create()).used).to.equal(used + 1);
  });

  it('do not count down when a document is deleted', async () => {
    const answer = await create();
    expectStatus(await alice.delete(`/v1/documents/${(answer.body as CreatedDocument).id}`), 204);
    expect(expectQuota(await create()).used).to.equal(expectQuota(answer).used + 1);
  });

  it('are on a repeat by Idempotency-Key, which uses none', async () => {
    const [body, headers] = [documentBody(), { 'Idempotency-Key': `quota-${Date.now()}` }];
    const first = expectQuota(await alice.post('/v1/documents', body, headers));
    expect(expectQuota(await alice.post('/v1/documents', body, headers))).to.deep.equal(first);
    expect(expectQuota(await alice.post('/v1/documents', documentBody(), headers))).to.deep.equal(first);
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
  let exhausted: AcceptanceAnswer<unknown>;
  let extra: CreatedDocument | undefined;
  let kept: CreatedDocument;

  before(async () => {
    const first = await bounded.post<CreatedDocument>('/v1/documents', body, keyed);
    kept = expectStatus(first, 201);
    const { used } = expectQuota(first);
    for (let n = 0; n <= 3; n++) {
      exhausted = await bounded.post('/v1/documents', documentBody());
      if (exhausted.status !== 201) break;
      extra = exhausted.body as CreatedDocument;
      expect(expectQuota(exhausted)).to.deep.equal({ used: used + n + 1, limit: 3 });
    }
  });

  it('are all: the next is 403 with the quota headers and without Retry-After', () => {
    expectError(exhausted, 403, 'QUOTA_EXCEEDED');
    expect(expectQuota(exhausted)).to.deep.equal({ used: 3, limit: 3 });
    expect(exhausted.headers.get('Retry-After')).to.equal(null);
  });

  it('are judged after key and body, folder and Idempotency-Key', async () => {
    expectError(await bounded.post('/v1/documents', {}), 400, 'VALIDATION_ERROR');
    expectError(await bounded.post('/v1/documents', documentBody({ folder_id: unknownId() })), 404, 'FOLDER_NOT_FOUND');
    expectError(await bounded.post('/v1/documents', documentBody(), keyed), 409, 'IDEMPOTENCY_KEY_REUSED');
  });

  it('do not stand in the way of a repeat', async () => {
    const answer = await bounded.post('/v1/documents', body, keyed);
    expect(expectStatus(answer, 201)).to.deep.equal(kept);
    expect(expectQuota(answer)).to.deep.equal({ used: 3, limit: 3 });
  });

  it('do not stand in the way of anything but create', async () => {
    await pushVersion(bounded, kept.id, { title });
    await createFolder(bounded);
    expect((await getDocument(bounded, kept.id)).title).to.equal(title);
    expect((await find(bounded, { q: title })).map((found) => found.id)).to.include(kept.id);
    expectStatus(await bounded.get(`/v1/documents/${kept.id}/versions`), 200);
  });

  it('include those that were deleted', async function () {
    if (!extra) this.skip();
    expectStatus(await bounded.delete(`/v1/documents/${extra.id}`), 204);
    expectError(await bounded.post('/v1/documents', documentBody()), 403, 'QUOTA_EXCEEDED');
  });
});
