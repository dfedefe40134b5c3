import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { embeddedPlace, describeModes, type Place } from '../support/modes.js';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.js';
import { until } from '../support/until.js';
import { quire, quireFault, quireMisuse } from './quire.js';

const run = promisify(execFile);

describe("cli: the first start on one's own machine", () => {
  let place: Place;
  let service: ServiceProcess;
  before(async () => {
    place = await embeddedPlace();
    service = await startServiceProcess(place.env);
    await until(async () => service.lines.some((line) => line.includes('curl')));
  });
  after(async () => {
    await service.stop();
    await place.dispose();
  });

  it('prints a key with a curl line that works as it is printed', async () => {
    const command = service.lines.find((line) => line.trimStart().startsWith('curl ')) ?? '';
    const { stdout } = await run('sh', ['-c', `${command.trim()} --silent --show-error --include`]);
    expect(stdout)
      .to.match(/^HTTP\/1\.1 201 /)
      .and.match(/^X-RateLimit-Limit: 1000000\r$/im);
    expect(JSON.parse(stdout.slice(stdout.indexOf('\r\n\r\n')))).to.deep.include({ title: 'Hello', block_count: 1 });
  });

  it('makes one key: of the owner me, with all roles', async () => {
    const keys = service.lines.map((line) => line.trim()).filter((line) => /^dk_\w{49}$/.test(line));
    expect(keys).to.have.length(1);
    const { stdout } = await quire(place.env, 'keys', 'list', '--json');
    expect(stdout.trim().split('\n')).to.have.length(1);
    expect(JSON.parse(stdout)).to.deep.include({
      owner: 'me',
      roles: ['documents:read', 'documents:write', 'folders:read', 'folders:write'],
    });
  });

  it('is refused to a second server on the same folder, in a clear line that names it', async () => {
    const said = await quireFault(place.env, 'serve');
    expect(said)
      .to.match(/^quire: .+\n$/)
      .and.include(place.env['DATA_DIR'] ?? '');
    expect((await fetch(`${service.url}/health/ready`)).status).to.equal(200);
  });

  it('is the only one that prints a key', async () => {
    expect(await service.stop()).to.equal(0);
    service = await startServiceProcess(place.env);
    await quire(place.env, 'keys', 'list');
    expect(await service.stop()).to.equal(0);
    expect(service.lines.join('\n')).not.to.match(/dk_|curl/);
  });
});

describeModes('cli: serve', (makePlace) => {
  it('ends with 0 when it is asked to, after SIGKILL of the one before too', async () => {
    const place = await makePlace();
    try {
      await (await startServiceProcess(place.env)).kill();
      const service = await startServiceProcess(place.env);
      expect((await fetch(`${service.url}/health/ready`)).status).to.equal(200);
      expect(await service.stop()).to.equal(0);
    } finally {
      await place.dispose();
    }
  });

  it('makes no key in a cluster, and one in a folder', async () => {
    const place = await makePlace();
    try {
      const service = await startServiceProcess(place.env);
      if (place.mode === 'embedded') await until(async () => service.lines.some((line) => line.includes('dk_')));
      await service.stop();
      const { stdout } = await quire(place.env, 'keys', 'list', '--json');
      expect(stdout.split('\n').filter((line) => line !== '')).to.have.length(place.mode === 'embedded' ? 1 : 0);
    } finally {
      await place.dispose();
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
    const [one, other] = [await embeddedPlace(), await embeddedPlace()];
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
