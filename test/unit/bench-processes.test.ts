import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { cpuMicrosOf, mainThreadMicrosOf, processTree, residentBytesOf } from '../bench/support/process-tree.js';

describe('bench: process tree', function () {
  before(function () {
    if (process.platform !== 'linux') this.skip();
  });

  it('knows what a process has started, and no more when that has ended', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
    await once(child, 'spawn');
    expect(processTree(process.pid)[0]).to.equal(process.pid);
    expect(processTree(process.pid)).to.include(child.pid);
    const both = residentBytesOf(process.pid);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(processTree(process.pid)).not.to.include(child.pid);
    expect(residentBytesOf(process.pid)).to.be.below(both);
  });

  it('counts CPU time as the process itself does, that of the kernel too', () => {
    const looks = process.cpuUsage();
    const before = cpuMicrosOf(process.pid);
    const work = process.cpuUsage();
    while (process.cpuUsage(work).system < 200_000) readdirSync('/proc');
    const { user, system } = process.cpuUsage(work);
    const counted = cpuMicrosOf(process.pid) - before;
    // The looks take time of their own, and ticks are of 10 ms.
    const most = process.cpuUsage(looks);
    expect(counted).to.be.within(user + system - 20_000, most.user + most.system + 20_000);
  });

  it('counts no other thread as the main one', async () => {
    const [all, main] = [cpuMicrosOf(process.pid), mainThreadMicrosOf(process.pid)];
    const work = 'const { cpuUsage } = process; while (cpuUsage().user < CPU);';
    const until = process.cpuUsage().user + 300_000;
    await once(new Worker(work.replace('CPU', String(until)), { eval: true }), 'exit');
    const others = cpuMicrosOf(process.pid) - all - (mainThreadMicrosOf(process.pid) - main);
    expect(others).to.be.above(200_000);
  });
});
