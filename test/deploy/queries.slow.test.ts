import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { parse } from 'yaml';
import { queryOf, readPanels } from '../../scripts/monitoring/panels.js';
import { startPrometheus, type Prometheus } from '../../scripts/monitoring/prometheus.js';
import { freePorts } from '../../scripts/stack/ports.js';
import { quire } from '../cli/quire.js';
import { issueKey } from '../support/issue-key.js';
import { describeModes, type TestStorage } from '../support/modes.js';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.js';
import { until } from '../support/until.js';
import { needsTools } from './tool.js';

type Rules = { groups: { rules: { name?: string; alert?: string; expr: string; health?: string }[] }[] };
type Sample = { value: [number, string] };

/** What a service in good health has no series for. */
const OF_TROUBLE = new Set(['QuireErrors', 'QuireNotReady', 'QuireBackendFails', 'QuireOverloaded', 'Failed calls']);
/** An embedded service is one process. */
const OF_WORKERS = new Set(['Workers', 'Deaths of workers in an hour', 'QuireWorkersDie']);
const CONDITION = / (?:>|==) [\d.* ]+$/;
const SCRAPES = 5;

/** Name and expression of all panels and alarms; of an alarm without its condition, which good health does not meet. */
async function expressions(): Promise<[string, string][]> {
  const shown = readPanels().flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const));
  const { groups } = parse(await readFile('deploy/prometheus/quire.rules.yml', 'utf8')) as Rules;
  const alarms = groups.flatMap(({ rules }) =>
    rules.map(({ alert = '', expr }) => [alert, expr.trim().replace(CONDITION, '')] as const),
  );
  return [...shown, ...alarms].map(([name, expr]) => [name, queryOf(expr)]);
}

describeModes('a Prometheus that scrapes the service', (makeStorage) => {
  needsTools('prometheus');
  let storage: TestStorage | undefined;
  let service: ServiceProcess;
  let prometheus: Prometheus;

  before(async () => {
    storage = await makeStorage();
    const [metrics = 0] = await freePorts(1);
    const workers = storage.mode === 'cluster' ? '2' : '1';
    service = await startServiceProcess({ ...storage.env, METRICS_PORT: String(metrics), WORKERS: workers });
    // Before the first scrape: the service keeps what it has read of them for a while.
    for (const command of ['gc', 'doctor']) expect((await quire(storage.env, command)).code).to.equal(0);
    prometheus = await startPrometheus(metrics);
    await loadUntilScraped(await issueKey(storage.env));
  });

  after(async () => {
    if (storage === undefined) return;
    await prometheus.stop();
    await service.stop();
    await storage.dispose();
  });

  async function samples(expression: string): Promise<Sample[]> {
    return (await prometheus.ask<{ result: Sample[] }>(`query?query=${encodeURIComponent(expression)}`)).result;
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
    const expected = storage?.mode === 'cluster' ? OF_TROUBLE : new Set([...OF_TROUBLE, ...OF_WORKERS]);
    expect([...expected]).to.include.members([...empty]);
  });

  it('checks every alarm, and none rings', async () => {
    const rules = async () => (await prometheus.ask<Rules>('rules')).groups.flatMap((group) => group.rules);
    await until(async () => (await rules()).every(({ health }) => health !== 'unknown'));
    const checked = await rules();
    expect(checked).not.to.be.empty;
    for (const { name, health } of checked) expect(health, name).to.equal('ok');
    expect(await prometheus.ask('alerts')).to.deep.equal({ alerts: [] });
  });
});

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
