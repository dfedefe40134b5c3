import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { QuietProgress } from '../support/copying.js';
import { startService, type RunningService } from '../support/in-process-service.js';
import { describeModes } from '../support/modes.js';
import { KeptDirectory } from './support/kept-directory.js';

describeModes('directory: names that Unicode spells in two ways', (makeStorage) => {
  const name = 'Übersicht/Ärger.md';
  const [composed, decomposed] = [name.normalize('NFC'), name.normalize('NFD')];
  let service: RunningService;
  let directory: KeptDirectory;
  let other: KeptDirectory;
  before(async () => {
    service = await startService(await makeStorage());
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

  it('leave documents alone whose keys are not composed, which a pull names by folder and title', async () => {
    const content = { title: 'x', blocks: [], folder_path: '/handbook' };
    await directory.client.putDocument(`handbook/${decomposed}`, content);
    await directory.write({ [decomposed]: 'Text.' });
    expect(await directory.push({ withDeletions: true })).to.deep.equal([`create ${composed}`]);
    const { notes } = directory.context.progress as QuietProgress;
    expect(notes).to.deep.equal(['1 left alone: the key is not in the composed spelling of Unicode (NFC)']);
    expect(await keys()).to.have.members([`handbook/${composed}`, `handbook/${decomposed}`]);
    expect(await other.pull()).to.have.members([`create ${composed}`, 'create x.md']);
  });

  it('of pulled files go to the same documents, however often they are pulled and pushed', async () => {
    await directory.client.putDocument(`handbook/${decomposed}`, { title: 'x', blocks: [], folder_path: '/handbook' });
    await directory.client.putDocument('handbook/x.md', { title: 'y', blocks: [] });
    for (let round = 0; round < 3; round++) {
      await directory.pull();
      await directory.push();
    }
    expect(await keys()).to.have.length(3);
    expect(await directory.pull())
      .to.have.length(1)
      .and.to.satisfy(([done]: string[]) => done?.startsWith('skip x-'));
  });

  it('of files stay those of their keys where a key without an extension would have them', async () => {
    await directory.client.putDocument('handbook/n', { title: 'A', blocks: [] });
    await directory.write({ 'n.md': 'Mine.' });
    await directory.push();
    expect(await directory.pull()).to.have.length(1);
    expect(await directory.read('n.md')).to.equal('Mine.');
  });

  it('that no file of a push can have keep their documents', async () => {
    for (const key of ['a\\b.md', `${'x'.repeat(260)}.md`])
      await directory.client.putDocument(`handbook/${key}`, { title: 'x', blocks: [] });
    const done = await directory.push({ withDeletions: true });
    expect(done).to.deep.equal([`skip ${'x'.repeat(260)}.md`]);
  });

  it('of keys that are not composed do not hide documents that are in no folder', async () => {
    const where = { url: service.url, key: await service.issueKey(), keys: { to: '/nowhere' } };
    const storage = await KeptDirectory.make(where);
    await storage.client.putDocument(`nowhere/${decomposed}`, { title: 'x', blocks: [] });
    expect(await storage.pull('/nowhere')).to.deep.equal(['create x.md']);
    await storage.dispose();
  });

  it('of folders and titles are composed where a pull names files by them', async () => {
    const [folder, title] = ['Ü'.normalize('NFD'), 'Ä'.normalize('NFD')];
    await directory.client.putDocument(title, { title, blocks: [], folder_path: `/handbook/${folder}` });
    expect(await other.pull()).to.deep.equal(['create Ü/Ä.md'.normalize('NFC')]);
  });

  it('of a folder that is pulled may be in the other way, and the composed one comes first', async () => {
    const [way, otherWay] = ['/Ü'.normalize('NFC'), '/Ü'.normalize('NFD')];
    await directory.client.putDocument('one', { title: 'One', blocks: [], folder_path: otherWay });
    expect(await other.pull(way)).to.deep.equal(['create One.md']);
    await directory.client.putDocument('two', { title: 'Two', blocks: [], folder_path: way });
    expect(await other.pull(otherWay)).to.deep.equal(['create Two.md']);
  });

  it('are those of the directory in a pull, which sees what was changed here', async () => {
    await directory.write({ [decomposed]: 'Text.' });
    await directory.push();
    await other.write({ [composed]: 'New text.', [composed.replace('Ä', 'Ö')]: 'Text.' });
    await other.push();
    await directory.write({ [decomposed]: 'My text.' });
    const made = composed.replace('Ä', 'Ö');
    expect(await directory.pull()).to.deep.equal([`conflict ${composed}`, `create ${made}`]);
    expect(await directory.pull('/handbook', { onConflict: 'overwrite' })).to.deep.equal([`update ${composed}`]);
    expect(await directory.read(decomposed)).to.contain('New text.');
    expect(await readdir(directory.root)).to.have.members(['.quire', dirname(decomposed)]);
    expect(await directory.push()).to.deep.equal([]);
  });

  it('of two folders have one path, and what a pull makes is in the composed one', async () => {
    const [made, known] = [composed.replace('Ä', 'Ö'), composed.replace('Ä', 'U')];
    await other.write({ [composed]: 'Text.', [known]: 'Text.', [made]: 'Text.' });
    await other.push();
    await directory.write({ [known]: 'Text.', [decomposed]: 'Text.' });
    expect(await directory.pull()).to.deep.equal([`create ${made}`]);
    expect(await directory.read(made)).to.contain('Text.');
  });

  it('fail in a pull where two files have the same', async () => {
    await directory.write({ [composed]: 'One.' });
    await directory.push();
    await directory.write({ [decomposed]: 'Mine.' });
    expect(await directory.pull()).to.deep.equal([`fail ${composed}`]);
  });

  it('are those of files in a pull, not those of links', async () => {
    await directory.write({ [decomposed]: 'One.' });
    await directory.push();
    await other.write({ [composed]: 'Two.' });
    await other.push({ onConflict: 'overwrite' });
    await mkdir(join(directory.root, dirname(composed)));
    await symlink(join(other.root, composed), join(directory.root, composed));
    expect(await directory.pull()).to.deep.equal([`update ${composed}`]);
    expect(await directory.read(decomposed)).to.contain('Two.');
  });

  it('keep a document while a link has one of them in a folder that has the other', async () => {
    await directory.write({ [decomposed]: 'Text.' });
    await directory.push();
    await directory.remove(decomposed);
    await symlink('nowhere', join(directory.root, dirname(decomposed), basename(composed)));
    expect(await directory.push({ withDeletions: true })).to.deep.equal([`skip ${composed}`]);
  });

  it('keep a document while a link, a folder or a file that came meanwhile has one of them', async () => {
    const names = [composed, 'Übersicht/a.md', 'Übersicht/Ö.md', 'b.md'].map((each) => each.normalize('NFC'));
    const [link, folder, late, alike] = names as [string, string, string, string];
    await directory.write(Object.fromEntries(names.map((each) => [each, 'Text.'])));
    await directory.push();
    for (const each of names) await directory.remove(each);
    await mkdir(join(directory.root, folder.normalize('NFD')), { recursive: true });
    await symlink('nowhere', join(directory.root, link.normalize('NFD')));
    await symlink('nowhere', join(directory.root, alike));
    await directory.write({ 'c.md': 'Text.' });
    directory.hear = ({ path }) => {
      if (path === 'c.md') writeFileSync(join(directory.root, late.normalize('NFD')), 'Text.');
    };
    const done = await directory.push({ withDeletions: true });
    expect(done).to.have.members(['create c.md', ...names.map((each) => `skip ${each}`)]);
  });
});
