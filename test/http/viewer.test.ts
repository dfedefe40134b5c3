import { expect } from 'chai';
import { expectStatus, header, type Client } from './client.js';
import { create, push, unknownId } from './making.js';
import { describeHttp } from './suite.js';

describeHttp('the viewer', (api) => {
  let alice: Client;
  before(async () => {
    alice = await api.caller();
  });

  it('answers 304 to who has the page already, until the next version', async () => {
    const { id } = await create(alice, { visibility: 'public' });
    const tag = header(await api.stranger.get(`/d/${id}`), 'ETag');
    expectStatus(await api.stranger.get(`/d/${id}`, { 'If-None-Match': tag }), 304);
    await push(alice, id, { title: 'Two' });
    expectStatus(await api.stranger.get(`/d/${id}`, { 'If-None-Match': tag }), 200);
  });

  it("has one 404 page for private, unknown, impossible and deleted documents, their owner's too", async () => {
    const { id: hidden } = await create(alice);
    const { id: gone } = await create(alice, { visibility: 'public' });
    await alice.delete(`/v1/documents/${gone}`);
    const pages = new Set<string>();
    for (const id of [hidden, gone, unknownId(), 'x', '%zz', '..%2f..']) {
      pages.add(expectPage(await api.stranger.get(`/d/${id}`), 404));
      pages.add(expectPage(await alice.get(`/d/${id}`), 404));
    }
    expect(pages.size).to.equal(1);
  });

  it('sends pages with a strict policy, and no key of a caller makes another', async () => {
    const { id } = await create(alice, { visibility: 'public' });
    for (const path of [`/d/${id}`, '/d/x']) {
      const answer = await api.stranger.get(path, { 'X-API-Key': 'dk_wrong' });
      expect(header(answer, 'Content-Security-Policy'))
        .to.match(/^default-src 'none';/)
        .and.not.match(/script-src|unsafe/);
      expect(header(answer, 'X-Content-Type-Options')).to.equal('nosniff');
      expect(header(answer, 'Referrer-Policy')).to.equal('no-referrer');
      expect(header(answer, 'X-RateLimit-Limit')).to.equal('600');
    }
  });
});

function expectPage(answer: Parameters<typeof header>[0], status: number): string {
  expectStatus(answer, status);
  expect(header(answer, 'Content-Type')).to.equal('text/html; charset=utf-8');
  return answer.text;
}
