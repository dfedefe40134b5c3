import { expect } from 'chai';
import { expectStatus, header, type Answer } from '../http/client.js';
import { create, paragraph, push, restore, unique, unknownId } from '../http/making.js';
import { makeClient } from './client.js';
import { suite } from './suite.js';

const anyone = makeClient();
const view = (id: string): Promise<Answer> => anyone.get(`/d/${id}`);

suite('viewer', ['alice'], ({ alice }) => {
  it('shows a public document to anyone, as HTML', async () => {
    const word = unique();
    const { id } = await create(alice, { title: `T${word}`, visibility: 'public', blocks: [paragraph(word)] });
    const page = await view(id);
    expectStatus(page, 200);
    expect(header(page, 'Content-Type')).to.match(/^text\/html; *charset=utf-8$/i);
    expect(page.text)
      .to.include(`T${word}`)
      .and.include(word)
      .and.match(/^<!doctype html>/i);
    expectStatus(await view(`${id}?part=2`), 404);
  });

  it('shows the latest version, after a push and after a restore', async () => {
    const [first, second] = [unique(), unique()];
    const { id } = await create(alice, { visibility: 'public', blocks: [paragraph(first)] });
    await push(alice, id, { blocks: [paragraph(second)] });
    expect((await view(id)).text)
      .to.include(second)
      .and.not.include(first);
    await restore(alice, id, 1);
    expect((await view(id)).text)
      .to.include(first)
      .and.not.include(second);
  });

  it('answers one and the same 404 page for private, unknown, deleted and impossible documents', async () => {
    const word = unique();
    const hidden = await create(alice, { title: word, blocks: [paragraph(word)] });
    const gone = await create(alice, { title: word, visibility: 'public' });
    await alice.delete(`/v1/documents/${gone.id}`);
    const pages = [
      await view(hidden.id),
      await view(unknownId()),
      ...(await Promise.all([gone.id, 'x', '%zz', '..%2f..'].map(view))),
    ];
    for (const page of pages) {
      expectStatus(page, 404);
      expect(page.text).to.equal(pages[0]?.text).and.not.include(word);
      expect(page.headers['content-type']).to.equal(header(pages[0] as Answer, 'Content-Type'));
    }
  });

  it("shows a private document to no one, its owner's key or not", async () => {
    const { id } = await create(alice);
    const own = await alice.get(`/d/${id}`);
    expectStatus(own, 404);
    expect(own.text).to.equal((await view('x')).text);
  });

  it('answers 304 to who has the page already, until the next version', async () => {
    const { id } = await create(alice, { visibility: 'public' });
    const known = { 'If-None-Match': header(await view(id), 'ETag') };
    expectStatus(await anyone.get(`/d/${id}`, known), 304);
    await push(alice, id);
    expectStatus(await anyone.get(`/d/${id}`, known), 200);
  });

  it('takes no notice of a key', async () => {
    const { id } = await create(alice, { visibility: 'public' });
    expectStatus(await makeClient('dk_wrong').get(`/d/${id}`), 200);
  });

  it('forbids the browser everything it does not need', async () => {
    const { id } = await create(alice, { visibility: 'public' });
    for (const page of [await view(id), await view(unknownId())]) {
      const policy = header(page, 'Content-Security-Policy');
      expect(policy).to.match(/(^|;)\s*default-src 'none'\s*(;|$)/);
      expect(policy).not.to.match(/unsafe-eval|script-src(?!\s+'none')|connect-src(?!\s+'none')|\*|http:/);
      expect(header(page, 'X-Content-Type-Options')).to.equal('nosniff');
      expect(header(page, 'Referrer-Policy')).to.equal('no-referrer');
    }
  });

  it('answers for very large content', async () => {
    const blocks = [paragraph(`${'*a* [b](c) '.repeat(200_000)}the end`)];
    const { id } = await create(alice, { visibility: 'public', blocks });
    const page = await view(id);
    expectStatus(page, 200);
    expect(page.text).to.include('*a* [b](c)');
    expectStatus(await alice.delete(`/v1/documents/${id}`), 204);
  });
});
