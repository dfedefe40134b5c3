import { expect } from 'chai';
import { newIdempotencyKey } from '../../src/client/idempotency-key.js';
import { draftOf, editedOf, type Draft } from '../../src/console/editor/draft.js';
import { save } from '../../src/console/editor/save.js';
import { startService, type RunningService } from '../support/in-process-service.js';
import { embeddedStorage } from '../support/modes.js';
import { KeptDirectory } from './support/kept-directory.js';

const BODY = '# Guide\n\n[a]: /b\n*\todd  \n\n<!-- note -->\nOne word[^n].\n\n[^n]: Note';
const FILES = {
  'plain.md': BODY,
  'front.md': `---\n# kept\nversion:   1.10\ntags: ['a']\n---\n${BODY}\n`,
  'windows.md': `\uFEFF---\r\ntitle: "Guide"\r\n---\r\n${BODY.replaceAll('\n', '\r\n')}\r\n`,
  'mixed.md': BODY.replace('odd  \n', 'odd  \r\n').replace('/b\n', '/b\r'),
  'toml.md': `+++\ntitle = 'Guide'\n+++\n${BODY}`,
  'json.md': `{"title": "Guide"}\n${BODY}`,
};

describe('directory: a document that is edited in the console', () => {
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
    await source.write(FILES);
    await source.push({ files: { visibility: 'public', tags: ['ci'] } });
  });
  afterEach(async () => {
    await source.dispose();
    await target.dispose();
  });

  /** As the editor does. */
  async function edit(path: string, change: (draft: Draft) => Partial<Draft>): Promise<void> {
    const { client } = source;
    const document = await client.getDocumentByKey(`handbook/${path}`).then(({ id }) => client.getDocument(id));
    const { current_version: version } = document;
    const edited = editedOf({ document, source: await client.getFile(document.id, { version }) });
    const before = draftOf(edited);
    const draft = { ...before, ...change(before) };
    await save({ client, draft, edited, folderId: '', keyFor: newIdempotencyKey });
  }

  it('is a diff of one line for one word, whatever its line ends and front matter', async () => {
    for (const path of Object.keys(FILES)) {
      await edit(path, ({ text }) => ({ text: text.replace('word', 'term') }));
    }
    await target.pull();
    for (const [path, text] of Object.entries(FILES)) {
      expect(await target.read(path), path).to.equal(text.replace('word', 'term'));
      const { title, visibility, metadata } = await source.client.getDocumentByKey(`handbook/${path}`);
      expect({ title, visibility, tag: metadata?.tags?.at(-1) }, path).to.deep.equal({
        title: 'Guide',
        visibility: 'public',
        tag: 'ci',
      });
    }
    expect(await target.push({ files: { visibility: 'public', tags: ['ci'] } })).to.deep.equal([]);
  });

  it('has another title and other tags where the file has them', async () => {
    for (const path of ['plain.md', 'front.md', 'windows.md']) await edit(path, () => ({ title: 'New', tags: 'b' }));
    await target.pull();
    expect(await target.read('plain.md')).to.equal(`---\ntags: [b]\n---\n\n${BODY.replace('Guide', 'New')}`);
    expect(await target.read('front.md')).to.equal(FILES['front.md'].replace("['a']", '[b]').replace('Guide', 'New'));
    const windows = FILES['windows.md'].replace('"Guide"\r\n', '"New"\r\ntags: [b]\r\n');
    expect(await target.read('windows.md')).to.equal(windows);
    for (const path of ['plain.md', 'front.md', 'windows.md']) {
      const { title, metadata } = await source.client.getDocumentByKey(`handbook/${path}`);
      expect([title, metadata?.tags], path).to.deep.equal(['New', ['b']]);
    }
    expect(await target.push({ files: { visibility: 'public', tags: [] } })).to.deep.equal([]);
  });

  it('keeps the front matter of HTML and text, which the editor does not show', async () => {
    const html = '\uFEFF---\r\nvisibility: private\r\n---\r\n<p>One word.\r\n';
    await source.write({ 'page.html': html, 'note.txt': '---\ndraft: false\n---' });
    await source.push();
    await edit('page.html', ({ text }) => ({ text: text.replace('word', 'term'), tags: 'b', visibility: 'public' }));
    await edit('note.txt', ({ text }) => ({ text: `${text}Words\n`, title: 'New' }));
    await target.pull();
    expect(await target.read('page.html')).to.equal(html.replace('word', 'term'));
    expect(await target.read('note.txt')).to.equal('---\ndraft: false\n---\nWords\n');
    const page = await source.client.getDocumentByKey('handbook/page.html');
    expect([page.visibility, page.metadata?.tags]).to.deep.equal(['private', ['b']]);
    expect((await source.client.getDocumentByKey('handbook/note.txt')).title).to.equal('New');
    await edit('note.txt', () => ({ title: 'Newer' }));
    await target.pull();
    expect(await target.read('note.txt')).to.equal('---\ndraft: false\n---\nWords\n');
    expect(await target.push()).to.deep.equal([]);
  });

  it('stays private where its file says that it is public', async () => {
    await source.write({ 'said.md': '---\nvisibility: public\n---\nOne word.' });
    await source.push({ files: { visibility: 'private', tags: [] } });
    await edit('said.md', () => ({ text: 'Two words.' }));
    const { id, visibility } = await source.client.getDocumentByKey('handbook/said.md');
    expect(visibility).to.equal('private');
    expect(await source.client.getFile(id)).to.equal('---\nvisibility: public\n---\nTwo words.');
  });

  it('becomes public, and its file says so, where that said private', async () => {
    await source.write({ 'said.md': '---\nvisibility: private # yet\n---\nOne word.' });
    await source.push();
    const { id } = await source.client.getDocumentByKey('handbook/said.md');
    await edit('said.md', () => ({ text: 'Two words.', visibility: 'public' }));
    expect((await source.client.getDocument(id)).visibility).to.equal('public');
    expect(await source.client.getFile(id)).to.equal('---\nvisibility: public # yet\n---\nTwo words.');
  });

  it('has the same file if only its readers change', async () => {
    for (const path of Object.keys(FILES)) await edit(path, () => ({ visibility: 'private' }));
    await target.pull();
    for (const [path, text] of Object.entries(FILES)) expect(await target.read(path), path).to.equal(text);
    const found = await source.documents();
    expect(found.size).to.equal(Object.keys(FILES).length);
    for (const { visibility, key } of found.values()) expect(visibility, key ?? '').to.equal('private');
  });
});
