// Slow: starts OpenSearch for each test.
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect } from 'chai';
import { BackendError } from '../../scripts/stack/backend-error.js';
import { freePorts } from '../../scripts/stack/ports.js';
import { startStack } from '../../scripts/stack/stack.js';
import { canRunStack, leftovers, processesWith, stackFolder, StackProcess, untilGone } from './stack-process.js';

const TIMEOUT_MS = 180_000;

describe('the stack', function () {
  this.timeout(TIMEOUT_MS);
  let folder: string;

  before(async function () {
    if (!(await canRunStack())) this.skip();
  });

  beforeEach(async () => {
    folder = await stackFolder();
  });

  afterEach(async () => untilGone(folder));

  it('prints one line of JSON when its backends answer, and after SIGTERM leaves nothing', async () => {
    const [redis, s3] = await freePorts(2);
    const ports = ['--redis-port', String(redis), '--s3-port', String(s3)];
    const stack = new StackProcess(['--json', '--heap', '512m', '--dir', folder, ...ports]);
    await stack.until(() => stack.stdout.includes('\n'));
    const { env } = JSON.parse(stack.stdout) as { env: Record<string, string> };
    expect(env).to.include({ REDIS_URL: `redis://127.0.0.1:${redis}`, S3_ENDPOINT: `http://127.0.0.1:${s3}` });
    expect(env).to.include.keys('S3_BUCKET', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION');
    expect((await fetch(`${env.OPENSEARCH_URL}/_cluster/health`)).status).to.equal(200);
    expect(stack.stderr).not.to.match(/warning/i);

    stack.kill('SIGTERM');
    expect(await stack.exitCode()).to.equal(0);
    expect(stack.stdout.trimEnd().split('\n')).to.have.length(1);
    expect(await processesWith(folder)).to.deep.equal([]);
    expect(await leftovers(folder)).to.deep.equal([]);
  });

  it('stops what it has started when one backend cannot start, and names that backend with the end of its log', async () => {
    const error = await startStack({ dir: folder, heap: '1k' }).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(BackendError).with.property('backend', 'OpenSearch');
    expect((error as BackendError).logTail).to.contain('heap');
    expect(await processesWith(folder)).to.deep.equal([]);
    expect(await leftovers(folder)).to.deep.equal([]);
  });

  it('names the backend whose given port is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const stack = new StackProcess(['--json', '--dir', folder, '--redis-port', String(port)]);
    expect(await stack.exitCode()).to.equal(1);
    expect(stack.stderr).to.contain(`Redis: port ${port} cannot be had: EADDRINUSE`);
    expect(stack.stdout).to.equal('');
    server.close();
  });

  it('stops the other backends and ends with 1 when one of them dies', async () => {
    const stack = new StackProcess(['--json', '--heap', '512m', '--dir', folder]);
    await stack.until(() => stack.stderr.includes('Redis: ready'));
    const address = /redis:\/\/(\S+)/.exec(stack.stderr)?.[1] ?? '';
    const [redis = 0] = await processesWith(address);
    process.kill(redis, 'SIGKILL');
    expect(await stack.exitCode()).to.equal(1);
    expect(stack.stderr).to.contain('Redis: ended with exit code 137');
    expect(await processesWith(folder)).to.deep.equal([]);
  });

  it('takes its backends with it when it is killed while they start', async () => {
    const stack = new StackProcess(['--json', '--heap', '512m', '--dir', folder]);
    await stack.until(() => stack.stderr.includes('Redis: ready'));
    expect(await processesWith(folder)).not.to.deep.equal([]);
    stack.kill('SIGKILL');
    expect(await stack.exitCode()).to.equal(null);
    await untilGone(folder);
    folder = await stackFolder();
  });
});
