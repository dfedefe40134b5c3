/** Files that go in and out by commands, in both modes: the same bytes. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { startService, type RunningService } from '../../support/in-process-service.js';
import { describeModes } from '../../support/modes.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { quire, quireJson } from '../quire.js';

const FILES = {
  'bom.md': '\ufeff---\r\ntags: [a] # why\r\nn: 1.10\r\n---\r\n\r\n[//]: # (note)\r\n* text',
  'toml.md': '+++\ntitle = "T" # it\n+++\n<!-- hidden -->\n\n[unused]: b\n',
  'page.mdx': 'import A from "a"\n\n<A>\n  {1}\n</A>\n',
  'plain.txt': 'as\tit is\r\n\r\n',
  'page.html': '<p>x<!-- y -->',
};

describeModes('cli: files of commands', (makeStorage) => {
  let service: RunningService;
  let root: string;
  let env: Record<string, string>;
  before(async () => {
    service = await startService(await makeStorage());
  });
  after(() => service.close());
  beforeEach(async () => {
    root = temporaryFolder();
    env = { HOME: root, QUIRE_URL: service.url, QUIRE_API_KEY: await service.issueKey() };
    await mkdir(join(root, 'docs'), { recursive: true });
    await write(FILES);
  });

  type Done = { action: string; path: string };

  async function write(files: Record<string, string>): Promise<void> {
    for (const [path, text] of Object.entries(files)) await writeFile(join(root, 'docs', path), text);
  }

  async function filesIn(folder: string): Promise<Record<string, string>> {
    const names = (await readdir(join(root, folder))).filter((name) => !name.startsWith('.'));
    const texts = names.map(async (name) => [name, await readFile(join(root, folder, name), 'utf8')] as const);
    return Object.fromEntries(await Promise.all(texts));
  }

  /** The actions of a push or a pull, with how many files each met. */
  async function actionsOf(...args: string[]): Promise<Record<string, number>> {
    const lines = await quireJson<Partial<Done>>(env, ...args);
    const counts: Record<string, number> = {};
    for (const { action, path } of lines) {
      if (action !== undefined && path !== undefined) counts[action] = (counts[action] ?? 0) + 1;
    }
    return counts;
  }

  const push = (folder: string) => actionsOf('push', join(root, folder), '--to', '/docs');

  it('are pushed, pulled elsewhere, pushed from there, changed and pulled, to the byte', async () => {
    expect(await push('docs')).to.deep.equal({ created: 5 });
    expect(await push('docs')).to.deep.equal({ unchanged: 5 });
    expect(await actionsOf('pull', '/docs', join(root, 'copy'))).to.deep.equal({ created: 5 });
    expect(await filesIn('copy')).to.deep.equal(FILES);
    expect(await push('copy')).to.deep.equal({ unchanged: 5 });
    const changed = { ...FILES, 'bom.md': `${FILES['bom.md']}.` };
    await write(changed);
    expect(await push('docs')).to.deep.equal({ updated: 1, unchanged: 4 });
    await actionsOf('pull', '/docs', join(root, 'copy'));
    expect(await filesIn('copy')).to.deep.equal(changed);
  });

  it('are put by themselves, and got back, each version', async () => {
    const file = join(root, 'docs/bom.md');
    const put = async () => (await quireJson<{ result: string }>(env, 'put', file, 'bom.md'))[0]!;
    expect(await put()).to.include({ result: 'created' });
    expect(await put()).to.include({ result: 'unchanged' });
    await write({ 'bom.md': '# Other\r' });
    expect(await put()).to.include({ result: 'updated' });
    for (const [args, text] of [
      [[], '# Other\r'],
      [['--version', '1'], FILES['bom.md']],
    ] as const) {
      const { code, stdout } = await quire(env, 'get', 'bom.md', ...args);
      expect([code, stdout]).to.deep.equal([0, text]);
    }
  });
});
