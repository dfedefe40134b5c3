import { hash } from 'node:crypto';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { startService, type RunningService } from '../support/in-process-service.js';
import { describeModes } from '../support/modes.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { until } from '../support/until.js';
import { KeptDirectory } from './support/kept-directory.js';

const sha = (text: string) => hash('sha256', text, 'hex');

describeModes('directory: files beside documents', (makeStorage) => {
  let service: RunningService;
  let directory: KeptDirectory;
  before(async () => {
    service = await startService(await makeStorage());
  });
  after(() => service.close());
  beforeEach(async () => {
    directory = await KeptDirectory.make({ url: service.url, key: await service.issueKey() });
  });
  afterEach(() => directory.dispose());

  const assetsOf = async (path: string) => (await directory.client.getDocumentByKey(`handbook/${path}`)).assets;
  const versionOf = async (path: string) => (await directory.documents()).get(`handbook/${path}`)?.current_version;

  it('go where their documents name them, and come back byte for byte', async () => {
    const files = {
      'a.md': '![1](img/1.png) ![1 again](./img/1.png?x#y) [paper](two%20words.pdf) <img src="/img/2.svg">\n',
      'docs/b.md': '![1](../img/1.png) ![u](../img/u%CC%88.png) [a](../a.md)\n',
      'img/1.png': '\u0000\u00ffPNG',
      'img/2.svg': '<svg/>',
      'img/u\u0308.png': 'U',
      'two words.pdf': 'W',
      'unused.png': 'unused',
    };
    await directory.write(files);
    expect(await directory.push()).to.deep.equal(['create a.md', 'create docs/b.md']);
    expect(directory.tally.sent.files).to.equal(4);
    expect(await assetsOf('a.md')).to.deep.equal({
      'img/1.png': sha(files['img/1.png']),
      'two words.pdf': sha('W'),
      '/img/2.svg': sha('<svg/>'),
    });
    expect(await assetsOf('docs/b.md')).to.deep.equal({
      '../img/1.png': sha(files['img/1.png']),
      '../img/u\u0308.png': sha('U'),
    });
    expect(directory.deadLinks).to.deep.equal([]);
    const other = await directory.elsewhere();
    expect(await other.pull()).to.deep.equal(['create a.md', 'create docs/b.md']);
    expect(other.tally.filesReceived).to.equal(4);
    for (const path of ['a.md', 'docs/b.md', 'img/1.png', 'img/2.svg', 'two words.pdf'] as const) {
      expect(await other.read(path)).to.equal(files[path]);
    }
    expect(await other.read('img/\u00fc.png')).to.equal('U');
    for (const each of [directory, other]) {
      expect(await each.pull()).to.deep.equal([]);
      expect(await each.push()).to.deep.equal([]);
      expect([each.tally.filesReceived, each.tally.sent.files]).to.deep.equal([0, 0]);
    }
    await other.dispose();
  });

  it('of HTML files are those of their images and links, and are shown', async () => {
    const files = {
      'a.html': '<p><img src="./i.png"> <a href=b.md>b</a> <!-- <img src="no.png"> -->\n<img src=none.png></p>\n',
      'b.md': 'B',
      'i.png': 'I',
      't.txt': '<img src="i.png">',
    };
    await directory.write(files);
    const options = { files: { visibility: 'public', tags: ['t'] } } as const;
    await directory.push(options);
    expect(await assetsOf('a.html')).to.deep.equal({ 'i.png': sha('I') });
    expect(await assetsOf('t.txt')).to.deep.equal({});
    expect(directory.deadLinks.map(({ path, line, target }) => `${path}:${line} ${target}`)).to.deep.equal([
      'a.html:2 none.png',
    ]);
    const { id } = await directory.client.getDocumentByKey('handbook/a.html');
    await until(async () => {
      const answer = await fetch(`${service.url}/d/${id}`);
      return (await answer.text()).includes(`<img src="${id}/assets/${sha('I')}"`);
    });
    expect((await directory.client.viewDocument(id)).html).to.include(`data-asset="${sha('I')}"`);
    expect(await directory.push(options)).to.deep.equal([]);
    const other = await directory.elsewhere();
    await other.pull();
    expect([await other.read('a.html'), await other.read('i.png')]).to.deep.equal([files['a.html'], 'I']);
    expect(await other.pull()).to.deep.equal([]);
    await directory.write({ 'i.png': 'changed' });
    expect(await directory.push(options)).to.deep.equal(['update a.html']);
    await other.dispose();
  });

  it('make the next version of the documents that name them when they change, and of no other', async () => {
    await directory.write({
      'a.md': '![x](x.png)',
      'b.md': '![x](x.png) ![y](y.png)',
      'c.md': 'C',
      'x.png': 'X',
      'y.png': 'Y',
    });
    await directory.push();
    await directory.write({ 'x.png': 'X, changed' });
    expect(await directory.push({ dryRun: true })).to.deep.equal(['update a.md', 'update b.md']);
    expect(await directory.push({ verify: true })).to.deep.equal(['update a.md', 'update b.md']);
    expect(directory.tally.sent.files).to.equal(1);
    expect(await assetsOf('a.md')).to.deep.equal({ 'x.png': sha('X, changed') });
    expect([await versionOf('a.md'), await versionOf('c.md')]).to.deep.equal([2, 1]);
    await directory.write({ 'a.md': 'no more' });
    expect(await directory.push()).to.deep.equal(['update a.md']);
    expect(await assetsOf('a.md')).to.deep.equal({});
    await directory.remove('y.png');
    expect(await directory.push()).to.deep.equal(['update b.md']);
    expect(directory.deadLinks).to.have.length(1);
    expect(await assetsOf('b.md')).to.deep.equal({ 'x.png': sha('X, changed') });
  });

  it('are no more than the text names within the directory, without links, hidden files and what patterns name', async () => {
    const outside = temporaryFolder();
    await directory.write({
      'docs/a.md':
        '![](../l.png) ![](../linked/o.png) ![](../.env) ![](../../o.png) ![](../no.key) ![](../yes.key) [b](b.md)',
      'docs/b.md': 'B',
      '.env': 'SECRET',
      'no.key': 'N',
      'yes.key': 'Y',
    });
    await writeFile(join(outside, 'o.png'), 'outside');
    await symlink(join(outside, 'o.png'), join(directory.root, 'l.png'));
    await symlink(outside, join(directory.root, 'linked'));
    await directory.push({ patterns: { include: ['*.md'], exclude: ['no.key'] } });
    expect(await assetsOf('docs/a.md')).to.deep.equal({ '../yes.key': sha('Y') });
    expect(directory.deadLinks.map(({ target, reason }) => `${target} ${reason}`)).to.deep.equal([
      '../l.png no such file',
      '../linked/o.png no such file',
      '../.env hidden files are not sent',
      '../../o.png out of the directory',
      '../no.key a pattern leaves the file out',
    ]);
  });

  it('are named and not sent where they are too large', async () => {
    await directory.write({
      'a.md': '![h](huge.bin) ![s](s.png)',
      'huge.bin': 'x'.repeat(10 * 1024 * 1024 + 1),
      's.png': 'S',
    });
    await directory.push();
    expect(directory.deadLinks.map(({ reason }) => reason)).to.deep.equal(['the file is larger than 10485760 bytes']);
    expect(await assetsOf('a.md')).to.deep.equal({ 's.png': sha('S') });
    expect(await directory.push()).to.deep.equal([]);
  });

  it('of others are conflicts, as documents are', async () => {
    await directory.write({ 'a.md': '![x](x.png)', 'x.png': 'X' });
    await directory.push();
    const other = await directory.elsewhere();
    await other.pull();
    await other.write({ 'x.png': 'theirs' });
    await other.push();
    expect(await directory.push({ withDeletions: true })).to.deep.equal(['conflict a.md']);
    expect(await directory.pull('/handbook', { dryRun: true })).to.deep.equal([]);
    await directory.write({ 'x.png': 'ours' });
    expect(await directory.pull()).to.deep.equal(['conflict x.png']);
    expect(await directory.read('x.png')).to.equal('ours');
    expect(await directory.push()).to.deep.equal(['conflict a.md']);
    await directory.write({ 'x.png': 'X' });
    expect(await directory.pull()).to.deep.equal([]);
    expect(await directory.read('x.png')).to.equal('theirs');
    expect(await directory.push()).to.deep.equal([]);
  });

  it('are written nowhere but within the directory, and on no other file', async () => {
    const ids = ['A', 'B', 'C'].map((text) => [sha(text), Buffer.from(text)] as const);
    for (const [id, bytes] of ids) await directory.client.putAsset(id, bytes);
    const [a, b, c] = ids.map(([id]) => id) as [string, string, string];
    await directory.client.putDocument('handbook/x/a.md', {
      markdown: 'A',
      assets: {
        '../../up.png': a,
        '.hidden/h.png': a,
        '../b.md': a,
        'same.png': a,
        '/root.png': a,
        'there.png': b,
        './x/../dots.png': c,
      },
      root: 'handbook/',
    });
    await directory.client.putDocument('handbook/x/b.md', {
      markdown: 'B',
      assets: { 'same.png': b, '/etc.png': c },
      root: '',
    });
    await directory.write({ 'x/there.png': 'mine' });
    expect(await directory.pull()).to.deep.equal([
      'conflict x/there.png',
      'create x/a.md',
      'create x/b.md',
      'fail x/.hidden/h.png',
      'skip x/a.md',
      'skip x/a.md',
      'skip x/b.md',
      'skip x/b.md',
    ]);
    expect(directory.outcomes.filter(({ action }) => action === 'skip').map(({ reason }) => reason)).to.deep.equal([
      '../../up.png: out of the directory',
      '../b.md: such a file is a document of its own',
      'same.png: another document has another file there',
      '/etc.png: out of the directory',
    ]);
    expect(await directory.read('x/same.png')).to.equal('A');
    expect(await directory.read('root.png')).to.equal('A');
    expect(await directory.read('x/dots.png')).to.equal('C');
    expect(await directory.read('x/there.png')).to.equal('mine');
  });
});
