import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { until } from '../support/until.js';

/** Starts a guard with a program that would run for an hour, prints the guard's process id, and waits. */
const PARENT = `
  const { spawn } = require('node:child_process');
  const args = ['scripts/stack/guard.mjs', 'sleep', '3600'];
  const guard = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  console.log(guard.pid);
`;

describe('The guard of a backend', () => {
  it('ends the backend when the process that started it is killed', async () => {
    const env = { PATH: process.env['PATH'] };
    const parent = spawn(process.execPath, ['-e', PARENT], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const inGroup = () => spawnSync('ps', ['-o', 'pid=', '-g', String(line).trim()], { encoding: 'utf8' }).stdout;
    await until(async () => inGroup().trim().split('\n').length === 2);
    parent.kill('SIGKILL');
    await until(async () => inGroup() === '');
  });
});
