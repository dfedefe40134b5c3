import { hash } from 'node:crypto';
import { expect } from 'chai';
import { createClient, type Client } from '../../src/client/client.js';
import { draftOf, editedOf, type Draft } from '../../src/console/editor/draft.js';
import { previewOf, save } from '../../src/console/editor/save.js';
import { troubleOf } from '../../src/console/trouble.js';
import { issueKey } from '../support/issue-key.js';
import { describeHttp } from './suite.js';

const BADGED = '![badge](https://a.example/b.svg)\n\n# Guide\n\nOne word.\n';
const TOML = '+++\ntitle = "Guide"\ntags = ["a"]\n+++\n\nOne word.\n';

/** Documents, and what a person changes in them. */
const CASES: Readonly<Record<string, [document: Parameters<Client['createDocument']>[0], changes: Partial<Draft>]>> = {
  'nothing of a file': [{ title: 'By request', markdown: 'Words.', metadata: { tags: ['b'] } }, {}],
  'the text of a file': [{ markdown: '---\ntags: [a]\n---\n\n# Guide\n\nOne word.' }, { text: 'Another.' }],
  'the text of a file without a title': [{ title: 'By request', markdown: 'Words.' }, { text: 'Others.' }],
  'the heading that is the title': [{ markdown: BADGED }, { text: BADGED.replace('Guide', 'Manual') }],
  'title and tags': [{ markdown: BADGED }, { title: 'Manual', tags: 'x, y' }],
  'front matter of TOML': [{ markdown: TOML }, { text: TOML.replace('Guide', 'Manual').replace('"a"', '"c"') }],
  'nothing of blocks': [{ title: 'Blocks', blocks: [{ type: 'paragraph', content: 'Words.' }] }, {}],
  'the text of blocks': [
    { title: 'Blocks', blocks: [{ type: 'paragraph', content: 'Words.' }] },
    { text: '*Others.*' },
  ],
  'the tags of blocks': [{ title: 'Blocks', blocks: [{ type: 'paragraph', content: 'Words.' }] }, { tags: 'x' }],
  'an HTML text': [
    { title: 'H', content_type: 'html', markdown: null, blocks: [{ type: 'paragraph', content: '<b>b</b>' }] },
    { text: '<i>i</i>' },
  ],
};

describeHttp('what the console previews', (api) => {
  for (const [name, [document, changes]] of Object.entries(CASES)) {
    it(`is what it saves, where one changes ${name}`, async () => {
      const client = createClient({ url: api.url, apiKey: await issueKey(api.storage.env) });
      const { id } = await client.createDocument(document);
      const opened = await client.getDocument(id);
      const isMarkdown = opened.content_type === 'markdown';
      const edited = editedOf({ document: opened, source: isMarkdown ? await client.getFile(id) : undefined });
      const draft = { ...draftOf(edited), ...changes };
      const preview = await client.previewDocument(previewOf(draft, edited));
      await save({ client, draft, edited, folderId: '', keyFor: (write) => String(write.length) });
      const saved = await client.viewDocument(id);
      expect(shown(preview.html)).to.equal(shown(saved.html));
      if (changes.title) expect(preview.html).to.include(`>${changes.title}</h1>`);
    });
  }

  it('has no image that the text names no more, which may be gone by then', async () => {
    const client = createClient({ url: api.url, apiKey: await issueKey(api.storage.env) });
    const kept = hash('sha256', 'kept', 'hex');
    await client.putAsset(kept, Buffer.from('kept'));
    const { id } = await client.createDocument({ title: 'T', markdown: '![a](a.png)', assets: { 'a.png': kept } });
    const edited = editedOf({ document: await client.getDocument(id), source: await client.getFile(id) });
    const assets = { 'a.png': kept, 'images/b.png': kept, 'images/gone.png': hash('sha256', 'gone', 'hex') };
    const saveText = (text: string, of: typeof edited) =>
      save({
        client,
        draft: { ...draftOf(of), title: 'T', text, assets },
        edited: of,
        folderId: '',
        keyFor: () => text,
      });
    const refused = await saveText('![](images/gone.png)', edited).catch((error: unknown) => troubleOf(error).title);
    expect(refused).to.equal('An image of this text is gone');
    await saveText('![](images/b.png)', edited);
    expect((await client.getDocument(id)).assets).to.deep.equal({ 'a.png': kept, 'images/b.png': kept });
    const made = await saveText('![](a.png)', undefined);
    expect((await client.getDocument(made)).assets).to.deep.equal({ 'a.png': kept });
  });
});

function shown(html: string): string {
  return html.replace(/<p lang="en">Updated .*?<\/p>/, '').replace(/<footer.*<\/footer>/s, '');
}
