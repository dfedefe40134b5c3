import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '../stack/ports.js';

const READY_EVERY_MS = 100;

export type Prometheus = {
  /** The data of its answer to a path below `/api/v1`. Raises an Error with what it says instead. */
  ask<T>(path: string): Promise<T>;
  stop(): Promise<void>;
};

/**
 * With the configuration and the rules of `deploy`, but it scrapes this metrics port, and each second. Raises an Error
 * if it ends before it is ready.
 */
export async function startPrometheus(metricsPort: number): Promise<Prometheus> {
  const [port = 0] = await freePorts(1);
  const folder = await mkdtemp(join(tmpdir(), 'prometheus-'));
  const text = await readFile('deploy/prometheus/prometheus.yml', 'utf8');
  const own = text
    .replaceAll('15s', '1s')
    .replace('- quire.rules.yml', `- ${resolve('deploy/prometheus/quire.rules.yml')}`)
    .replace('quire:9464', `127.0.0.1:${metricsPort}`);
  const file = join(folder, 'prometheus.yml');
  await writeFile(file, own);
  const args = [
    `--config.file=${file}`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const child = spawn('prometheus', args, { stdio: 'ignore' });
  const exited = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`prometheus has ended with ${child.exitCode}`);
    await delay(READY_EVERY_MS);
  }
  return {
    async ask<T>(path: string): Promise<T> {
      const answer = (await (await fetch(`${url}/api/v1/${path}`)).json()) as { data: T; error?: string };
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.data;
    },
    async stop() {
      child.kill();
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}
