import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { startService, type RunningService } from '../support/in-process-service.js';
import { embeddedStorage } from '../support/modes.js';
import { KeptDirectory } from './support/kept-directory.js';

const DRAFT = '---\nvisibility: public\ndraft: true\n---\nSecret';

describe('directory: a push of drafts', () => {
  let service: RunningService;
  let directory: KeptDirectory;
  before(async () => {
    service = await startService(await embeddedStorage());
  });
  after(() => service.close());
  beforeEach(async () => {
    directory = await KeptDirectory.make({ url: service.url, key: await service.issueKey() });
  });
  afterEach(() => directory.dispose());

  const keys = async () => [...(await directory.documents()).keys()].sort();
  const reasonOf = (path: string) => directory.outcomes.find((each) => each.path === path)?.reason;
  /** Public documents, whose files become drafts. */
  const becomeDrafts = async (...paths: string[]) => {
    await directory.write(Object.fromEntries(paths.map((path) => [path, 'Shown'])));
    await directory.push({ files: { visibility: 'public', tags: [] } });
    await directory.write(Object.fromEntries(paths.map((path) => [path, DRAFT])));
  };

  it('leaves them out, and says why of each', async () => {
    await directory.write({
      'a.md': DRAFT,
      'b.md': '---\npublished: false\n---\n',
      'c.mdx': '+++\ndraft = true\n+++\n',
      'd.md': '---\nquire: false\n---\n',
      'e.md': 'Text',
      'f.html': '---\ndraft: true\n---\n<p>',
      'g.txt': '---\r\nquire: false\r\n---\r\n',
    });
    const skipped = ['skip a.md', 'skip b.md', 'skip c.mdx', 'skip d.md', 'skip f.html', 'skip g.txt'];
    expect(await directory.push({ dryRun: true })).to.deep.equal(['create e.md', ...skipped]);
    expect(await directory.push()).to.deep.equal(['create e.md', ...skipped]);
    expect(await keys()).to.deep.equal(['handbook/e.md']);
    expect(directory.outcomes.filter(({ isDraft }) => isDraft)).to.have.length(4);
    expect([reasonOf('a.md'), reasonOf('d.md')]).to.deep.equal([
      'the file says that it is a draft',
      'the file says quire: false',
    ]);
  });

  it('keeps what their files say, of every type, so that a copy is as private', async () => {
    const files = {
      'a.html': '---\ndraft: true\nsecret: a\n---\n<p>Shown',
      'b.txt': '---\nvisibility: private\nsecret: b\n---\nShown',
      'c.html': '---\nsecret: c\n---\n<p>Shown',
    };
    await directory.write(files);
    const options = { files: { visibility: 'public', tags: ['ci'], drafts: 'private' } } as const;
    await directory.push(options);
    const copy = await directory.elsewhere();
    await copy.pull();
    for (const [path, text] of Object.entries(files)) expect(await copy.read(path), path).to.equal(text);
    expect([await copy.push(options), await directory.push(options)]).to.deep.equal([[], []]);
    for (const [key, { id, visibility, metadata }] of await directory.documents()) {
      expect([visibility, metadata?.tags], key).to.deep.equal([key.endsWith('c.html') ? 'public' : 'private', ['ci']]);
      expect((await directory.client.viewDocument(id)).html, key)
        .to.include('Shown')
        .and.not.include('secret');
    }
    await copy.dispose();
  });

  it('names public documents whose files became drafts, and leaves them as they are', async () => {
    await becomeDrafts('a.md');
    for (const dryRun of [true, false]) {
      expect(await directory.push({ dryRun })).to.deep.equal(['skip a.md']);
      expect(directory.outcomes[0]).to.include({ isDraft: true, visibility: 'public', version: 1 });
      expect(reasonOf('a.md')).to.match(/a draft, and its public document stays until --delete removes it$/);
    }
    const { visibility, source } = await directory.client.getDocumentByKey('handbook/a.md');
    expect([visibility, source?.bytes]).to.deep.equal(['public', 5]);
  });

  it('removes such documents with --delete, and others of files that say quire: false never', async () => {
    await becomeDrafts('a.md', 'b.md');
    await directory.write({ 'b.md': '---\nquire: false\ndraft: true\n---\n', 'new.md': DRAFT });
    for (const dryRun of [true, false]) {
      const done = await directory.push({ withDeletions: true, dryRun });
      expect(done).to.deep.equal(['delete a.md', 'skip b.md', 'skip new.md']);
    }
    expect(reasonOf('a.md')).to.equal('the file says that it is a draft');
    expect(await keys()).to.deep.equal(['handbook/b.md']);
    expect(await directory.push({ withDeletions: true })).to.deep.equal(['skip a.md', 'skip b.md', 'skip new.md']);
  });

  it('counts them among the deletions of a large directory before anything is written', async () => {
    const drafts = Array.from({ length: 6 }, (_, n) => `${n}.md`);
    await becomeDrafts(...drafts);
    await directory.write({ 'new.md': 'New' });
    const bounds = { withDeletions: true, maxDelete: { count: 5 }, group: 2 };
    const refused = await directory.push(bounds).catch((error: unknown) => String(error));
    expect(refused).to.match(/6 of 6 documents would be deleted, and at most 5 may be/);
    expect(await keys()).to.deep.equal(drafts.map((path) => `handbook/${path}`));
    expect(await directory.push({ ...bounds, maxDelete: { count: 6 } })).to.have.length(7);
    expect(await keys()).to.deep.equal(['handbook/new.md']);
  });

  it('removes none of them after a failure', async () => {
    await becomeDrafts('a.md');
    await directory.write({ 'broken.md': '---\ntitle: [x]\n---\n' });
    for (const dryRun of [true, false]) {
      expect(await directory.push({ withDeletions: true, dryRun })).to.deep.equal(['fail broken.md', 'skip a.md']);
      const left = directory.outcomes.find(({ path }) => path === 'a.md');
      expect(left).to.include({ isDraft: true, reason: 'nothing is deleted after a failure' });
    }
  });

  it('leaves a draft whose document others have changed or made, and one that is no draft any more', async () => {
    await becomeDrafts('a.md', 'b.md');
    await directory.client.putDocument('handbook/a.md', { title: 'theirs', blocks: [] });
    await directory.client.putDocument('handbook/theirs.md', { title: 'theirs', blocks: [] });
    await directory.write({ 'c.md': 'Text', 'theirs.md': DRAFT });
    directory.hear = ({ path }) => {
      if (path === 'c.md') writeFileSync(join(directory.root, 'b.md'), 'Shown again');
    };
    const done = await directory.push({ withDeletions: true });
    expect(done).to.deep.equal(['conflict a.md', 'create c.md', 'skip b.md', 'skip theirs.md']);
    expect(reasonOf('a.md')).to.match(/a draft, and somebody else has changed the document/);
    expect(reasonOf('b.md')).to.equal('the file was changed meanwhile');
    expect(await directory.push({ withDeletions: true })).to.include('update b.md');
  });

  it('makes private documents of them if asked to', async () => {
    await becomeDrafts('a.md');
    await directory.write({ 'new.md': DRAFT });
    const files = { visibility: 'public' as const, tags: [], drafts: 'private' as const };
    expect(await directory.push({ files, withDeletions: true })).to.deep.equal(['create new.md', 'update a.md']);
    for (const { visibility } of (await directory.documents()).values()) expect(visibility).to.equal('private');
    expect(await directory.push({ files })).to.deep.equal([]);
  });
});
