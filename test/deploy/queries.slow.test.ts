import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import { freePorts } from '../../scripts/stack/ports.js';
import { quire } from '../cli/quire.js';
import { issueKey } from '../support/issue-key.js';
import { describeModes, type Place } from '../support/modes.js';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.js';
import { until } from '../support/until.js';
import { needsTools } from './tool.js';

type Rules = { groups: { rules: { name?: string; alert?: string; expr: string; health?: string }[] }[] };
type Panel = { title: string; targets?: { expr: string }[] };
type Sample = { value: [number, string] };

/** What a service in good health has no series for. */
const OF_TROUBLE = new Set(['QuireErrors', 'QuireNotReady', 'QuireBackendFails', 'QuireOverloaded', 'Failed calls']);
/** An embedded service is one process. */
const OF_WORKERS = new Set(['Workers', 'Deaths of workers in an hour', 'QuireWorkersDie']);
const CONDITION = / (?:>|==) [\d.* ]+$/;
const SCRAPES = 5;

/** Name and expression of all panels and alarms; of an alarm without its condition, which good health does not meet. */
async function expressions(): Promise<[string, string][]> {
  const { panels } = JSON.parse(await readFile('deploy/grafana/dashboards/quire.json', 'utf8')) as { panels: Panel[] };
  const shown = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const));
  const { groups } = parse(await readFile('deploy/prometheus/quire.rules.yml', 'utf8')) as Rules;
  const alarms = groups.flatMap(({ rules }) =>
    rules.map(({ alert = '', expr }) => [alert, expr.trim().replace(CONDITION, '')] as const),
  );
  return [...shown, ...alarms].map(([name, expr]) => [
    name,
    expr.replaceAll('$instance', '.*').replaceAll('$__rate_interval', '1m'),
  ]);
}

describeModes('a Prometheus that scrapes the service', (makePlace) => {
  needsTools('prometheus');
  let place: Place | undefined;
  let service: ServiceProcess;
  let prometheus: ChildProcess;
  let folder: string;
  let url: string;

  before(async () => {
    place = await makePlace();
    const [metrics = 0, port = 0] = await freePorts(2);
    const workers = place.mode === 'cluster' ? '2' : '1';
    service = await startServiceProcess({ ...place.env, METRICS_PORT: String(metrics), WORKERS: workers });
    folder = await mkdtemp(join(tmpdir(), 'prometheus-'));
    url = `http://127.0.0.1:${port}`;
    // Before the first scrape: the service keeps what it has read of them for a while.
    for (const command of ['gc', 'doctor']) expect((await quire(place.env, command)).code).to.equal(0);
    prometheus = await startPrometheus(folder, port, metrics);
    await loadUntilScraped(await issueKey(place.env));
  });

  after(async () => {
    if (place === undefined) return;
    prometheus.kill();
    await once(prometheus, 'exit');
    await service.stop();
    await place.dispose();
    await rm(folder, { recursive: true });
  });

  async function ask<T>(path: string): Promise<T> {
    const answer = (await (await fetch(`${url}/api/v1/${path}`)).json()) as { data: T; error?: string };
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.data;
  }

  async function samples(expression: string): Promise<Sample[]> {
    return (await ask<{ result: Sample[] }>(`query?query=${encodeURIComponent(expression)}`)).result;
  }

  /** A rate needs two scrapes of a series: the load goes on while several are made. */
  async function loadUntilScraped(key: string): Promise<void> {
    await until(async () => {
      await load(service.url, key);
      const made = await samples('count_over_time(quire_maintenance_last_result{command="doctor"}[1h])').catch(
        () => [],
      );
      const bulk = await samples('count_over_time(quire_bulk_lines_total[1h])').catch(() => []);
      return [made, bulk].every(([sample]) => Number(sample?.value[1] ?? 0) >= SCRAPES);
    });
  }

  it('has data for every panel and every alarm', async () => {
    const empty = new Set<string>();
    for (const [name, expression] of await expressions()) {
      if ((await samples(expression)).length === 0) empty.add(name);
    }
    const expected = place?.mode === 'cluster' ? OF_TROUBLE : new Set([...OF_TROUBLE, ...OF_WORKERS]);
    expect([...expected]).to.include.members([...empty]);
  });

  it('judges every alarm, and none rings', async () => {
    const rules = async () => (await ask<Rules>('rules')).groups.flatMap((group) => group.rules);
    await until(async () => (await rules()).every(({ health }) => health !== 'unknown'));
    for (const { name, health } of await rules()) expect(health, name).to.equal('ok');
    expect(await ask('alerts')).to.deep.equal({ alerts: [] });
  });
});

async function startPrometheus(folder: string, port: number, metrics: number): Promise<ChildProcess> {
  const text = await readFile('deploy/prometheus/prometheus.yml', 'utf8');
  const own = text
    .replaceAll('15s', '1s')
    .replace('- quire.rules.yml', `- ${resolve('deploy/prometheus/quire.rules.yml')}`)
    .replace('quire:9464', `127.0.0.1:${metrics}`);
  const file = join(folder, 'prometheus.yml');
  await writeFile(file, own);
  const args = [
    `--config.file=${file}`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  return spawn('prometheus', args, { stdio: 'ignore' });
}

/** Writes, reads, searches, a refusal, and a bulk request. */
async function load(service: string, key: string): Promise<void> {
  const send = (
    path: string,
    body?: object,
    type = 'application/json',
    headers: Record<string, string> = { 'X-API-Key': key },
  ) =>
    fetch(
      `${service}${path}`,
      body
        ? { method: 'POST', headers: { ...headers, 'Content-Type': type }, body: JSON.stringify(body) }
        : { headers },
    );
  const document = { title: 'Loaded', blocks: [{ type: 'paragraph', content: 'x' }] };
  const { id } = (await (await send('/v1/documents', document)).json()) as { id: string };
  const answers = [
    await send(`/v1/documents/${id}`),
    await send('/v1/documents/search?q=Lo'),
    await send(`/v1/documents/${id}`, undefined, undefined, {}),
    await send('/v1/bulk', { op: 'create', document }, 'application/x-ndjson'),
  ];
  for (const answer of answers) await answer.text();
}
