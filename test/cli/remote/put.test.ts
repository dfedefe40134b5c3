import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { createClient, type Client } from '../../../src/client/client.js';
import { startService, type RunningService } from '../../support/in-process-service.js';
import { embeddedStorage } from '../../support/modes.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { quire, quireFault, quireJson, quireMisuse } from '../quire.js';

describe('cli: put', () => {
  let service: RunningService;
  let client: Client;
  let root: string;
  let env: Record<string, string>;
  before(async () => {
    service = await startService(await embeddedStorage());
  });
  after(() => service.close());
  beforeEach(async () => {
    root = temporaryFolder();
    const apiKey = await service.issueKey();
    env = { HOME: root, QUIRE_URL: service.url, QUIRE_API_KEY: apiKey };
    client = createClient({ url: service.url, apiKey });
  });

  const inConsole = (id: string) => `${service.url}/console#/documents/${id}`;

  async function fileOf(name: string, content: string | Buffer): Promise<string> {
    await mkdir(root, { recursive: true });
    await writeFile(join(root, name), content);
    return join(root, name);
  }

  async function printed(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await quire(env, 'put', ...args);
    expect([code, stderr]).to.deep.equal([0, '']);
    return stdout;
  }

  it('makes a document, its next version, or nothing, and says where it is', async () => {
    const text = '\ufeff---\nn: 1.10 # as it is\n---\r\nText';
    const file = await fileOf('a.md', text);
    const made = await printed(file, 'docs/a.md');
    const { id, title, visibility } = await client.getDocumentByKey('docs/a.md');
    expect(made).to.equal(`created docs/a.md v1: ${inConsole(id)}\n`);
    expect([title, visibility, await client.getFile(id)]).to.deep.equal(['a', 'private', text]);
    expect(await printed(file, 'docs/a.md')).to.equal(`unchanged docs/a.md v1: ${inConsole(id)}\n`);
    await fileOf('a.md', '# Changed\n');
    expect(await printed(file, 'docs/a.md')).to.equal(`updated docs/a.md v2: ${inConsole(id)}\n`);
    expect((await client.getDocument(id)).title).to.equal('Changed');
  });

  it('takes the name of the file for its key', async () => {
    await printed(await fileOf('U\u0308ber.markdown', 'Text'));
    expect((await client.getDocumentByKey('\u00dcber.markdown')).title).to.equal('\u00dcber');
  });

  it('sends the files that the document shows, of the tree that the key names', async () => {
    await mkdir(join(root, 'site/docs'), { recursive: true });
    await mkdir(join(root, 'site/img'));
    await fileOf('site/img/a.png', 'A');
    await fileOf('site/docs/b.png', 'B');
    await fileOf('outside.png', 'O');
    const shown = '![a](../img/a.png) ![b](b.png) ![none](none.png) ![o](../../outside.png) [c](c)';
    const file = await fileOf('site/docs/a.md', shown);
    const { code, stderr } = await quire(env, 'put', file, 'docs/a.md');
    expect([code, stderr]).to.deep.equal([0, 'quire: line 1: none.png: no such file\n']);
    const { id, assets } = await client.getDocumentByKey('docs/a.md');
    expect(Object.keys(assets).sort()).to.deep.equal(['../img/a.png', 'b.png']);
    expect(Buffer.from(await client.getDocumentAsset(id, assets['b.png']!)).toString()).to.equal('B');
    await quire(env, 'put', file, 'another.md');
    expect(Object.keys((await client.getDocumentByKey('another.md')).assets)).to.deep.equal(['b.png']);
  });

  it('has options for what the file does not say', async () => {
    const file = await fileOf('a.md', '---\ntags: [x]\n---\n# Heading');
    const said = ['--folder', '/guides/new', '--visibility', 'public', '--tag', 'y', '--tag', 'x', '--title', 'Title'];
    const [answer] = await quireJson<Record<string, unknown>>(env, 'put', file, 'k', ...said);
    expect(answer).to.include({ result: 'created', version: 1, title: 'Title', visibility: 'public' });
    expect(answer?.['metadata']).to.deep.equal({ tags: ['x', 'y'] });
    expect(await printed(file, 'k', ...said)).to.equal(`unchanged k v1: ${String(answer?.['url'])}\n`);
    const [folder] = await quireJson<{ path: string }>(env, 'search', 'title', '--folder', '/guides/new');
    expect(folder).to.include({ id: answer?.['id'] });
  });

  it('makes private what the file or the option calls so', async () => {
    const visibilityOf = async (text: string, ...args: string[]) => {
      await printed(await fileOf('a.md', text), ...args);
      return (await client.getDocumentByKey('a.md')).visibility;
    };
    expect(await visibilityOf('---\nvisibility: public\n---\n')).to.equal('public');
    expect(await visibilityOf('---\nvisibility: public\n---\n', '--visibility', 'private')).to.equal('private');
    expect(await visibilityOf('Text', '--visibility', 'public')).to.equal('public');
    expect(await visibilityOf('---\ndraft: true\n---\n', '--visibility', 'public')).to.equal('private');
  });

  it('makes what a push makes of the same file', async () => {
    for (const [name, text] of Object.entries({ 'a.md': '# A', 'b.txt': 'as\r\nit is', 'c.html': '<p>x' })) {
      await printed(await fileOf(name, text), `docs/${name}`, '--folder', '/docs');
    }
    const pushed = await quire(env, 'push', root, '--to', '/docs');
    expect(pushed.stdout).to.match(/^Unchanged 3 in /);
    const { title, content_type: type } = await client.getDocumentByKey('docs/c.html');
    expect([title, type]).to.deep.equal(['c', 'html']);
  });

  it('says why a file cannot be a document, and makes none', async () => {
    const link = join(root, 'link.md');
    await symlink(await fileOf('a.md', 'Text'), link);
    const faults = {
      [join(root, 'nothing.md')]: 'the file cannot be read: ENOENT',
      [link]: 'it is a symbolic link',
      [await fileOf('latin.md', Buffer.from([0x63, 0xe9]))]: 'the file is not UTF-8',
      [await fileOf('title.md', '---\ntitle: [x]\n---\n')]: 'line 2: title must be a text',
      [await fileOf('no.md', '---\nquire: false\n---\n')]: 'the file says quire: false',
    };
    for (const [file, reason] of Object.entries(faults)) {
      expect(await quireFault(env, 'put', file)).to.equal(`quire: ${file}: ${reason}\n`);
    }
    expect(await quireMisuse(env, 'put', await fileOf('a.png', 'x'))).to.include('only .md, .markdown, .mdx');
    expect(await quireMisuse(env, 'put', await fileOf('tab\t.md', 'x'))).to.include(
      'needs a key beside it: its path has',
    );
    expect(await quireMisuse(env, 'put', join(root, 'a.md'), '../x')).to.include('a key must');
    expect((await client.listDocuments().next()).done).to.equal(true);
  });
});
