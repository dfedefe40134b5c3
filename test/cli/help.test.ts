import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { randomBase62 } from '../../src/domain/base62.js';
import { quire } from './quire.js';

const OPERATORS = ['serve', 'keys', 'owners', 'reindex', 'doctor', 'gc', 'sync'];
const KEY_HOLDERS = [
  'login',
  'logout',
  'put',
  'search',
  'ls',
  'mkdir',
  'mv',
  'rm',
  'get',
  'open',
  'versions',
  'diff',
  'restore',
  'limits',
  'completion',
];
const COMMANDS = [...OPERATORS, ...KEY_HOLDERS];

describe('cli: help', () => {
  it('tells the version', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    for (const option of ['--version', '-V']) {
      expect(await quire({}, option)).to.deep.equal({ code: 0, stdout: `${version}\n`, stderr: '' });
    }
  });

  it('lists every command, and each says the same of itself', async () => {
    const { code, stdout } = await quire({}, '--help');
    expect(code).to.equal(0);
    const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
    for (const name of COMMANDS) {
      const own = await quire({}, name, '--help');
      expect(own.code).to.equal(0);
      const about = oneLine(own.stdout.split('\n\n')[1] ?? '');
      expect(about).to.match(/\w/);
      expect(oneLine(stdout)).to.include(`${name} ${about}`);
    }
  });

  it('tells defaults as a user writes them, and none of what is off without its option', async () => {
    for (const name of [...COMMANDS, 'push', 'pull', 'status']) {
      const { stdout } = await quire({}, name, '--help');
      expect(stdout, name).not.to.match(/default: (false|\[|\{)/);
    }
    const { stdout } = await quire({}, 'push', '--help');
    const defaults = [...stdout.replace(/\s+/g, ' ').matchAll(/default: ([^)]*)\)/g)].map(([, text]) => text);
    expect(defaults).to.deep.equal([
      'QUIRE_URL, then the profile',
      'QUIRE_API_KEY, then "default"',
      '"/"',
      '"fail"',
      '10%',
      '8',
    ]);
  });

  it('names the command that was meant', async () => {
    const { code, stderr } = await quire({}, 'docter');
    expect(code).to.equal(2);
    expect(stderr).to.include('Did you mean doctor?');
  });

  it('lets options of serve take the place of variables', async () => {
    const folder = join(tmpdir(), `quire-${randomBase62(8)}`);
    const options = ['--port', 'x', '--host', '127.0.0.1', '--data-dir', folder];
    const { code, stderr } = await quire({ PORT: '0', WORKERS: '1' }, 'serve', ...options);
    expect(code).to.equal(1);
    expect(stderr).to.match(/PORT must be .* not "x"/);
    const busy = await quire(
      { METRICS_PORT: '0' },
      'serve',
      '--port',
      '1',
      '--host',
      '203.0.113.1',
      '--data-dir',
      folder,
    );
    expect(busy.code).to.equal(1);
    expect(busy.stdout + busy.stderr).to.include('203.0.113.1');
    await rm(folder, { recursive: true });
  });
});
