import { readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { contentHash } from '../../src/domain/content/content-hash.js';
import { startService, type RunningService } from '../support/in-process-service.js';
import { describeModes } from '../support/modes.js';
import { KeptDirectory } from './support/kept-directory.js';

describeModes('directory: a push', (makeStorage) => {
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

  const keys = async () => [...(await directory.documents()).keys()].sort();
  const documentOf = (path: string) => directory.client.getDocumentByKey(`handbook/${path}`);

  it('makes a document of each file, in folders of the same names', async () => {
    await directory.write({
      'a.md': '# One\n\nText',
      'guides/deep/b.md': 'Two',
      'c.txt': 'as it is\n',
      'd.html': '<p>x',
    });
    expect(await directory.push()).to.deep.equal([
      'create a.md',
      'create c.txt',
      'create d.html',
      'create guides/deep/b.md',
    ]);
    expect(await keys()).to.deep.equal(
      ['a.md', 'c.txt', 'd.html', 'guides/deep/b.md'].map((path) => `handbook/${path}`),
    );
    const [a, b, c, d] = await Promise.all(['a.md', 'guides/deep/b.md', 'c.txt', 'd.html'].map(documentOf));
    expect([a?.title, b?.title, c?.title, d?.title]).to.deep.equal(['One', 'b', 'c', 'd']);
    expect([a?.content_type, c?.content_type, d?.content_type]).to.deep.equal(['markdown', 'text', 'html']);
    expect(c?.blocks.map(({ type, content }) => ({ type, content }))).to.deep.equal([
      { type: 'paragraph', content: 'as it is\n' },
    ]);
    expect(await folderPaths()).to.deep.equal(['/handbook', '/handbook/guides', '/handbook/guides/deep']);
  });

  async function folderPaths(parent?: string): Promise<string[]> {
    const paths: string[] = [];
    for await (const { id, path } of directory.client.listFolders(parent === undefined ? {} : { parent_id: parent })) {
      paths.push(path, ...(await folderPaths(id)));
    }
    return paths;
  }

  it('takes .mdx for Markdown, and shows its JSX as text', async () => {
    await directory.write({ 'component.mdx': 'import A from "./a"\n\n# Title\n\n<A b={1}>*text*</A>\n' });
    expect(await directory.push()).to.deep.equal(['create component.mdx']);
    const { id, title, content_type: type, source } = await documentOf('component.mdx');
    expect([title, type, source?.media_type]).to.deep.equal(['Title', 'markdown', 'text/markdown']);
    const { html } = await directory.client.viewDocument(id);
    expect(html).to.include('&lt;A b={1}&gt;');
  });

  it('sends what has changed, and nothing else', async () => {
    await directory.write({ 'a.md': 'One', 'b.md': 'Two' });
    await directory.push();
    expect(await directory.push()).to.deep.equal([]);
    await directory.write({ 'b.md': 'Two, changed' });
    expect(await directory.push()).to.deep.equal(['update b.md']);
    expect(directory.outcomes.find(({ path }) => path === 'b.md')).to.include({ version: 2, fromVersion: 1 });
    const versions = [...(await directory.documents()).values()].map(({ current_version: version }) => version);
    expect(versions.sort()).to.deep.equal([1, 2]);
  });

  it('remembers what it had where Git does not look', async () => {
    await directory.write({ 'a.md': 'One' });
    await directory.push();
    expect(await directory.read('.quire/.gitignore')).to.equal('*\n');
    const [state] = (await readdir(join(directory.root, '.quire'))).filter((name) => name.endsWith('.json'));
    await directory.write({ [`.quire/${state}`]: '{"format":1,"hashes":[1]}', 'a.md': 'Two' });
    expect(await directory.push()).to.deep.equal(['update a.md']);
  });

  it('finds its documents from any machine, without what it remembered', async () => {
    await directory.write({ 'a.md': 'One', 'b.md': 'Two' });
    await directory.push();
    const other = await directory.elsewhere();
    await other.write({ 'a.md': 'One', 'b.md': 'Two, changed', 'c.md': 'Three' });
    expect(await other.push()).to.deep.equal(['create c.md', 'update b.md']);
    expect(await keys()).to.have.length(3);
    await other.dispose();
  });

  it('has what the service tells of it: the content hash', async () => {
    await directory.write({
      'a.md': '---\ntags: [x, y]\nn: 1000\nv: 1.0e3\n---\n# One\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n---\n',
    });
    await directory.push({ files: { visibility: null, tags: ['y', 'all'] } });
    const { title, content_type: contentType, metadata, blocks } = await documentOf('a.md');
    expect(metadata).to.deep.include({ tags: ['x', 'y', 'all'], n: 1000, v: '1.0e3' });
    const hash = contentHash({ title, contentType, metadata, blocks });
    expect((await directory.documents()).get('handbook/a.md')?.content_hash).to.equal(hash);
    expect(await directory.push({ files: { visibility: null, tags: ['y', 'all'] } })).to.deep.equal([]);
  });

  it('shows a document to those whom its file or the option names, without new content', async () => {
    await directory.write({ 'a.md': 'One', 'b.md': '---\nvisibility: private\n---\nTwo' });
    await directory.push({ files: { visibility: 'public', tags: [] } });
    expect([(await documentOf('a.md')).visibility, (await documentOf('b.md')).visibility]).to.deep.equal([
      'public',
      'private',
    ]);
    expect(await directory.push()).to.deep.equal([]);
    expect(await directory.push({ files: { visibility: 'private', tags: [] } })).to.deep.equal(['update a.md']);
    expect((await documentOf('a.md')).visibility).to.equal('private');
  });

  it('leaves out hidden files, other kinds, links, and what patterns name', async () => {
    await directory.write({
      'a.md': '1',
      '.hidden/b.md': '2',
      'node_modules/c.md': '3',
      'd.png': '4',
      'drafts/e.md': '5',
      'f.tmp.md': '6',
      'g.md': '---\nquire: false\n---\nx',
      '.quireignore': 'drafts/\nA.md\n',
      'other/h.md': '7',
    });
    await symlink(join(directory.root, 'a.md'), join(directory.root, 'link.md'));
    const patterns = { include: [], exclude: ['*.tmp.md', 'other'] };
    expect(await directory.push({ patterns })).to.deep.equal(['create a.md', 'skip g.md']);
    expect(await directory.push({ patterns: { include: ['other/**'], exclude: [] } })).to.deep.equal([
      'create other/h.md',
    ]);
  });

  it('names each file that cannot be a document, and does the rest', async () => {
    await directory.write({
      'a.md': '---\ntitle: [x]\n---\n',
      'b.md': 'fine',
      [`${'n'.repeat(200)}/${'m'.repeat(200)}/${'o'.repeat(200)}.md`]: 'x',
    });
    await directory.write({ 'c.md': '' });
    const { writeFile } = await import('node:fs/promises');
    await writeFile(join(directory.root, 'c.md'), Buffer.from([0xff, 0xfe, 0x41]));
    const done = await directory.push({ withDeletions: true });
    expect(done.map((line) => line.slice(0, 11))).to.deep.equal([
      'create b.md',
      'fail a.md',
      'fail c.md',
      `fail nnnnnn`,
    ]);
    const reasons = directory.outcomes.flatMap(({ reason }) => reason ?? []);
    expect(reasons.sort()).to.deep.equal([
      'its key must be at most 512 bytes of UTF-8',
      'line 2: title must be a text',
      'the file is not UTF-8',
    ]);
  });

  describe('with --delete', () => {
    it('deletes documents whose files are gone, and no others', async () => {
      await directory.write({ 'a.md': '1', 'b.md': '2', 'drafts/c.md': '3', 'broken.md': '4' });
      await directory.push();
      await directory.client.putDocument('handbook/by-hand', { title: 'x', blocks: [] });
      await directory.client.putDocument('other/a.md', { title: 'x', blocks: [] });
      await directory.client.createDocument({ title: 'x', blocks: [] });
      await directory.remove('b.md');
      await directory.remove('drafts');
      await directory.write({ '.quireignore': 'drafts\n', 'broken.md': '---\ntitle: [x]\n---\n' });
      expect(await directory.push()).to.deep.equal(['fail broken.md']);
      for (const dryRun of [true, false]) {
        expect(await directory.push({ withDeletions: true, dryRun })).to.deep.equal(['fail broken.md', 'skip b.md']);
      }
      await directory.write({ 'broken.md': '---\nquire: false\n---\n' });
      expect(await directory.push({ withDeletions: true })).to.deep.equal(['delete b.md', 'skip broken.md']);
      expect((await keys()).filter((key) => key.includes('/'))).to.deep.equal([
        'handbook/a.md',
        'handbook/broken.md',
        'handbook/by-hand',
        'handbook/drafts/c.md',
        'other/a.md',
      ]);
    });

    it('deletes no document whose name something has', async () => {
      await directory.write({ 'a.md': '1', 'b/c.md': '2', 'd.md': '3' });
      await directory.push();
      const other = await directory.elsewhere();
      await other.write({ 'c.md': '2' });
      await directory.remove('a.md');
      await directory.remove('b');
      await symlink(join(other.root, 'c.md'), join(directory.root, 'a.md'));
      await symlink(other.root, join(directory.root, 'b'));
      await directory.write({ 'd.md': '---\nquire: false\n---\n' });
      const kept = ['skip a.md', 'skip b/c.md', 'skip d.md'];
      for (const dryRun of [true, false]) {
        expect(await directory.push({ withDeletions: true, dryRun })).to.deep.equal(kept);
      }
      await other.dispose();
    });

    it('deletes nothing if too many would go', async () => {
      await directory.write(Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`${n}.md`, String(n)])));
      await directory.push();
      for (const n of [1, 2, 3]) await directory.remove(`${n}.md`);
      await directory.write({ 'new.md': 'new' });
      const limited = { withDeletions: true, maxDelete: { share: 0.1 } };
      const refused = await directory.push(limited).catch((error: unknown) => String(error));
      expect(refused).to.match(/3 of 20 documents would be deleted, and at most 2 may be/);
      expect(await keys()).to.have.length(20);
      expect(await directory.push({ ...limited, force: true })).to.have.length(4);
      expect(await keys()).to.have.length(18);
    });

    it('leaves what somebody else has changed', async () => {
      await directory.write({ 'a.md': '1', 'b.md': '2' });
      await directory.push();
      await directory.client.putDocument('handbook/a.md', { title: 'theirs', blocks: [] });
      await directory.remove('a.md');
      await directory.remove('b.md');
      expect(await directory.push({ withDeletions: true })).to.deep.equal(['conflict a.md', 'delete b.md']);
      expect(await directory.push({ withDeletions: true, onConflict: 'overwrite' })).to.deep.equal(['delete a.md']);
    });
  });

  describe('of a file whose document somebody else has changed', () => {
    beforeEach(async () => {
      await directory.write({ 'a.md': 'mine' });
      await directory.push();
      await directory.client.putDocument('handbook/a.md', { title: 'theirs', blocks: [] });
    });

    it('leaves their change alone, and says so', async () => {
      expect(await directory.push()).to.deep.equal(['conflict a.md']);
      await directory.write({ 'a.md': 'mine, changed' });
      expect(await directory.push()).to.deep.equal(['conflict a.md']);
      expect((await documentOf('a.md')).title).to.equal('theirs');
    });

    it('puts the file on top if asked to, which loses nothing', async () => {
      expect(await directory.push({ onConflict: 'overwrite' })).to.deep.equal(['update a.md']);
      const { id } = await documentOf('a.md');
      expect((await directory.client.getVersion(id, 2)).title).to.equal('theirs');
      expect((await documentOf('a.md')).etag).to.equal('"3"');
    });

    it('takes their document where the file is the same', async () => {
      await directory.client.putDocument('handbook/a.md', { markdown: 'new' });
      await directory.push();
      const taken = await directory.elsewhere();
      expect(await taken.pull()).to.deep.equal(['create a.md']);
      await directory.write({ 'a.md': await taken.read('a.md') });
      await directory.push();
      expect(await directory.push()).to.deep.equal([]);
      await taken.dispose();
    });
  });

  it('keeps apart what it remembers of several services and folders', async () => {
    await directory.write({ 'a.md': '1' });
    await directory.push();
    const key = await service.issueKey();
    const second = await KeptDirectory.make({ url: service.url, key, keys: { to: '/second' } });
    await directory.write({ 'a.md': '2' });
    await second.push({}, directory.root);
    expect(await directory.push()).to.deep.equal(['update a.md']);
    await directory.client.putDocument('handbook/a.md', { title: 'theirs', blocks: [] });
    expect(await directory.push()).to.deep.equal(['conflict a.md']);
    await second.dispose();
  });

  it('does nothing in a dry run', async () => {
    await directory.write({ 'a.md': '1', 'b.md': '2' });
    await directory.push();
    await directory.write({ 'a.md': 'changed', 'c.md': '3' });
    await directory.remove('b.md');
    const planned = ['create c.md', 'delete b.md', 'update a.md'];
    expect(await directory.push({ dryRun: true, withDeletions: true })).to.deep.equal(planned);
    expect(await keys()).to.deep.equal(['handbook/a.md', 'handbook/b.md']);
    expect(await directory.push({ withDeletions: true, verify: true })).to.deep.equal(planned);
  });

  it('begins keys with the name of a pipeline, and folders with the target', async () => {
    const key = await service.issueKey();
    const piped = await KeptDirectory.make({ url: service.url, key, keys: { to: '/a/b', pipeline: 'docs' } });
    await piped.write({ 'x/y.md': '1' });
    await piped.push();
    expect([...(await piped.documents()).keys()]).to.deep.equal(['docs/x/y.md']);
    await piped.dispose();
  });
});
