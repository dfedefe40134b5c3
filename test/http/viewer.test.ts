import { expect } from 'chai';
import { expectStatus, header, type Client } from './client.js';
import { create, push, unknownId } from './making.js';
import { describeHttp, describeOwnHttp } from './suite.js';

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

const SETTINGS = { VIEWER_ROBOTS: 'noindex, nofollow', VIEWER_LANG: 'de' };

describeOwnHttp('the viewer of a service with settings', { settings: SETTINGS }, (api) => {
  it('tells search engines what the operator says, and has the language that the operator names', async () => {
    const alice = await api.caller();
    const { id } = await create(alice, { visibility: 'public' });
    const page = await api.stranger.get(`/d/${id}`);
    expect(header(page, 'X-Robots-Tag')).to.equal('noindex, nofollow');
    expect(page.text).to.include('<html lang="de">');
    const { id: french } = await create(alice, { visibility: 'public', metadata: { lang: 'fr' } });
    expect((await api.stranger.get(`/d/${french}`)).text).to.include('<html lang="fr">');
  });

  it('has an icon, which anybody may keep', async () => {
    const icon = await api.stranger.get('/favicon.svg');
    expectStatus(icon, 200);
    expect(header(icon, 'Content-Type')).to.equal('image/svg+xml');
    expect(header(icon, 'Cache-Control')).to.match(/^public/);
  });
});

function expectPage(answer: Parameters<typeof header>[0], status: number): string {
  expectStatus(answer, status);
  expect(header(answer, 'Content-Type')).to.equal('text/html; charset=utf-8');
  return answer.text;
}
