import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { canPartCores, coresOf, onOwnCore } from '../bench/support/own-core.js';

describe('bench: a core of their own', function () {
  before(async function () {
    if (process.platform !== 'linux' || !(await canPartCores())) this.skip();
  });

  it('have clients, while servers share the others', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
    await once(child, 'spawn');
    const pid = child.pid as number;
    const cores = coresOf(process.pid);
    try {
      const parted = await onOwnCore([pid], async () => [coresOf(process.pid), coresOf(pid)]);
      expect(parted).to.deep.equal([cores.slice(-1), cores.slice(0, -1)]);
      const failure = onOwnCore([pid], () => Promise.reject(new Error('no more')));
      expect(await failure.catch(String)).to.equal('Error: no more');
      expect([coresOf(process.pid), coresOf(pid)]).to.deep.equal([cores, cores]);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });
});
