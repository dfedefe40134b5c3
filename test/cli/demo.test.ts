import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { HttpProxy } from '../support/http-proxy.js';
import { startService, type RunningService } from '../support/in-process-service.js';
import { describeModes } from '../support/modes.js';

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

describeModes('the demo', (makePlace) => {
  let service: RunningService;
  let key: string;
  let dir: string;
  before(async () => {
    service = await startService(await makePlace());
    key = await service.issueKey();
    dir = await mkdtemp(join(tmpdir(), 'demo-'));
    for (const [path, content] of Object.entries(FILES)) {
      await mkdir(join(dir, dirname(path)), { recursive: true });
      await writeFile(join(dir, path), content);
    }
  });
  after(async () => {
    await service.close();
    await rm(dir, { recursive: true });
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

  it('tells what does not come back as it was sent', async () => {
    const proxy = await HttpProxy.start(service.url, async (exchange) => {
      const answer = await exchange.forward();
      const isVersion = exchange.request.path.includes('/versions/');
      const altered = answer.body.toString().replace('two', 'too');
      exchange.answer(isVersion ? { ...answer, body: Buffer.from(altered) } : answer);
    });
    try {
      const { code, printed } = await demo(proxy.url);
      expect(code, printed).to.equal(1);
      expect(printed).to.match(/^demo: a\/README.md, version \d+: another blocks$/m);
    } finally {
      await proxy.close();
    }
  });

  it('says at once that a key is refused', async () => {
    const { code, printed } = await demo(service.url, 'dk_no');
    expect({ code, printed }).to.deep.equal({ code: 1, printed: 'demo: INVALID_API_KEY: The API key is not valid.\n' });
  });

  async function demo(url: string, apiKey = key): Promise<{ code: number | null; printed: string }> {
    const child = spawn(process.execPath, [DEMO, '--dir', dir], {
      env: { PATH: process.env['PATH'], BASE: url, KEY: apiKey },
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
