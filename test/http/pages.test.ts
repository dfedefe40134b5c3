import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { exchange, type Received } from './exchange.js';
import { describeHttp } from './suite.js';

const BROWSER = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const ICON_OF_BROWSER = { Accept: 'image/avif,image/webp,image/svg+xml,image/*,*/*;q=0.8' };

describeHttp('pages about the service', (api) => {
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Received> =>
    exchange(api.url, { method, path, headers });

  it('shows a browser at / what it is, its version, and how to get a key', async () => {
    const { status, headers, text } = await get('/', BROWSER);
    expect([status, headers['content-type']]).to.deep.equal([200, 'text/html; charset=utf-8']);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    for (const part of [
      'A document hosting service',
      `version ${version}`,
      'quire keys create',
      `curl ${api.url}/v1`,
    ]) {
      expect(text).to.include(part);
    }
  });

  const JSON_ALONE = { Accept: 'application/json' };
  const UNKNOWN: [string, Record<string, string>[]][] = [
    ['/', [JSON_ALONE, { Accept: 'application/json, application/problem+json;q=0.5' }]],
    ['/favicon.ico', [JSON_ALONE, {}, { Accept: '*/*' }]],
  ];
  for (const [path, others] of UNKNOWN) {
    it(`answers other clients at ${path} as at every unknown path`, async () => {
      for (const accept of others) {
        const { status, headers, text } = await get(path, accept);
        expect(status).to.equal(404);
        expect((JSON.parse(text) as { error: { code: string } }).error.code).to.equal('ROUTE_NOT_FOUND');
        expect(String(headers.vary).split(', ')).to.include('Accept');
      }
    });
  }

  it('has the front page for every client that does not ask for JSON alone', async () => {
    const accepts = ['*/*', 'application/json, text/plain, */*', 'text/plain', 'text/*;q=0.1, application/json'];
    for (const accept of [{}, ...accepts.map((Accept) => ({ Accept }))]) {
      const { status, headers, text } = await get('/', accept);
      expect([status, headers['content-type'], text.includes('<h1>Quire</h1>')], JSON.stringify(accept)).to.deep.equal([
        200,
        'text/html; charset=utf-8',
        true,
      ]);
      expect(String(headers.vary).split(', ')).to.include('Accept');
    }
    expect((await api.stranger.send('HEAD', '/')).status).to.equal(200);
  });

  it('leads from an address with a slash at its end to the page', async () => {
    for (const path of ['/docs/', '/console/']) {
      const { status, headers } = await get(path, BROWSER);
      expect(status).to.equal(308);
      const target = new URL(String(headers.location), `https://proxy.example/quire${path}`);
      expect(target.href).to.equal(`https://proxy.example/quire${path.slice(0, -1)}`);
    }
  });

  it('has an icon, which anybody may keep, and tells robots what is no page', async () => {
    for (const answer of [await get('/favicon.svg'), await get('/favicon.ico', ICON_OF_BROWSER)]) {
      expect([answer.status, answer.headers['content-type']]).to.deep.equal([200, 'image/svg+xml']);
      expect(answer.headers['cache-control']).to.match(/^public/);
      expect(answer.text).to.match(/^<svg /);
    }
    const robots = await get('/robots.txt');
    expect(robots.headers['content-type']).to.match(/^text\/plain/);
    expect(robots.text)
      .to.match(/^User-agent: \*$/m)
      .and.match(/^Disallow: \/v1\/$/m);
  });

  for (const path of ['/', '/docs']) {
    it(`allows on ${path} its own styles and icon, and nothing else`, async () => {
      const { headers, text } = await get(path, BROWSER);
      expect(text).not.to.match(/<script|\son\w+=|style="|(src|href)="\w+:/);
      const styles = [...text.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style]) => `'sha256-${sha256(style!)}'`);
      expect(String(headers['content-security-policy']).split('; ')).to.have.members([
        "default-src 'none'",
        "img-src 'self'",
        `style-src ${styles.join(' ')}`,
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ]);
    });

    it(`makes ${path} once, for HEAD and for a client that has it too`, async () => {
      const { headers, text } = await get(path, BROWSER);
      const known = await get(path, { ...BROWSER, 'If-None-Match': String(headers.etag) });
      expect([known.status, known.text]).to.deep.equal([304, '']);
      expect((await get(path, BROWSER, 'HEAD')).headers.etag).to.equal(headers.etag);
      for (const coding of ['br', 'gzip']) {
        const coded = await get(path, { ...BROWSER, 'Accept-Encoding': coding });
        expect([coded.headers['content-encoding'], coded.text]).to.deep.equal([coding, text]);
      }
      expect((await get(path, BROWSER, 'POST')).status).to.equal(405);
    });
  }
});

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
