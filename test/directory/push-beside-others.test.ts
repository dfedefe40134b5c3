import { expect } from 'chai';
import { HttpProxy } from '../support/http-proxy.js';
import { startService, type RunningService } from '../support/in-process-service.js';
import { embeddedStorage } from '../support/modes.js';
import { KeptDirectory } from './support/kept-directory.js';

describe('directory: a push beside others', () => {
  let service: RunningService;
  let proxy: HttpProxy;
  let directory: KeptDirectory;
  /** What somebody else does just before a request with this in its path is served, once. */
  let meanwhile: { path: string; act: () => Promise<unknown> } | undefined;
  before(async () => {
    service = await startService(await embeddedStorage());
    proxy = await HttpProxy.start(service.url, async (exchange) => {
      const others = meanwhile;
      if (others && exchange.request.path.includes(others.path)) {
        meanwhile = undefined;
        await others.act();
      }
      exchange.answer(await exchange.forward());
    });
  });
  after(async () => {
    await proxy.close();
    await service.close();
  });
  beforeEach(async () => {
    meanwhile = undefined;
    directory = await KeptDirectory.make({ url: proxy.url, key: await service.issueKey() });
    await directory.write({ 'a.md': 'First', 'b.md': 'Other' });
    await directory.push();
  });
  afterEach(() => directory.dispose());

  const theirs = () => directory.client.putDocument('handbook/a.md', { title: 'Theirs', blocks: [] });
  const documentOf = async (path: string) => (await directory.documents()).get(`handbook/${path}`);

  it('leaves the tags of another push with a document until its file changes', async () => {
    await directory.push({ files: { visibility: null, tags: ['ci'] } });
    const copy = await directory.elsewhere();
    await copy.pull();
    expect(await copy.push()).to.deep.equal([]);
    expect(await documentOf('a.md')).to.deep.include({ metadata: { tags: ['ci'] } });
    await directory.write({ 'a.md': 'Changed' });
    expect(await directory.push()).to.deep.equal(['update a.md']);
    expect(await documentOf('a.md')).to.include({ metadata: null });
    await copy.dispose();
  });

  it('does not write over what somebody else writes after the list', async () => {
    await directory.write({ 'a.md': 'Mine' });
    meanwhile = { path: '/v1/bulk', act: theirs };
    expect(await directory.push()).to.deep.equal(['conflict a.md']);
    expect(await documentOf('a.md')).to.include({ title: 'Theirs', current_version: 2 });
    await directory.write({ 'b.md': 'Mine, too' });
    meanwhile = { path: '/v1/bulk', act: theirs };
    // One request for both.
    const done = await directory.push({ onConflict: 'overwrite', width: 1 });
    expect(done).to.deep.equal(['update a.md', 'update b.md']);
    expect(await documentOf('a.md')).to.include({ title: 'a', current_version: 3 });
  });

  it('takes a file as it is after its document was listed', async () => {
    const other = await directory.elsewhere();
    await other.write({ 'a.md': 'Newer' });
    await directory.write({ 'a.md': 'Older' });
    const act = async () => {
      await directory.write({ 'a.md': 'Newer' });
      await other.push({ onConflict: 'overwrite' });
    };
    meanwhile = { path: '/v1/documents?', act };
    expect(await directory.push()).to.deep.equal([]);
    expect(await documentOf('a.md')).to.include({ current_version: 2 });
    await other.dispose();
  });

  it('does not delete what others have made, while it remembers what it had', async () => {
    const make = () => directory.client.putDocument('handbook/theirs/c.md', { title: 'Theirs', blocks: [] });
    await make();
    for (const dryRun of [true, false]) {
      expect(await directory.push({ withDeletions: true, dryRun })).to.deep.equal(['skip theirs/c.md']);
    }
    const overwrite = { withDeletions: true, onConflict: 'overwrite' } as const;
    expect(await directory.push(overwrite)).to.deep.equal(['delete theirs/c.md']);
    await make();
    await directory.remove('.quire');
    expect(await directory.push({ withDeletions: true })).to.deep.equal(['delete theirs/c.md']);
  });

  it('deletes later what a fresh directory found, though its first push failed or deleted nothing', async () => {
    const broken = '---\ntitle: [x]\n---\n';
    for (const first of [{ withDeletions: true }, {}]) {
      await directory.write({ 'b.md': 'Other', 'c.md': 'Gone soon' });
      await directory.push();
      await directory.remove('.quire');
      await directory.remove('c.md');
      await directory.write({ 'b.md': broken });
      expect(await directory.push(first)).to.include('fail b.md');
      await directory.write({ 'b.md': 'Other' });
      expect(await directory.push({ withDeletions: true })).to.deep.equal(['delete c.md']);
    }
  });

  it('does not delete what somebody else writes after the list', async () => {
    await directory.remove('a.md');
    meanwhile = { path: '/v1/limits', act: theirs };
    expect(await directory.push({ withDeletions: true })).to.deep.equal(['conflict a.md']);
    await directory.push({ withDeletions: true, onConflict: 'overwrite' });
    expect(await documentOf('a.md')).to.equal(undefined);
  });

  it('does not delete what somebody else makes public after the list', async () => {
    await directory.remove('a.md');
    const { id } = await directory.client.getDocumentByKey('handbook/a.md');
    const act = () => directory.client.patchDocument(id, { visibility: 'public' });
    meanwhile = { path: '/v1/limits', act };
    expect(await directory.push({ withDeletions: true })).to.deep.equal(['conflict a.md']);
  });

  it('does not delete what is written between its second look and the deletion', async () => {
    await directory.remove('a.md');
    const actOnDeletion = async () => {
      meanwhile = { path: '/by-key/handbook/a.md', act: theirs };
    };
    meanwhile = { path: '/by-key/handbook/a.md', act: actOnDeletion };
    expect(await directory.push({ withDeletions: true })).to.deep.equal(['conflict a.md']);
    expect(await documentOf('a.md')).to.include({ title: 'Theirs' });
  });

  it('does not delete a document whose file is back', async () => {
    await directory.remove('a.md');
    meanwhile = { path: '/v1/limits', act: () => directory.write({ 'a.md': 'First' }) };
    expect(await directory.push({ withDeletions: true })).to.deep.equal(['skip a.md']);
  });

  it('makes a document again that somebody else has deleted', async () => {
    await directory.write({ 'a.md': 'Mine' });
    meanwhile = { path: '/v1/bulk', act: () => directory.client.deleteDocumentByKey('handbook/a.md') };
    expect(await directory.push()).to.deep.equal(['create a.md']);
    expect(await documentOf('a.md')).to.include({ current_version: 1 });
  });

  it('says by --verify what somebody else has changed since', async () => {
    await directory.write({ 'b.md': 'Mine' });
    let lists = 0;
    const act = async () => {
      meanwhile = lists++ === 0 ? { path: '/v1/documents?', act } : undefined;
      if (lists === 2) await theirs();
    };
    meanwhile = { path: '/v1/documents?', act };
    expect(await directory.push({ verify: true })).to.deep.equal(['fail a.md', 'update b.md']);
  });

  it('says a conflict once, with --verify too', async () => {
    await directory.write({ 'a.md': 'Mine' });
    meanwhile = { path: '/v1/bulk', act: theirs };
    expect(await directory.push({ verify: true })).to.deep.equal(['conflict a.md']);
  });
});
