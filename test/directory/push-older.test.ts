import { readdir } from 'node:fs/promises';
import { basename } from 'node:path/posix';
import { expect } from 'chai';
import { contentHash } from '../../src/domain/content/content-hash.js';
import { USUAL_LIMITS } from '../../src/markdown/check-limits.js';
import { convertMarkdown } from '../../src/markdown/convert-markdown.js';
import { startService, type RunningService } from '../support/in-process-service.js';
import { embeddedStorage } from '../support/modes.js';
import { KeptDirectory } from './support/kept-directory.js';

const FILES = { 'a.md': '# A\n\nText\n', 'b.md': '---\nn: 1.0e3 # as it is\n---\n*\titem\n<!-- note -->\n' };

describe('directory: documents that an older release pushed as blocks', () => {
  let service: RunningService;
  let directory: KeptDirectory;
  before(async () => {
    service = await startService(await embeddedStorage());
  });
  after(() => service.close());
  beforeEach(async () => {
    directory = await KeptDirectory.make({ url: service.url, key: await service.issueKey() });
    await directory.push();
    const [state] = (await readdir(`${directory.root}/.quire`)).filter((name) => name.endsWith('.json'));
    const hashes: Record<string, string[]> = {};
    for (const [path, text] of Object.entries(FILES)) hashes[path] = [await pushAsBlocks(path, text)];
    const remembered = JSON.parse(await directory.read(`.quire/${state}`)) as object;
    await directory.write({ ...FILES, [`.quire/${state}`]: JSON.stringify({ ...remembered, hashes }) });
  });
  afterEach(() => directory.dispose());

  /** Gives the hash that the older release remembered. */
  async function pushAsBlocks(path: string, text: string): Promise<string> {
    const made = convertMarkdown(text, USUAL_LIMITS);
    if (!made) throw new Error(`${path} is no document`);
    const { metadata, blocks } = made;
    const title = made.title ?? basename(path, '.md');
    await directory.client.putDocument(`handbook/${path}`, { title, metadata, blocks: [...blocks] });
    return contentHash({ title, contentType: 'markdown', metadata, blocks });
  }

  for (const isRemembered of [true, false]) {
    it(`get their files by the next push, ${isRemembered ? 'which knows them' : 'and by one that knows none'}`, async () => {
      if (!isRemembered) await directory.remove('.quire');
      expect(await directory.push()).to.deep.equal(['update a.md', 'update b.md']);
      expect(await directory.push()).to.deep.equal([]);
      const copy = await directory.elsewhere();
      await copy.pull();
      for (const [path, text] of Object.entries(FILES)) expect(await copy.read(path)).to.equal(text);
      await copy.dispose();
    });
  }

  it('get the bytes of HTML, once', async () => {
    const text = '---\nsecret: a\n---\n<p>x';
    const blocks = [{ type: 'paragraph' as const, content: text }];
    const page = { title: 'page', content_type: 'html' as const, blocks };
    const { id } = await directory.client.putDocument('handbook/page.html', page);
    await directory.write({ 'page.html': text });
    expect(await directory.push()).to.include('update page.html');
    expect((await directory.client.viewDocument(id)).html).to.not.include('secret');
    expect(await directory.push()).to.deep.equal([]);
  });

  it('replace no file by a pull before that, which says what to do', async () => {
    expect(await directory.pull()).to.deep.equal(['conflict b.md']);
    expect(directory.outcomes.find(({ path }) => path === 'b.md')?.reason).to.match(/a push sends it$/);
    expect(await directory.read('b.md')).to.equal(FILES['b.md']);
  });

  it('are conflicts only if somebody else has changed them', async () => {
    await directory.client.putDocument('handbook/b.md', { title: 'theirs', blocks: [] });
    expect(await directory.push()).to.deep.equal(['conflict b.md', 'update a.md']);
  });
});
