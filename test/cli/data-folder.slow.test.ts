// Slow: runs every command as a process.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { startServiceProcess } from '../support/service-process.js';
import { until } from '../support/until.js';
import { runPrinted } from './printed-command.js';
import { quire, quireFault, quireJson, startQuire } from './quire.js';

const READERS = [['keys', 'list'], ['reindex', '--status'], ['reindex', '--dry-run'], ['doctor'], ['gc', '--dry-run']];
const CHANGERS = [
  ['keys', 'create', '--owner', 'me', '--roles', 'none'],
  ['keys', 'revoke', 'key_x'],
  ['owners', 'set-plan', 'me', 'pro'],
  ['owners', 'suspend', 'me'],
];
const MAINTENANCE = [['reindex'], ['reindex', '--abort'], ['doctor', '--repair'], ['gc']];
/** By each way that opens the folder. */
const SOME = [
  ['keys', 'list'],
  ['keys', 'create', '--owner', 'me', '--roles', 'none'],
  ['reindex', '--status'],
  ['doctor'],
];
const SETTINGS = { PORT: '0', METRICS_PORT: 'off' };

describe('cli: a DATA_DIR that is no data folder', () => {
  let base: string;
  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'quire-test-'));
  });
  afterEach(() => rm(base, { recursive: true }));

  for (const args of [...READERS, ...CHANGERS, ...MAINTENANCE]) {
    it(`is named and not made by quire ${args.join(' ')}`, async () => {
      const dataDir = join(base, 'mistyped');
      expect(await quireFault({ DATA_DIR: dataDir }, ...args)).to.equal(
        `quire: there is no folder ${dataDir} (DATA_DIR): the first start of the service makes one\n`,
      );
      expect(existsSync(dataDir)).to.equal(false);
    });
  }

  it('stays as it is where it is a folder of somebody else', async () => {
    await writeFile(join(base, 'notes.txt'), '');
    for (const args of SOME) {
      expect(await quireFault({ DATA_DIR: base }, ...args)).to.include(`the folder ${base} is no data folder of Quire`);
    }
    expect(await readdir(base)).to.deep.equal(['notes.txt']);
  });

  it('stays as it is where it has folders of the names of ours', async () => {
    for (const name of ['log', 'objects', 'index']) {
      await mkdir(join(base, name));
      await writeFile(join(base, name, 'of somebody else'), '');
    }
    const before = (await readdir(base, { recursive: true })).sort();
    for (const args of [...READERS, ...CHANGERS, ...MAINTENANCE, ['owners', 'list']]) {
      expect(await quireFault({ DATA_DIR: base }, ...args)).to.include(`the folder ${base} is no data folder of Quire`);
    }
    expect((await readdir(base, { recursive: true })).sort()).to.deep.equal(before);
  });

  it('stays as it is where it has a folder log without a segment, and is no source of a sync', async () => {
    const source = join(base, 'source');
    await mkdir(join(source, 'log'), { recursive: true });
    const said = await quireFault({}, 'sync', '--from', source, '--to', join(base, 'target'));
    expect(said).to.include('contains no log');
    expect(await readdir(base, { recursive: true })).to.have.members(['source', 'source/log']);
  });

  it('is empty where it is a new file system, with lost+found alone', async () => {
    await mkdir(join(base, 'lost+found'));
    expect((await quire({ DATA_DIR: base }, 'keys', 'create', '--owner', 'me', '--roles', 'none')).code).to.equal(0);
    expect(await quireJson({ DATA_DIR: base }, 'keys', 'list')).to.have.length(1);
  });

  it('is filled by keys create where it is empty, and by no command that reads or needs a key', async () => {
    const needKeys = [
      ['keys', 'revoke', 'key_x'],
      ['keys', 'rotate', 'key_x'],
    ];
    for (const args of [['keys', 'list'], ['doctor'], ...needKeys]) {
      expect(await quireFault({ DATA_DIR: base }, ...args)).to.include('is no data folder of Quire');
    }
    expect(await readdir(base)).to.deep.equal([]);
    expect((await quire({ DATA_DIR: base }, 'keys', 'create', '--owner', 'me', '--roles', 'none')).code).to.equal(0);
    expect(await quireJson({ DATA_DIR: base }, 'keys', 'list')).to.have.length(1);
  });

  it('is refused at once by every command and by the start where it is a file or lies below one', async () => {
    const file = join(base, 'file');
    await writeFile(file, '');
    for (const dataDir of [file, join(file, 'below')]) {
      for (const args of [['serve'], ...SOME]) {
        expect(await quireFault({ ...SETTINGS, DATA_DIR: dataDir }, ...args)).to.equal(
          `quire: ${dataDir} cannot be the data folder (DATA_DIR): it is a file, or lies below one\n`,
        );
      }
    }
  });
});

