import { expect } from 'chai';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { startService, type RunningService } from '../support/in-process-service.js';
import { describeModes } from '../support/modes.js';
import { KeptDirectory } from './support/kept-directory.js';

describeModes('directory: names that Unicode spells in two ways', (makePlace) => {
  const name = 'Übersicht/Ärger.md';
  const [composed, decomposed] = [name.normalize('NFC'), name.normalize('NFD')];
  let service: RunningService;
  let directory: KeptDirectory;
  let other: KeptDirectory;
  before(async () => {
    service = await startService(await makePlace());
  });
  after(() => service.close());
  beforeEach(async () => {
    directory = await KeptDirectory.make({ url: service.url, key: await service.issueKey() });
    other = await directory.elsewhere();
  });
  afterEach(async () => {
    await other.dispose();
    await directory.dispose();
  });

  const keys = async () => [...(await directory.documents()).keys()].sort();

  it('have one document, whose key, folder and title are composed', async () => {
    await directory.write({ [decomposed]: 'Text.' });
    expect(await directory.push()).to.deep.equal([`create ${composed}`]);
    expect(await keys()).to.deep.equal([`handbook/${composed}`]);
    const document = await directory.client.getDocumentByKey(`handbook/${composed}`);
    expect(document.title).to.equal('Ärger'.normalize('NFC'));
    await other.write({ [composed]: 'Text.' });
    expect(await other.push({ withDeletions: true })).to.deep.equal([]);
    await other.write({ [composed]: 'New text.' });
    expect(await other.push({ withDeletions: true })).to.deep.equal([`update ${composed}`]);
    await directory.write({ [decomposed]: 'Newer text.' });
    expect(await directory.push()).to.deep.equal([`conflict ${composed}`]);
    expect(await directory.push({ onConflict: 'overwrite' })).to.deep.equal([`update ${composed}`]);
    expect(await keys()).to.deep.equal([`handbook/${composed}`]);
  });

  it('have one document, where the folder of a push is spelled in two ways', async () => {
    const where = { url: service.url, key: await service.issueKey() };
    const [first, second] = [
      await KeptDirectory.make({ ...where, keys: { to: `/${decomposed}` } }),
      await KeptDirectory.make({ ...where, keys: { to: `/${composed}` } }),
    ];
    await first.write({ 'a.md': 'Text.' });
    expect(await first.push()).to.deep.equal(['create a.md']);
    expect(await second.push({}, first.root)).to.deep.equal([]);
    expect(await second.pull(`/${decomposed}`)).to.deep.equal(['create a.md']);
    await first.dispose();
    await second.dispose();
  });

  it('fail where two files have the same, and nothing is written or deleted', async () => {
    await directory.write({ [decomposed]: 'Mine.', 'a.md': '1' });
    await directory.push();
    await directory.write({ [composed]: 'Old.' });
    await directory.remove('a.md');
    const done = await directory.push({ withDeletions: true });
    expect(done).to.deep.equal([`fail ${composed}`, 'skip a.md']);
    const document = await directory.client.getDocumentByKey(`handbook/${composed}`);
    expect(document.blocks.map(({ content }) => content)).to.deep.equal(['Mine.']);
  });

  it('are the same in patterns, whichever spelling these have', async () => {
    await directory.write({ [decomposed]: 'Text.', [`${composed}.md`]: 'Text.' });
    await directory.write({ '.quireignore': `${composed}\n${decomposed}.md\n` });
    expect(await directory.push()).to.deep.equal([]);
  });

  it('leave documents alone whose keys are not composed', async () => {
    await directory.client.putDocument(`handbook/${decomposed}`, { title: 'x', blocks: [], folder_path: '/handbook' });
    await directory.write({ [decomposed]: 'Text.' });
    expect(await directory.push({ withDeletions: true })).to.deep.equal([`create ${composed}`]);
    expect(await keys()).to.deep.equal([`handbook/${composed}`, `handbook/${decomposed}`].sort());
    expect(await other.pull()).to.have.members([`create ${composed}`, 'create x.md']);
  });

  it('are those of the directory in a pull, which sees what was changed here', async () => {
    await directory.write({ [decomposed]: 'Text.' });
    await directory.push();
    await other.write({ [composed]: 'New text.' });
    await other.push();
    await directory.write({ [decomposed]: 'My text.' });
    expect(await directory.pull()).to.deep.equal([`conflict ${composed}`]);
    expect(await directory.pull('/handbook', { onConflict: 'overwrite' })).to.deep.equal([`update ${composed}`]);
    expect(await directory.read(decomposed)).to.contain('New text.');
    expect(await directory.push()).to.deep.equal([]);
  });

  it('keep a document while a link or a folder has one of them', async () => {
    await directory.write({ [composed]: 'Text.', 'Übersicht/a.md': 'Text.' });
    await directory.push();
    for (const path of [composed, 'Übersicht/a.md']) await directory.remove(path);
    await mkdir(join(directory.root, 'Übersicht/a.md'.normalize('NFD')), { recursive: true });
    await symlink('nowhere', join(directory.root, decomposed));
    const done = await directory.push({ withDeletions: true });
    expect(done.sort()).to.deep.equal([`skip ${composed}`, 'skip Übersicht/a.md'].sort());
  });
});
