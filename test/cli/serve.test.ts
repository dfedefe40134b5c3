import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { embeddedStorage, describeModes, type TestStorage } from '../support/modes.js';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.js';
import { until } from '../support/until.js';
import { runPrinted } from './printed-command.js';
import { quire, quireFault, quireMisuse, startQuire } from './quire.js';

const run = promisify(execFile);

describe("cli: the first start on one's own machine", () => {
  let storage: TestStorage;
  let service: ServiceProcess;
  before(async () => {
    storage = await embeddedStorage();
    service = await startServiceProcess(storage.env);
    await until(async () => service.lines.some((line) => line.includes('curl')));
  });
  after(async () => {
    await service.stop();
    await storage.dispose();
  });

  it('prints a key with a curl line that works as it is printed', async () => {
    const command = service.lines.find((line) => line.trimStart().startsWith('curl ')) ?? '';
    const { stdout } = await run('sh', ['-c', `${command.trim()} --silent --show-error --include`]);
    expect(stdout)
      .to.match(/^HTTP\/1\.1 201 /)
      .and.match(/^X-RateLimit-Limit: 1000000\r$/im);
    const made = JSON.parse(stdout.slice(stdout.indexOf('\r\n\r\n'))) as { url: string };
    expect(made).to.deep.include({ title: 'Hello', block_count: 1 });
    expect(await (await fetch(made.url)).text()).to.include('First words.');
  });

  it('makes one key: of the owner me, with all roles', async () => {
    const keys = service.lines.map((line) => line.trim()).filter((line) => /^dk_\w{49}$/.test(line));
    expect(keys).to.have.length(1);
    const { stdout } = await quire(storage.env, 'keys', 'list', '--json');
    expect(stdout.trim().split('\n')).to.have.length(1);
    expect(JSON.parse(stdout)).to.deep.include({
      owner: 'me',
      roles: ['documents:read', 'documents:write', 'folders:read', 'folders:write'],
    });
  });

  it('is refused to a second server on the same folder, in a clear line that names it', async () => {
    const said = await quireFault(storage.env, 'serve');
    expect(said)
      .to.match(/^quire: .+\n$/)
      .and.include(storage.env['DATA_DIR'] ?? '');
    expect((await fetch(`${service.url}/health/ready`)).status).to.equal(200);
  });

  it('is the only one that prints a key', async () => {
    expect(await service.stop()).to.equal(0);
    service = await startServiceProcess(storage.env);
    await quire(storage.env, 'keys', 'list');
    expect(await service.stop()).to.equal(0);
    expect(service.lines.join('\n')).not.to.match(/dk_|curl/);
  });

  it('names its start and its end, and prints nothing else', async () => {
    const lines = service.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ msg }) => msg)).to.deep.equal(['set up', 'listening', 'stopping', 'stopped']);
    const { url } = service;
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const addresses = { url, docs: `${url}/docs`, console: `${url}/console` };
    expect(lines[1]).to.deep.include({ version, mode: 'embedded', workers: 1, ...addresses });
  });

  it('tells people its addresses and how a key is made, at each start', async () => {
    const running = startQuire({ ...storage.env, LOG_LEVEL: 'info', LOG_FORMAT: 'text' }, 'serve');
    const printed: string[] = [];
    running.stdout.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
    await until(async () => printed.join('').includes('keys create'));
    running.kill('SIGTERM');
    const { code, stdout } = await running.ended;
    expect(code).to.equal(0);
    for (const part of [/^ +the interface +http\S+\/docs$/m, /^ +the console +http\S+\/console$/m]) {
      expect(stdout).to.match(part);
    }
    expect(stdout).to.match(/^\d\d:\d\d:\d\d\.\d{3} info {2}listening version=\S+ mode=embedded/m);
    expect(stdout).to.match(/ info {2}stopped\n$/);
    const command = /^ +(\S+ quire keys create .+)$/m.exec(stdout)?.[1] ?? '';
    expect((await runPrinted(command)).stdout).to.match(/^dk_/);
  });
});

describeModes('cli: serve', (makeStorage) => {
  it('ends with 0 when it is asked to, after SIGKILL of the one before too', async () => {
    const storage = await makeStorage();
    try {
      await (await startServiceProcess(storage.env)).kill();
      const service = await startServiceProcess(storage.env);
      expect((await fetch(`${service.url}/health/ready`)).status).to.equal(200);
      expect(await service.stop()).to.equal(0);
    } finally {
      await storage.dispose();
    }
  });

  it('makes no key in a cluster, and one in a folder', async () => {
    const storage = await makeStorage();
    try {
      const service = await startServiceProcess(storage.env);
      if (storage.mode === 'embedded') await until(async () => service.lines.some((line) => line.includes('dk_')));
      await service.stop();
      const { stdout } = await quire(storage.env, 'keys', 'list', '--json');
      expect(stdout.split('\n').filter((line) => line !== '')).to.have.length(storage.mode === 'embedded' ? 1 : 0);
    } finally {
      await storage.dispose();
    }
  });
});

describe('cli: faults', () => {
  it('of the configuration are all told, a line each', async () => {
    const env = { S3_BUCKET: 'x', PORT: 'eighty', MAX_BLOCKS: '0', LOG_LEVEL: 'loud' };
    for (const args of [['serve'], ['keys', 'list']]) {
      const said = await quireFault(env, ...args);
      expect(said.trimEnd().split('\n')).to.have.length(5);
      expect(said).to.match(/^quire: The configuration is not valid:\n/);
      for (const fault of ['OPENSEARCH_URL and REDIS_URL', 'PORT', 'MAX_BLOCKS', 'LOG_LEVEL'])
        expect(said).to.include(fault);
    }
  });

  it('of a port that is taken are a line', async () => {
    const [one, other] = [await embeddedStorage(), await embeddedStorage()];
    const service = await startServiceProcess(one.env);
    try {
      const said = await quireFault({ ...other.env, LOG_LEVEL: 'silent', PORT: new URL(service.url).port }, 'serve');
      expect(said).to.match(/^quire: .*EADDRINUSE.*\n$/);
    } finally {
      await service.stop();
      await Promise.all([one.dispose(), other.dispose()]);
    }
  });

  it('of the command itself end with 2 and say how it is used', async () => {
    expect(await quireMisuse({}, 'sing')).to.match(/unknown command 'sing'/);
    expect((await quire({})).code).to.equal(2);
    const help = await quire({}, '--help');
    expect(help.code).to.equal(0);
    for (const command of ['serve', 'keys', 'owners']) expect(help.stdout).to.include(command);
  });
});
