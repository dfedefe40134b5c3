import { lstat, mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { startService, type RunningService } from '../support/in-process-service.js';
import { embeddedStorage } from '../support/modes.js';
import { KeptDirectory } from './support/kept-directory.js';

describe('directory: a pull', () => {
  let service: RunningService;
  let source: KeptDirectory;
  let target: KeptDirectory;
  before(async () => {
    service = await startService(await embeddedStorage());
  });
  after(() => service.close());
  beforeEach(async () => {
    source = await KeptDirectory.make({ url: service.url, key: await service.issueKey() });
    target = await source.elsewhere();
  });
  afterEach(async () => {
    await source.dispose();
    await target.dispose();
  });

  const files = async () =>
    (await readdir(target.root, { recursive: true })).filter((name) => !name.startsWith('.quire')).sort();

  it('writes the files that were pushed', async () => {
    const texts = {
      'a.md': '# One\n\nText\n',
      'b/c.md': '---\ntags:\n  - x\n---\n\nJust text\n',
      'd.txt': 'as\r\nit is',
      'e.html': '<p>x</p>\n',
    };
    await source.write(texts);
    await source.push();
    expect(await target.pull()).to.deep.equal(['create a.md', 'create b/c.md', 'create d.txt', 'create e.html']);
    for (const [path, text] of Object.entries(texts)) expect(await target.read(path)).to.equal(text);
    expect(await target.pull()).to.deep.equal([]);
    expect(await target.push()).to.deep.equal([]);
  });

  it('writes the bytes that were pushed, whatever they say', async () => {
    const texts = {
      'a.md': '\ufeff---\r\nversion: 1.10 # as it is\r\n---\r\n\r\n[//]: # (note)\r\n*\ttext\r\n',
      'b.md': '+++\ntitle = "B"\n+++\n!!! note\n\n    Text.',
      'c.md': '{"title": "C"}\nold\rlines\u2028\0',
      'd.md': '',
      'component.mdx': 'import A from "./a"\n\n# Title\n\n<A b={1}>*text*</A>\n\n{/* note */}\n',
      'e.markdown': '---\n---\n\n***\n---\n<!-- x -->',
      'f.txt': '\ufeffas\r\nit is\n\n',
      'g.html': '\n<p>\r',
      'h.html': '\ufeff---\r\nsecret: 1.10\r\n---\r\n<p>',
      'i.txt': '---\nvisibility: private\n---\n',
    };
    await source.write(texts);
    await source.push();
    await target.pull();
    for (const [path, text] of Object.entries(texts)) expect(await target.read(path), path).to.equal(text);
    expect([await target.pull(), await target.push(), await source.push()]).to.deep.equal([[], [], []]);
    await target.remove('.quire');
    expect([await target.pull(), await target.push()]).to.deep.equal([[], []]);
  });

  it('replaces what nobody changed here, and leaves what somebody did', async () => {
    await source.write({ 'a.md': '1', 'b.md': '2' });
    await source.push();
    await target.pull();
    await source.write({ 'a.md': '1, changed', 'b.md': '2, changed' });
    await source.push();
    await target.write({ 'b.md': 'mine' });
    expect(await target.pull('/handbook', { dryRun: true })).to.deep.equal(['conflict b.md', 'update a.md']);
    expect(await target.pull()).to.deep.equal(['conflict b.md', 'update a.md']);
    expect(await target.read('a.md')).to.equal('1, changed');
    expect(await target.read('b.md')).to.equal('mine');
    expect(await target.pull('/handbook', { onConflict: 'overwrite' })).to.deep.equal(['update b.md']);
  });

  it('has the documents of the folder that have no such key, named by folder and title', async () => {
    await source.write({ 'a.md': '1' });
    await source.push();
    const put = (key: string, title: string, folderPath: string) =>
      source.client.putDocument(key, { title, folder_path: folderPath, blocks: [{ type: 'paragraph', content: key }] });
    await put('k1', 'Plan', '/handbook/sub');
    await put('k2', 'Plan', '/handbook/sub');
    await put('k3', '../../x\u0007/y', '/handbook');
    await put('k4', '.git', '/handbook');
    await put('k5', 'elsewhere', '/other');
    await target.pull();
    const found = (await files()).map((name) => name.replace(/Plan-\w{24}/, 'Plan-ID'));
    expect(found).to.deep.equal(['-.-..-x-y.md', '-git.md', 'a.md', 'sub', 'sub/Plan-ID.md', 'sub/Plan.md'].sort());
  });

  it('knows files as its own that are other content than their documents', async () => {
    const blocks = [
      { type: 'paragraph' as const, content: 'one' },
      { type: 'paragraph' as const, content: 'two' },
    ];
    const notes = { title: 'Release notes', content_type: 'text' as const, metadata: { by: 'me' }, blocks };
    await source.client.putDocument('handbook/notes.txt', notes);
    expect(await target.pull()).to.deep.equal(['create notes.txt']);
    expect(await target.push()).to.deep.equal([]);
    expect(await target.pull()).to.deep.equal([]);
    await target.remove('.quire');
    expect(await target.pull()).to.deep.equal([]);
    await source.client.putDocument('handbook/notes.txt', { ...notes, blocks: [] });
    expect(await target.pull()).to.deep.equal(['update notes.txt']);
    await target.write({ 'notes.txt': 'mine' });
    expect(await target.push()).to.deep.equal(['update notes.txt']);
  });

  it('knows such a file after pulls that found nothing new', async () => {
    const put = (content: string) =>
      source.client.putDocument('handbook/a.md', {
        title: 'A',
        folder_path: '/handbook',
        blocks: [{ type: 'paragraph', content, metadata: { of: 'another program' } }],
      });
    await put('one');
    expect(await target.pull()).to.deep.equal(['create a.md']);
    for (let pulls = 0; pulls < 2; pulls++) expect(await target.pull()).to.deep.equal([]);
    await put('two');
    expect(await target.pull()).to.deep.equal(['update a.md']);
  });

  it('knows files that were pushed with tags', async () => {
    await source.write({ 'a.md': 'Text' });
    await source.push({ files: { visibility: null, tags: ['ci'] } });
    expect(await source.pull()).to.deep.equal([]);
    expect(await source.read('a.md')).to.equal('Text');
    expect(await source.push({ files: { visibility: null, tags: ['ci', 'more'] } })).to.deep.equal(['update a.md']);
    expect(await source.push({ files: { visibility: null, tags: ['ci', 'more'] } })).to.deep.equal([]);
  });

  it('goes on where a document is deleted meanwhile, or cannot be written', async () => {
    await source.write({ 'a.md': '1', 'b.md': '2', 'c.md': '3' });
    await source.push();
    await source.client.putDocument('handbook/a.md/d.md', { title: 'x', blocks: [] });
    await source.client.putDocument('k', { title: '\u{4e00}'.repeat(90), folder_path: '/handbook', blocks: [] });
    const { id } = await source.client.getDocumentByKey('handbook/b.md');
    const getFile = target.client.getFile.bind(target.client);
    target.client.getFile = async (wanted, call) => {
      if (wanted === id) await source.client.deleteDocument(id);
      return getFile(wanted, call);
    };
    const done = await target.pull('/handbook', { width: 1 });
    expect(done).to.include.members(['create c.md', 'skip b.md']);
    expect(done.filter((line) => line.startsWith('fail'))).to.have.length(1);
    expect(done.filter((line) => line.includes('\u{4e00}'))).to.deep.equal([`create ${'\u{4e00}'.repeat(66)}.md`]);
  });

  it('writes nothing outside of the directory, nor into hidden folders', async () => {
    const outside = await source.elsewhere();
    await symlink(outside.root, join(target.root, 'link'));
    await mkdir(join(target.root, 'real'));
    await symlink(join(outside.root, 'x.md'), join(target.root, 'real/file.md'));
    const leading = ['link/a.md', '.git/hooks/b.md', 'real/file.md', 'node_modules/f.md'];
    const keys = [...leading, 'c\\d.md', 'e\u0000.md', 'g\ufffd.md'];
    for (const key of keys) await source.client.putDocument(`handbook/${key}`, { title: 'x', blocks: [] });
    const failed = keys.map((key) => `fail ${key}`).sort();
    for (const onConflict of ['fail', 'overwrite'] as const) {
      expect(await target.pull('/handbook', { onConflict, dryRun: true })).to.deep.equal(failed);
      expect(await target.pull('/handbook', { onConflict })).to.deep.equal(failed);
      expect(await target.pull('/handbook', { onConflict })).to.deep.equal(failed);
    }
    expect(await readdir(outside.root)).to.deep.equal([]);
    expect((await lstat(join(target.root, 'real/file.md'))).isSymbolicLink()).to.equal(true);
    await outside.dispose();
  });

  it('says that there is no such folder', async () => {
    expect(await target.pull('/nothing').catch((error: unknown) => String(error))).to.match(
      /there is no folder \/nothing/,
    );
  });
});
