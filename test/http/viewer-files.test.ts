import { expect } from 'chai';
import { expectStatus, header, type Client } from './client.js';
import { create, paragraph, push, unknownId } from './making.js';
import { describeHttp, describeOwnHttp } from './suite.js';

describeHttp('the files of a public document', (api) => {
  let alice: Client;
  before(async () => {
    alice = await api.caller();
  });

  it('are its Markdown and its JSON, with what its page shows of the metadata', async () => {
    const blocks = [
      paragraph('Some *words*.[^1]'),
      { type: 'code', content: 'f()', metadata: { language: 'js' } },
      { type: 'list', content: '1. A note.', metadata: { listType: 'ordered', footnotes: ['why'] } },
    ];
    const metadata = { lang: 'en', secret: 'budget' };
    const { id, url } = await create(alice, { visibility: 'public', title: 'Notes & more', blocks, metadata });
    const markdown = await api.stranger.get(`/d/${id}.md`);
    expectStatus(markdown, 200);
    expect(markdown.text).to.equal(
      '---\nlang: en\n---\n\n# Notes & more\n\nSome *words*.[^1]\n\n```js\nf()\n```\n\n[^1]: A note.\n',
    );
    const json = await api.stranger.get(`/d/${id}.json`);
    expectStatus(json, 200);
    const { body } = await alice.get<Record<string, unknown>>(`/v1/documents/${id}`);
    const { folder_id: _folder, key: _key, content_hash: _hash, current_version: _version, ...more } = body;
    const { source: _source, assets: _assets, root: _root, ...document } = more;
    expect(JSON.parse(json.text)).to.deep.equal({ ...document, metadata: { lang: 'en' } });
    expect(header(json, 'Link')).to.equal(`<${url}>; rel="canonical"`);
    expect((await api.stranger.get(`/d/${id}`)).text).to.include(`<a href="${id}.md">Markdown</a>`);
  });

  it('hold no metadata that pages do not show', async () => {
    const blocks = [
      { ...paragraph('Shown.'), metadata: { review: 'secret words', comments: '<!-- secret words -->' } },
    ];
    const { id } = await create(alice, { visibility: 'public', metadata: { review: 'secret words' }, blocks });
    for (const kind of ['md', 'json']) {
      const { text } = await api.stranger.get(`/d/${id}.${kind}`);
      expect(text).to.include('Shown.').and.not.include('secret');
    }
  });

  it('cannot run, be framed or be taken for another type', async () => {
    const { id } = await create(alice, { visibility: 'public' });
    for (const [kind, type] of [
      ['md', 'text/markdown'],
      ['json', 'application/json'],
    ]) {
      const file = await api.stranger.get(`/d/${id}.${kind}`);
      expect(header(file, 'Content-Type')).to.equal(`${type}; charset=utf-8`);
      expect(header(file, 'Content-Disposition')).to.equal('inline');
      expect(header(file, 'X-Content-Type-Options')).to.equal('nosniff');
      expect(header(file, 'Content-Security-Policy')).to.equal("default-src 'none'; frame-ancestors 'none'; sandbox");
      expect(header(file, 'X-RateLimit-Limit')).to.equal('600');
      expect(header(file, 'Cache-Control')).to.equal('no-cache');
    }
  });

  it('are 304 to who has them, until the next version', async () => {
    const { id } = await create(alice, { visibility: 'public' });
    const tags = new Set<string>();
    for (const path of [`/d/${id}.md`, `/d/${id}.json`, `/d/${id}`]) {
      const tag = header(await api.stranger.get(path), 'ETag');
      expectStatus(await api.stranger.get(path, { 'If-None-Match': tag }), 304);
      tags.add(tag);
    }
    expect(tags.size).to.equal(3);
    await push(alice, id, { title: 'Two' });
    const again = await api.stranger.get(`/d/${id}.md`, { 'If-None-Match': [...tags].join(', ') });
    expectStatus(again, 200);
    expect(again.text).to.include('# Two');
  });

  it('are not found for private, unknown, impossible and deleted documents, in one answer', async () => {
    const { id: hidden } = await create(alice);
    const { id: gone } = await create(alice, { visibility: 'public' });
    await alice.delete(`/v1/documents/${gone}`);
    const pages = new Set<string>();
    for (const id of [hidden, gone, unknownId(), 'x', '%zz', '..%2f..']) {
      for (const kind of ['md', 'json']) {
        const answer = await alice.get(`/d/${id}.${kind}`);
        expectStatus(answer, 404);
        pages.add(answer.text);
      }
    }
    pages.add((await api.stranger.get('/d/x')).text);
    expect(pages.size).to.equal(1);
  });

  it('say so where a document has no Markdown', async () => {
    const { id: text } = await create(alice, { visibility: 'public', content_type: 'text' });
    const answer = await api.stranger.get(`/d/${text}.md`);
    expectStatus(answer, 404);
    expect(answer.text).to.equal(
      'This document has no Markdown file: its content is not Markdown. The address that ends in .json has all of it.\n',
    );
    expect(header(answer, 'Content-Type')).to.equal('text/plain; charset=utf-8');
    expectStatus(await api.stranger.get(`/d/${text}.json`), 200);
    expect((await api.stranger.get(`/d/${text}`)).text).not.to.include('.md"');
  });
});

const SETTINGS = { VIEWER_ROBOTS: 'noindex', VIEWER_PER_MINUTE: '3' };

describeOwnHttp('the files of a service with settings', { settings: SETTINGS }, (api) => {
  it('are counted as pages are, and search engines are told the same of them', async () => {
    const { id } = await create(await api.caller(), { visibility: 'public' });
    expect(header(await api.stranger.get(`/d/${id}.md`), 'X-Robots-Tag')).to.equal('noindex');
    expect(header(await api.stranger.get(`/d/${id}.json`), 'X-Robots-Tag')).to.equal('noindex');
    expectStatus(await api.stranger.get(`/d/${id}`), 200);
    for (const kind of ['.md', '.json', '']) expectStatus(await api.stranger.get(`/d/${id}${kind}`), 429);
  });
});