describe('cli: a printed command', () => {
  let base: string;
  let dataDir: string;
  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'quire-test-'));
    dataDir = join(base, "an operator's $HOME");
  });
  afterEach(() => rm(base, { recursive: true }));

  const owners = async () => (await quireJson<{ owner: string }>({ DATA_DIR: dataDir }, 'keys', 'list')).map(ownerOf);

  it('of each later start and of the front page makes a key of that service', async () => {
    const env = { ...SETTINGS, DATA_DIR: dataDir };
    const first = await startServiceProcess(env);
    await until(async () => first.lines.some((line) => line.includes('curl')));
    await first.stop();
    const running = startQuire({ ...SETTINGS, LOG_FORMAT: 'text' }, 'serve', '--data-dir', dataDir);
    let printed = '';
    running.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await until(async () => printed.includes('keys create'));
    await runPrinted(/^ +(\S.* keys create .+)$/m.exec(printed)?.[1] ?? '');
    const url = /serves at (\S+)/.exec(printed)?.[1] ?? '';
    const page = await (await fetch(url, { headers: { Accept: 'text/html' } })).text();
    const onPage = /<code>([^<]* keys create [^<]*)</.exec(page)?.[1] ?? '';
    await runPrinted(onPage.replaceAll('&#39;', "'").replaceAll('&amp;', '&').replaceAll('&quot;', '"'));
    running.kill('SIGTERM');
    await running.ended;
    expect(await owners()).to.deep.equal(['me', 'me', 'NAME']);
  });

  it('of the front page does not tell strangers where the data is', async () => {
    for (const open of [{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://docs.example' }, { TRUSTED_PROXY_HOPS: '1' }]) {
      const service = await startServiceProcess({ ...SETTINGS, DATA_DIR: dataDir, ...open });
      const page = await (await fetch(`${service.url}/`, { headers: { Accept: 'text/html' } })).text();
      await service.stop();
      expect(page).to.include('<code>quire keys create').and.not.include('DATA_DIR');
    }
  });

  it('of the front page does not tell what is behind a proxy on this machine where the data is', async () => {
    const service = await startServiceProcess({ ...SETTINGS, DATA_DIR: dataDir });
    const page = async (headers: Record<string, string>) =>
      (await fetch(`${service.url}/`, { headers: { Accept: 'text/html', ...headers } })).text();
    for (const name of ['X-Forwarded-For', 'Forwarded', 'Via', 'X-Real-IP']) {
      expect(await page({ [name]: '203.0.113.7' }), name).not.to.include('DATA_DIR');
    }
    expect(await page({})).to.include('DATA_DIR');
    await service.stop();
  });

  it('of a message leads to the same folder', async () => {
    await mkdir(dataDir);
    await quireJson({ DATA_DIR: dataDir }, 'keys', 'create', '--owner', 'me', '--roles', 'none');
    const said = await quireFault({ DATA_DIR: dataDir }, 'doctor');
    await runPrinted(/run `(.+)`\n$/.exec(said)?.[1] ?? '');
    expect((await runPrinted(`DATA_DIR="${dataDir.replace('$', '\\$')}" quire doctor`)).stdout).to.match(
      /Nothing is wrong/,
    );
  });
});

function ownerOf({ owner }: { owner: string }): string {
  return owner;
}
