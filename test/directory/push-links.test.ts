import { hash } from 'node:crypto';
import { expect } from 'chai';
import { startService, type RunningService } from '../support/in-process-service.js';
import { describeModes } from '../support/modes.js';
import { KeptDirectory } from './support/kept-directory.js';

describeModes('directory: links of a push', (makeStorage) => {
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

  /** After a push, as `a.md:1 b.md: no such file`. */
  const dead = () =>
    directory.deadLinks.map(({ path, line, target, reason }) => `${path}:${line} ${target}: ${reason}`);

  it('are named if they lead to no file and no document', async () => {
    await directory.write({
      'a.md': '---\ntitle: A\n---\n[b](b.md) [c](c.md)\n\n![no](img/no.png)\n\n[sub](sub) [up](sub/../b)\n',
      'b.md': '[a](/a.md) [x](/x.md) [web](https://example.com/x.md) <m@example.com>',
      'sub/d.md': '[a](../a) [e](e%20f.md) [g](g\\h.md) [out](../../../../x.md) ![a](../a.md)',
      'sub/e f.md': '[sub](./) `[no](no.md)`',
    });
    await directory.push();
    expect(dead()).to.deep.equal([
      'a.md:4 c.md: no such file',
      'a.md:6 img/no.png: no such file',
      'a.md:8 sub: no document stands for the folder',
      'b.md:1 /x.md: no such file',
      'sub/d.md:1 g%5Ch.md: a backslash is no slash',
      'sub/d.md:1 ../../../../x.md: out of the directory',
      'sub/d.md:1 ../a.md: no such file',
      'sub/e f.md:1 ./: no document stands for the folder',
    ]);
    await directory.push();
    expect(dead()).to.have.length(8);
    await directory.push({ dryRun: true });
    expect(dead()).to.have.length(8);
  });

  it('may lead to a document of no file, and not to a file that is no document', async () => {
    await directory.client.putDocument('handbook/other.md', { markdown: 'Other' });
    await directory.client.putDocument('elsewhere/README.md', { markdown: 'Elsewhere' });
    await directory.write({
      'a.md': '[o](other.md) [d](draft.md) [n](none.md) [e](../elsewhere/) [f](../elsewhere/f.md)',
      'draft.md': '---\ndraft: true\n---\nD',
      'none.md': '---\nquire: false\n---\nN',
    });
    await directory.push();
    expect(dead()).to.deep.equal([
      'a.md:1 draft.md: the file says that it is a draft',
      'a.md:1 none.md: the file says quire: false',
      'a.md:1 ../elsewhere/f.md: out of the directory',
    ]);
    await directory.push({ files: { visibility: null, tags: [], drafts: 'private' } });
    expect(dead()).to.have.length(2);
    await directory.push();
    expect(dead()).to.have.length(2);
  });

  it('are remembered by the bytes of their files, and looked for anew where nothing that can be read is remembered', async () => {
    await directory.write({ 'a.md': '[b](b.md)', 'c.md': '# C\n\n[b](b.md) [h](#no) [h](#c)' });
    await directory.push();
    const found = ['a.md:1 b.md: no such file', 'c.md:3 b.md: no such file', 'c.md:3 #no: no heading #no'];
    expect(dead()).to.deep.equal(found);
    type Stored = { version: string; files: Record<string, { targets: unknown; anchors: string[] }> };
    const stored = JSON.parse(await directory.read('.quire/links.json')) as Stored;
    const [a, c] = [hash('sha256', '[b](b.md)', 'hex'), Object.keys(stored.files).at(-1)!];
    const withA = (kept: unknown, version = stored.version) =>
      JSON.stringify({ version, files: { [a]: kept, [c]: stored.files[c] } });
    await directory.write({ '.quire/links.json': withA({ targets: [], anchors: [] }) });
    await directory.push();
    expect(dead()).to.deep.equal(found.slice(1));
    await directory.write({ 'd.md': 'D' });
    for (const useless of [
      withA({ targets: [], anchors: [] }, '0.0.0'),
      withA({ targets: [{ target: 1, line: 1 }], anchors: [] }),
      withA({ targets: [null], anchors: [] }),
      withA({ targets: {}, anchors: [] }),
      withA(null),
      JSON.stringify({ version: stored.version, files: null }),
      'null',
      '{',
    ]) {
      await directory.write({ '.quire/links.json': useless, 'd.md': useless });
      await directory.push();
      expect(dead(), useless).to.deep.equal(found);
      expect(JSON.parse(await directory.read('.quire/links.json')), useless).to.have.nested.property(`files.${a}`);
    }
  });

  it('to the top of a directory without a README say so', async () => {
    await directory.write({ 'docs/a.md': '[top](/) [up](..) [up](../)' });
    await directory.push();
    expect(dead()).to.deep.equal(
      ['/', '..', '../'].map((target) => `docs/a.md:1 ${target}: no document stands for the folder`),
    );
  });

  it('out of the directory are not judged by a list of others that was cut', async () => {
    const many = Array.from({ length: 201 }, (_, n) => `l-${String(n).padStart(3, '0')}.md`);
    const put = (name: string, markdown: string) => directory.client.putDocument(name, { markdown });
    await Promise.all(many.map((name) => put(name, name)));
    await put('l.md', '# Last');
    await directory.write({ 'a.md': '[l](../l) [k](../k)' });
    await directory.push();
    expect(dead()).to.deep.equal(['a.md:1 ../k: out of the directory']);
  });

  it('may lead to headings, and not to those that no file has', async () => {
    await directory.write({
      'a.md':
        '# Title\n\n[b](b.md#part-one) [B](b#Part-One) [x](b.md#two) [self](#title) [y](#no) [top](#top) [t](t.txt#z)\n\n' +
        '## A & B.c\n\n[like](#a-b-c) [b like](b.md#part--one) [own](b.md#custom) [name](b.md#old) [code](b.md#coded)' +
        '\n[html](b.md#in-html) [none](b.md#in-htm)',
      'b.md':
        '---\ntitle: B\n---\n## Part *one*\n\n## Own {#Custom}\n\n<a name="Old"></a>x\n\n    <a name="coded">\n\n' +
        '<div>\n  <h2>In <b>HTML</b></h2>\n  <p>x</p>\n</div>\n',
      't.txt': 'T',
    });
    await directory.push();
    expect(dead()).to.deep.equal([
      'a.md:3 b.md#two: no heading #two',
      'a.md:3 #no: no heading #no',
      'a.md:7 b.md#coded: no heading #coded',
      'a.md:8 b.md#in-htm: no heading #in-htm',
    ]);
  });

  it('end a push before it writes anything, if that is asked for', async () => {
    await directory.write({ 'a.md': '[b](b.md)' });
    const failure = await directory.push({ strictLinks: true }).then(
      () => undefined,
      (error: Error) => error.message,
    );
    expect(failure).to.equal('1 link leads nowhere: nothing was pushed');
    expect(dead()).to.deep.equal(['a.md:1 b.md: no such file']);
    expect(await directory.documents()).to.have.property('size', 0);
    await directory.write({ 'b.md': 'B' });
    expect(await directory.push({ strictLinks: true })).to.deep.equal(['create a.md', 'create b.md']);
  });

  it('may lead to other files beside, as they are spelled, and not to those that are never sent', async () => {
    await directory.write({
      'docs/a.md': [
        '![1](../img/a.png) ![2](../img/A.png) ![3](.hidden/b.png) ![4](../img/u%CC%88.png) ![5](/img/\u00fc.png)',
        '![6](secret.png) [7](../img) ![8](two%20words.png) [9](%25.pdf)',
      ].join('\n'),
      'docs/two words.png': 'W',
      'docs/%.pdf': 'P',
      'docs/secret.png': 'S',
      'docs/.hidden/b.png': 'B',
      'img/a.png': 'A',
      'img/u\u0308.png': 'U',
      '.quireignore': 'secret.png\n',
    });
    await directory.push();
    expect(dead()).to.deep.equal([
      'docs/a.md:1 ../img/A.png: no such file',
      'docs/a.md:1 .hidden/b.png: hidden files are not sent',
      'docs/a.md:2 secret.png: a pattern leaves the file out',
      'docs/a.md:2 ../img: no document stands for the folder',
    ]);
  });
});
