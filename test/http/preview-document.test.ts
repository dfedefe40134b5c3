import { expect } from 'chai';
import { gzipSync } from 'node:zlib';
import { expectError, expectInvalid, expectStatus, header, type Answer, type Client } from './client.js';
import { paragraph, type Created, type Limits } from './making.js';
import { describeHttp } from './suite.js';

const TEXT = `---
lang: de
tags: [plan]
---

# Plan

- [x] done

Words[^1] and ~~none~~.

| a | b |
|---|--:|
| 1 | 2 |

[^1]: A note.
`;

/** Of a page, without what a document has only once it is stored. */
function shown({ text }: Answer): string {
  return text.replace(/<p lang="en">Updated .*?<\/p>/, '').replace(/<footer.*<\/footer>/s, '');
}

describeHttp('the page of a document that is not stored', (api) => {
  let alice: Client;
  before(async () => {
    alice = await api.caller();
  });
  const preview = (body: object, query = '') => alice.post(`/v1/preview${query}`, body);
  const previewFile = (file: string, query = '', type = 'text/markdown') =>
    alice.send('POST', `/v1/preview${query}`, { body: file, headers: { 'Content-Type': type } });

  it('is what the document of the same body has', async () => {
    for (const body of [
      { markdown: TEXT },
      { title: 'Other', markdown: TEXT, metadata: { tags: ['b'] } },
      { title: 'Blocks', blocks: [paragraph('some **words**')], metadata: { lang: 'fr' } },
      { title: 'HTML', content_type: 'html', blocks: [paragraph('<b>bold</b><script>alert(1)</script>')] },
    ]) {
      const { id } = expectStatus(await alice.post<Created>('/v1/documents', body), 201);
      const stored = await alice.get(`/v1/documents/${id}/view`);
      const page = await preview(body);
      expectStatus(page, 200);
      expect(shown(page)).to.equal(shown(stored));
      expect(page.text).to.include('Not saved').and.not.include('Version ');
      for (const name of ['Content-Type', 'Content-Security-Policy', 'X-Frame-Options']) {
        expect(header(page, name)).to.equal(header(stored, name));
      }
    }
  });

  it('takes the file itself, with what the file does not say in the query', async () => {
    expect(shown(await previewFile(TEXT))).to.equal(shown(await preview({ markdown: TEXT })));
    const named = await previewFile('Words.', '?key=docs%2Fa-name.md&tag=one&tag=two');
    expect(shown(named)).to.equal(
      shown(await preview({ title: 'a-name', markdown: 'Words.', metadata: { tags: ['one', 'two'] } })),
    );
    expect(shown(await previewFile('<b>x</b>', '?content_type=html&title=T', 'text/html'))).to.include('<b>x</b>');
    const patched = { markdown: 'Words.', key: 'docs/by-body.md', kept_title: 'Kept' };
    expect((await preview(patched)).text).to.include('>Kept</h1>');
    expect((await preview({ ...patched, markdown: TEXT })).text).to.include('>Plan</h1>');
    expect((await preview({ markdown: 'Words.', key: 'docs/by-body.md' })).text).to.include('>by-body</h1>');
  });

  it('has parts, which the Link header names', async () => {
    const markdown = Array.from({ length: 30 }, () => 'word '.repeat(20_000)).join('\n\n');
    const first = await preview({ title: 'Long', markdown });
    expect(header(first, 'Link')).to.equal('<?part=2>; rel="next"');
    const second = await preview({ title: 'Long', markdown }, '?part=2');
    expect(second.text).to.include('Part 2 of');
    expectError(await preview({ title: 'Short', markdown: 'x' }, '?part=2'), 'PART_NOT_FOUND');
  });

  it('is refused where the write would be', async () => {
    expect(expectInvalid(await preview({ markdown: 'No title.' }))).to.deep.equal(['/title']);
    expect(expectInvalid(await preview({ title: 'T', markdown: '---\n{\n---\n' }))).to.deep.equal(['/markdown']);
    expect(expectInvalid(await preview({ title: 'T', markdown: 'x', blocks: [] }))).to.deep.equal(['/markdown']);
    expect(expectInvalid(await preview({ title: 'T', markdown: 'x\n\n'.repeat(10_001) }))).to.deep.equal(['/markdown']);
    const reader = await api.caller({ roles: ['documents:read'] });
    expectError(await reader.post('/v1/preview', { title: 'T', blocks: [] }), 'INSUFFICIENT_ROLE');
    expectError(await api.stranger.post('/v1/preview', { title: 'T', blocks: [] }), 'MISSING_API_KEY');
  });

  it('is stored nowhere, and its bytes count in no window', async () => {
    const bob = await api.caller({ plan: 'free' });
    const leftOf = async () => expectStatus(await bob.get<Limits>('/v1/limits'), 200).stored_bytes.day.remaining;
    const before = await leftOf();
    const body = JSON.stringify({ title: 'T', markdown: 'x'.repeat(1_000_000) });
    const page = await bob.postText('/v1/preview', body);
    expectStatus(page, 200);
    const chunked = await bob.postText('/v1/preview', gzipSync(body), { 'Content-Encoding': 'gzip' });
    expectStatus(chunked, 200);
    expect([before, await leftOf()]).to.deep.equal([before, 100_000_000]);
    expect(Number(header(page, 'X-RateLimit-Remaining')) - Number(header(chunked, 'X-RateLimit-Remaining'))).to.equal(
      1,
    );
    expect((await bob.get('/v1/documents')).body).to.deep.include({ documents: [] });
  });
});
