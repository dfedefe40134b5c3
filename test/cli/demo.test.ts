import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { createClient } from '../../src/client/client.js';
import { startService, type RunningService } from '../support/in-process-service.js';
import { describeModes } from '../support/modes.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Compiled, this file is dist/test/cli/demo.test.js. */
const DEMO = join(dirname(fileURLToPath(import.meta.url)), '../../scripts/demo/main.js');

const FILES: Readonly<Record<string, string>> = {
  'README.md': '# Top\n\nOne.',
  'a/README.md': '# Alpha\n\nOne.\n\n- two\n- three',
  'a/docs/guide.markdown': 'No heading.',
  'a/package.json': '{"name":"a","keywords":["letters","letters"]}',
  'b/README.md': '# Beta\n\nOne.',
  'b/package.json': 'no JSON',
  'b/private.md': '---\nquire: false\n---\nNot pushed.',
  'b/bad.md': `# ${'x'.repeat(501)}`,
  'c/README.md': '# Gamma',
  'c/d/README.md': '# Delta',
};

describeModes('the demo', (makeStorage) => {
  let service: RunningService;
  let key: string;
  let dir: string;
  before(async () => {
    service = await startService(await makeStorage());
    key = await service.issueKey();
    dir = temporaryFolder();
    for (const [path, content] of Object.entries(FILES)) {
      await mkdir(join(dir, dirname(path)), { recursive: true });
      await writeFile(join(dir, path), content);
    }
  });
  after(() => service.close());

  it('writes a handbook whose first page is public and leads to the others, and writes none of it twice', async () => {
    const { code, printed } = await demo(service.url, []);
    expect(code, printed).to.equal(0);
    const [, address = ''] = /the page +(\S+)/.exec(printed) ?? [];
    const page = await (await fetch(address)).text();
    expect(page).to.include('>Handbook</h1>');
    const links = [...page.matchAll(/<a href="([^"]+)"/g)].map(([, target = '']) => new URL(target, address));
    expect(links).to.have.length.greaterThan(10);
    for (const link of links) expect((await fetch(link)).status, link.href).to.equal(200);
    expect(await versionOf('Handbook/Engineering/releases.md')).to.equal(3);
    const again = await demo(service.url, []);
    expect(again.printed).to.equal(printed);
    expect(await versionOf('Handbook/Engineering/releases.md')).to.equal(3);
  });

  it('writes the files, searches, and reads all back', async () => {
    const { code, printed } = await demo(service.url);
    expect(code, printed).to.equal(0);
    expect(printed).to.match(/^Left out +b\/bad.md: /m);
    expect(printed).to.match(/^Written +6 documents in 6 folders, 8 blocks\n +6 created, 2 updated, 0 unchanged/m);
    expect(printed).to.match(/^by tag +2 .* letters: 2, first a\/docs\/guide.markdown$/m);
    expect(printed).to.match(/^Read back +8 versions in .* s, 0 faults$/m);
  });

  it('makes no document twice', async () => {
    const { code, printed } = await demo(service.url);
    expect(code, printed).to.equal(0);
    expect(printed).to.include('0 created, 4 updated, 4 unchanged');
  });

  async function versionOf(documentKey: string): Promise<number> {
    const client = createClient({ url: service.url, apiKey: key });
    return (await client.getDocumentByKey(documentKey)).current_version;
  }

  async function demo(
    url: string,
    options: readonly string[] = ['--dir', dir],
  ): Promise<{ code: number | null; printed: string }> {
    const child = spawn(process.execPath, [DEMO, ...options], {
      env: { PATH: process.env['PATH'], BASE: url, KEY: key },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[number | null]>,
    ]);
    return { code, printed: out + err };
  }
});
