import { expect } from 'chai';
import { startService, type RunningService } from '../support/in-process-service.js';
import { describeModes } from '../support/modes.js';
import { KeptDirectory } from './support/kept-directory.js';

describeModes('directory: a push of names that Unicode spells in two ways', (makePlace) => {
  const name = 'Übersicht/Ärger.md';
  const [composed, decomposed] = [name.normalize('NFC'), name.normalize('NFD')];
  let service: RunningService;
  let directory: KeptDirectory;
  before(async () => {
    service = await startService(await makePlace());
  });
  after(() => service.close());
  beforeEach(async () => {
    directory = await KeptDirectory.make({ url: service.url, key: await service.issueKey() });
  });
  afterEach(() => directory.dispose());

  const keys = async () => [...(await directory.documents()).keys()].sort();

  it('keeps one document, whose key, folder and title have the composed spelling', async () => {
    await directory.write({ [decomposed]: 'Text.' });
    expect(await directory.push()).to.deep.equal([`create ${composed}`]);
    expect(await keys()).to.deep.equal([`handbook/${composed}`]);
    const document = await directory.client.getDocumentByKey(`handbook/${composed}`);
    expect(document.title).to.equal('Ärger'.normalize('NFC'));
    const other = await directory.elsewhere();
    await other.write({ [composed]: 'Text.' });
    expect(await other.push({ withDeletions: true })).to.deep.equal([]);
    await other.write({ [composed]: 'New text.' });
    expect(await other.push({ withDeletions: true })).to.deep.equal([`update ${composed}`]);
    await directory.write({ [decomposed]: 'Newer text.' });
    expect(await directory.push({ withDeletions: true, onConflict: 'overwrite' })).to.deep.equal([
      `update ${composed}`,
    ]);
    expect(await keys()).to.deep.equal([`handbook/${composed}`]);
  });

  it('leaves the key of a document as it is', async () => {
    await directory.client.putDocument(`handbook/${decomposed}`, { title: 'x', blocks: [] });
    await directory.write({ [composed]: 'Text.' });
    expect(await directory.push({ withDeletions: true })).to.deep.equal([`update ${decomposed}`]);
    expect(await keys()).to.deep.equal([`handbook/${decomposed}`]);
  });

  it('fails for the second of two such files, and deletes nothing', async () => {
    await directory.write({ [composed]: 'One.', [decomposed]: 'Two.', 'a.md': '1' });
    expect(await directory.push()).to.deep.equal(['create a.md', `create ${composed}`, `fail ${decomposed}`]);
    await directory.remove('a.md');
    const done = await directory.push({ withDeletions: true });
    expect(done).to.deep.equal([`fail ${decomposed}`, 'skip a.md']);
  });

  it('takes them for the same in patterns', async () => {
    await directory.write({ [decomposed]: 'Text.', '.quireignore': `${composed}\n` });
    expect(await directory.push()).to.deep.equal([]);
  });
});
