import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { describeHttp } from '../http/suite.js';
import { exchange, type Received } from '../http/exchange.js';

const FIRST_LOAD_BYTES = 60_000;
const IMPORTS = /(?:from|import)"(\.\/[^"]+)"/g;

describeHttp('the files of the console', (api) => {
  async function pageText(): Promise<string> {
    return (await fetch(`${api.url}/console`)).text();
  }

  async function assets(): Promise<string[]> {
    const text = await pageText();
    return [...text.matchAll(/(?:src|href)="(console\/assets\/[^"]+)"/g)].map(([, path]) => `${api.url}/${path}`);
  }

  it('serves a page that runs no script and loads no style but its own', async () => {
    const response = await fetch(`${api.url}/console`);
    expect(response.headers.get('Content-Type')).to.equal('text/html; charset=utf-8');
    expect(response.headers.get('Cache-Control')).to.equal('no-cache');
    const policy = response.headers.get('Content-Security-Policy') ?? '';
    expect(policy).to.contain("default-src 'none'; script-src 'self'; style-src 'self' 'sha256-");
    expect(policy).to.contain("connect-src 'self'; img-src 'self' https: blob:; frame-src 'none'");
    expect(policy).to.contain("frame-ancestors 'none'");
    expect(policy).to.contain("require-trusted-types-for 'script'");
    expect(policy).not.to.match(/unsafe|\*/);
    expect(await response.text()).not.to.match(/<style|<script[^>]*>[^<]| on\w+=|style=/);
  });

  it('says when the page is the same as before', async () => {
    const tag = (await fetch(`${api.url}/console`)).headers.get('ETag') ?? '';
    const again = await fetch(`${api.url}/console`, { headers: { 'If-None-Match': tag } });
    expect(again.status).to.equal(304);
  });

  it('serves assets for good, compressed beforehand', async () => {
    const urls = await assets();
    expect(urls.map((url) => url.replace(/.*\/(\w+)-\w+/, '$1'))).to.include.members(['main.js', 'console.css']);
    for (const url of urls) {
      const [plain, brotli, gzip] = await Promise.all(['identity', 'br', 'gzip'].map((coding) => fetched(url, coding)));
      expect([brotli?.headers['content-encoding'], gzip?.headers['content-encoding']]).to.deep.equal(['br', 'gzip']);
      expect([brotli?.text, gzip?.text]).to.deep.equal([plain?.text, plain?.text]);
      expect(brotli?.headers['cache-control']).to.equal('public, max-age=31536000, immutable');
    }
  });

  it('loads less than 60 KB at first, with all that its program imports at once', async () => {
    const seen = new Map<string, number>();
    const visit = async (url: string): Promise<void> => {
      if (seen.has(url)) return;
      const { bytes, text } = await fetched(url, 'gzip');
      seen.set(url, bytes.length);
      for (const [, path] of text.matchAll(IMPORTS)) await visit(new URL(path ?? '', url).href);
    };
    for (const url of [`${api.url}/console`, ...(await assets())]) await visit(url);
    const total = [...seen.values()].reduce((sum, bytes) => sum + bytes, 0);
    expect(seen.size).to.be.greaterThan(3);
    expect(total).to.be.lessThan(FIRST_LOAD_BYTES);
  });

  it('names in its page all that its program imports at once, so that no import waits for another', async () => {
    const urls = await assets();
    const scripts = await Promise.all(urls.filter((url) => url.endsWith('.js')).map((url) => fetched(url, 'gzip')));
    const imported = scripts.flatMap(({ text }) => [...text.matchAll(IMPORTS)].map(([, path]) => path ?? ''));
    expect(imported).not.to.deep.equal([]);
    expect(urls).to.include.members(imported.map((path) => new URL(path, urls[0]).href));
  });

  it('answers HEAD without a body, and takes no other method', async () => {
    const head = await fetch(`${api.url}/console`, { method: 'HEAD' });
    expect([head.status, await head.text()]).to.deep.equal([200, '']);
    const post = await fetch(`${api.url}/console`, { method: 'POST' });
    expect([post.status, post.headers.get('Allow')]).to.deep.equal([405, 'GET, HEAD']);
  });

  it('serves nothing else below its path', async () => {
    for (const path of ['/console/assets/', '/console/assets/..%2fpage.html', '/console/page.html']) {
      expect((await fetch(api.url + path)).status, path).to.equal(404);
    }
  });

  it('is part of what is installed', async () => {
    const { files } = JSON.parse(await readFile('package.json', 'utf8')) as { files: string[] };
    expect(files).to.include('dist/console');
    expect(await readFile('Dockerfile', 'utf8')).to.contain('/app/dist/console ./dist/console');
  });
});

function fetched(url: string, coding: string): Promise<Received> {
  return exchange(url, { method: 'GET', path: new URL(url).pathname, headers: { 'Accept-Encoding': coding } });
}
