import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';
import { expect } from 'chai';
import { createClient, type Client } from '../../../src/client/client.js';
import { newId } from '../../../src/domain/ids.js';
import { startAnswerProxy } from '../../support/answer-proxy.js';
import { startService, type RunningService } from '../../support/in-process-service.js';
import { HttpProxy } from '../../support/http-proxy.js';
import { embeddedStorage } from '../../support/modes.js';
import { MAIN, quire, quireFault, quireJson, quireMisuse, startQuire } from '../quire.js';
import { listenForKeys } from './told-keys.js';

const HOSTILE = 'Evil\x1b[2J\x9b1m\u202e';
const SHOWN = 'Evil\\u{1b}[2J\\u{9b}1m\\u{202e}';
const paragraph = (content: string) => ({ type: 'paragraph' as const, content });

describe('cli: commands for a key', () => {
  let service: RunningService;
  let client: Client;
  let env: Record<string, string>;
  beforeEach(async () => {
    const apiKey = await service.issueKey({ label: 'the editors' });
    client = createClient({ url: service.url, apiKey });
    env = { QUIRE_URL: service.url, QUIRE_API_KEY: apiKey };
  });
  before(async () => {
    service = await startService(await embeddedStorage());
  });
  after(() => service.close());

  async function printed(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await quire(env, ...args);
    expect([code, stderr]).to.deep.equal([0, '']);
    return stdout;
  }

  /** One document with two versions. */
  async function twoVersions(key: string) {
    const { id } = await client.putDocument(key, {
      title: 'Plan',
      blocks: [paragraph('one two three'), paragraph('kept'), paragraph('gone')],
    });
    await client.putDocument(key, {
      title: 'Plan B',
      metadata: { tags: ['x'] },
      blocks: [paragraph('one 2 three'), paragraph('kept'), { type: 'code', content: HOSTILE }],
    });
    return id;
  }

  describe('search', () => {
    it('prints an aligned table, and nothing that a terminal obeys', async () => {
      const { id } = await client.createDocument({ title: HOSTILE, blocks: [] });
      const other = await client.createDocument({ title: 'Every', blocks: [], visibility: 'public' });
      const lines = (await printed('search', 'ev')).trimEnd().split('\n');
      expect(
        lines.map((line) => line.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/, 'TIME                ')),
      ).to.deep.equal([
        'ID                        VERSION  UPDATED               VISIBILITY  TITLE',
        `${other.id}        1  TIME                  public      Every`,
        `${id}        1  TIME                  private     ${SHOWN}`,
      ]);
    });

    it('prints a line of JSON for each document, as the service names its members', async () => {
      const { id } = await client.createDocument({ title: HOSTILE, blocks: [], metadata: { 'Own Name': 0.12345 } });
      const { stdout } = await quire(env, 'search', 'evil', '--json');
      expect(stdout).to.match(/^[\x20-\x7e]+\n$/);
      const found = JSON.parse(stdout) as object;
      expect(found).to.deep.include({ id, title: HOSTILE, metadata: { 'Own Name': 0.12345 }, current_version: 1 });
      expect(found).to.include.keys('url', 'folder_id', 'block_count', 'updated_at');
    });

    it('finds by tag and folder, and all documents', async () => {
      const folder = await client.createFolder({ name: 'f' });
      const titles = async (...args: string[]) =>
        (await quireJson<{ title: string }>(env, 'search', ...args)).map(({ title }) => title);
      await client.createDocument({ title: 'A', blocks: [], metadata: { tags: ['t'] } });
      await client.createDocument({ title: 'B', blocks: [], metadata: { tags: ['t'] }, folder_id: folder.id });
      await client.createDocument({ title: 'C', blocks: [], folder_id: folder.id });
      expect(await titles('--tag', 't')).to.deep.equal(['A', 'B']);
      expect(await titles('--tag', 't', '--folder', folder.id)).to.deep.equal(['B']);
      expect(await titles('--folder', folder.id)).to.deep.equal(['B', 'C']);
      expect(await titles('--folder', folder.path)).to.deep.equal(['B', 'C']);
      expect(await titles()).to.have.members(['A', 'B', 'C']);
    });

    it('stops at its limit, says that there is more, and reads no page in vain', async () => {
      const titles = Array.from({ length: 120 }, (_, n) => `n${String(n).padStart(3, '0')}`);
      for await (const { status } of client.bulk(
        titles.map((title) => ({ op: 'create', document: { title, blocks: [] } }) as const),
      ))
        expect(status).to.equal(201);
      const proxy = await startAnswerProxy(service.url);
      const search = (...args: string[]) => quire(env, 'search', 'n', ...args);
      const few = await search('--limit', '2', '--url', proxy.url);
      expect(few.stdout.trimEnd().split('\n')).to.have.length(3);
      expect(few.stderr).to.equal('quire: There are more than 2: raise --limit.\n');
      expect(proxy.seen).to.have.length(1);
      const all = await search('--limit', '120', '--json');
      expect([all.code, all.stderr, all.stdout.trimEnd().split('\n').length]).to.deep.equal([0, '', 120]);
      const some = await search('--limit', '60', '--json');
      expect(some.stdout.trimEnd().split('\n')).to.have.length(60);
      expect(JSON.parse(some.stderr)).to.deep.equal({ note: 'There are more than 60: raise --limit.' });
      await proxy.close();
      for (const limit of ['0', '-1', 'x', '1.5']) expect((await search('--limit', limit)).code).to.equal(2);
      expect(await quire(env, 'search', 'zzz')).to.deep.equal({
        code: 0,
        stdout: '',
        stderr: 'quire: Nothing was found.\n',
      });
    });
  });

  describe('get', () => {
    it('prints Markdown, of the newest version or of another', async () => {
      const id = await twoVersions('docs/a.md');
      const old = '# Plan\n\none two three\n\nkept\n\ngone\n';
      expect(await printed('get', id, '--version', '1')).to.equal(old);
      expect(await printed('get', 'docs/a.md', '--version', '1', '--markdown')).to.equal(old);
      // It is not a terminal: the file is as it is.
      expect(await printed('get', id))
        .to.match(/^---\ntags:\n {2}- x\n---\n\n# Plan B\n\none 2/)
        .and.include(HOSTILE);
    });

    it('prints the text of a document that is no Markdown', async () => {
      const { id } = await client.createDocument({
        title: 'T',
        content_type: 'text',
        blocks: [paragraph('# as *it*'), paragraph('is')],
      });
      expect(await printed('get', id)).to.equal('# as *it*\n\nis');
    });

    it('prints the answer of the service as JSON', async () => {
      const id = await twoVersions('a');
      const [document] = await quireJson<Record<string, unknown>>(env, 'get', 'a');
      expect(document).to.deep.include({ id, title: 'Plan B', etag: '"2"', metadata: { tags: ['x'] } });
      const [version] = await quireJson<Record<string, unknown>>(env, 'get', id, '--version', '1');
      expect(version).to.deep.include({ version: 1, title: 'Plan' });
      expect((await quire(env, 'get', id, '--json', '--markdown')).code).to.equal(2);
    });

    it('refuses what can be no key', async () => {
      for (const name of ['', '../x', 'a//b', 'a/']) {
        expect(await quireMisuse(env, 'get', name)).to.match(/a key must /);
      }
    });

    it('takes what looks like an identifier for a key if it is told so', async () => {
      const key = newId('me');
      const { id } = await client.putDocument(key, { title: 'K', blocks: [] });
      expect((await quire(env, 'get', key)).stderr).to.match(/^quire: DOCUMENT_NOT_FOUND: /);
      expect((await quireJson<{ id: string }>(env, 'get', '--key', key))[0]?.id).to.equal(id);
    });
  });

  it('versions are a table, or lines of JSON', async () => {
    const id = await twoVersions('v');
    expect((await printed('versions', 'v')).replaceAll(/\S+Z/g, 'TIME                ')).to.equal(
      'VERSION  CREATED               BLOCKS  BY                TITLE\n' +
        '      1  TIME                       3  the editors       Plan\n' +
        '      2  TIME                       3  the editors       Plan B\n',
    );
    const listed = await quireJson<object>(env, 'versions', id);
    expect(listed.map((version) => Object.keys(version))).to.deep.equal(
      Array.from({ length: 2 }, () => ['version', 'title', 'block_count', 'created_at', 'author']),
    );
    expect((await quire(env, 'versions', id, '--limit', '1')).stderr).to.include('more than 1');
  });

  it('a diff shows words, blocks and fields', async () => {
    const id = await twoVersions('d');
    const text = await printed('diff', 'd', '1', '2');
    expect(text.split('\n').slice(2).join('\n')).to.equal(
      `title: Plan{+ B+}
metadata: [-null-]{+{"tags":["x"]}+}
~ block 1, changed
    one [-two-]{+2+} three
  block 2, equal
- block 3, paragraph, removed
    [-gone-]
+ block 3, code, added
    {+${SHOWN}+}
`,
    );
    const [diff] = await quireJson<Record<string, unknown>>(env, 'diff', id, '1', '2');
    expect(diff).to.include.keys('document_id', 'from', 'to', 'fields', 'blocks');
    expect(await printed('diff', 'd')).to.equal(text);
    expect(await printed('diff', id, '1')).to.equal(text);
    const proxy = await HttpProxy.start(service.url, async (exchange) => {
      const answer = await exchange.forward();
      // As Apache does when it compresses.
      const etag = answer.headers['etag']?.toString().replace(/"$/, '-gzip"');
      exchange.answer({ ...answer, headers: { ...answer.headers, ...(etag !== undefined && { etag }) } });
    });
    expect(await printed('diff', id, '--url', proxy.url)).to.equal(text);
    await proxy.close();
    const { id: single } = await client.putDocument('single', { title: 'S', blocks: [] });
    expect(await quireFault(env, 'diff', single)).to.match(/^quire: the document has one version/);
    expect((await quire(env, 'diff', id, '1', 'x')).code).to.equal(2);
    expect((await quire(env, 'diff', id, '1', '9')).code).to.equal(1);
  });

  describe('restore', () => {
    it('makes an old version the newest one', async () => {
      const id = await twoVersions('r');
      expect(await printed('restore', 'r', '1')).to.equal(`Restored version 1 as version 3 of ${id}.\n`);
      expect((await client.getDocument(id)).title).to.equal('Plan');
      const [made] = await quireJson<Record<string, unknown>>(env, 'restore', id, '2', '--if-match', '3');
      expect(made).to.deep.include({ id, version: 4, title: 'Plan B' });
    });

    it('takes a key that had another document before', async () => {
      await twoVersions('again');
      await client.deleteDocumentByKey('again');
      const id = await twoVersions('again');
      expect(await printed('restore', 'again', '1')).to.equal(`Restored version 1 as version 3 of ${id}.\n`);
    });

    it('ends with 3 if the document is another than was read', async () => {
      const id = await twoVersions('r');
      const proxy = await HttpProxy.start(service.url, async (exchange) => {
        const answer = await exchange.forward();
        if (exchange.request.method === 'GET') await client.pushVersion(id, { title: 'Meanwhile', blocks: [] });
        exchange.answer(answer);
      });
      const refused = await quire(env, 'restore', id, '1', '--url', proxy.url, '--json');
      await proxy.close();
      expect([refused.code, refused.stdout]).to.deep.equal([3, '']);
      const { error } = JSON.parse(refused.stderr) as { error: Record<string, unknown> };
      expect(error).to.include.keys('message', 'request_id');
      expect(error).to.deep.include({ code: 'PRECONDITION_FAILED', status: 412, details: { current_version: 3 } });
      expect((await quire(env, 'restore', id, '1', '--if-match', '2')).code).to.equal(3);
      expect((await client.getDocument(id)).title).to.equal('Meanwhile');
    });

    it('does nothing without an entity tag', async () => {
      const id = await twoVersions('r');
      const proxy = await startAnswerProxy(service.url);
      const { code, stderr } = await quire(env, 'restore', id, '1', '--url', proxy.url);
      await proxy.close();
      expect([code, stderr.includes('--if-match')]).to.deep.equal([1, true]);
      expect((await client.getDocument(id)).title).to.equal('Plan B');
    });
  });

  it('limits are a table, or the answer of the service', async () => {
    const text = await printed('limits');
    expect(text).to.match(
      /^Plan: unmetered\nWINDOW +LIMIT +LEFT +RESETS\nrequests a minute +1000000 +\d+ {2}\d{4}-\S+Z\n/,
    );
    expect(text).to.match(/\nbytes stored a day +none\n/);
    const [limits] = await quireJson<Record<string, unknown>>(env, 'limits');
    expect(limits).to.include.keys('plan', 'requests', 'stored_bytes', 'documents');
  });

  it('a refused role ends with 4', async () => {
    const apiKey = await service.issueKey({ roles: ['folders:read'] });
    const { code, stdout, stderr } = await quire({ ...env, QUIRE_API_KEY: apiKey }, 'search', 'x');
    expect([code, stdout]).to.deep.equal([4, '']);
    expect(stderr).to.match(/^quire: INSUFFICIENT_ROLE: [^\n]*\n$/);
  });

  it('a service that is not there ends with 5, and an answer of another one too', async () => {
    const gone = await listenForKeys();
    gone.close();
    const { code, stderr } = await quire({ ...env, QUIRE_URL: gone.url }, 'limits');
    const lines = stderr.trimEnd().split('\n');
    const failure = `quire: no whole answer came (GET ${gone.url}/v1/limits): connect ECONNREFUSED ${new URL(gone.url).host}`;
    expect([code, lines.pop()]).to.deep.equal([5, failure]);
    for (const line of lines) expect(line).to.match(/^quire: no usable answer, next try in [1-9] s$/);
    const other = await listenForKeys((_, response) => response.writeHead(404).end('<html>'));
    expect((await quire({ ...env, QUIRE_URL: other.url }, 'limits')).code).to.equal(5);
    other.close();
  });

  it('a command whose output nobody reads on ends as other programs do', async () => {
    await client.createDocument({ title: 'x', blocks: [] });
    const child = spawn(process.execPath, [MAIN, 'search', 'x'], { env: { ...process.env, ...env } });
    child.stdout.destroy();
    const [said, [code]] = await Promise.all([textOf(child.stderr), once(child, 'exit') as Promise<[number]>]);
    expect([code, said]).to.deep.equal([141, '']);
  });

  it('Ctrl-C ends a command that waits, with 130', async () => {
    const silent = await listenForKeys(() => running.kill('SIGINT'));
    const running = startQuire({ ...env, QUIRE_URL: silent.url }, 'search', 'x');
    expect(await running.ended).to.deep.equal({ code: 130, stdout: '', stderr: 'quire: stopped\n' });
    silent.close();
  });
});
