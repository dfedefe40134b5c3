import { expect } from 'chai';
import { startService, type RunningService } from '../support/in-process-service.js';
import { embeddedStorage } from '../support/modes.js';
import { KeptDirectory } from './support/kept-directory.js';

describe('directory: a push of files that say who sees them', () => {
  let service: RunningService;
  let directory: KeptDirectory;
  before(async () => {
    service = await startService(await embeddedStorage());
    directory = await KeptDirectory.make({ url: service.url, key: await service.issueKey() });
  });
  after(async () => {
    await directory.dispose();
    await service.close();
  });

  const documentOf = (path: string) => directory.client.getDocumentByKey(`handbook/${path}`);

  it('makes nothing public beyond its option, whatever a file says, and says so', async () => {
    const says = (visibility: string) => `---\nvisibility: ${visibility}\n---\nText`;
    await directory.write({ 'a.md': says('public'), 'b.md': says('private'), 'c.md': 'Text' });
    const bounded = { files: { visibility: 'private' as const, tags: [] } };
    const seen = () =>
      directory.outcomes.map(({ path, visibility, wishedVisibility }) => [path, visibility, wishedVisibility]);
    const kept = [
      ['a.md', 'private', 'public'],
      ['b.md', 'private', undefined],
      ['c.md', 'private', undefined],
    ];
    for (const dryRun of [true, false, false]) {
      await directory.push({ ...bounded, dryRun });
      expect(seen().sort()).to.deep.equal(kept);
    }
    expect((await documentOf('a.md')).visibility).to.equal('private');
    expect(await directory.push()).to.deep.equal(['update a.md']);
    expect(directory.outcomes.find(({ path }) => path === 'a.md')).to.include({
      visibility: 'public',
      fromVisibility: 'private',
    });
    expect((await documentOf('a.md')).visibility).to.equal('public');
    expect(await directory.push(bounded)).to.deep.equal(['update a.md']);
    expect((await documentOf('a.md')).visibility).to.equal('private');
  });
});
