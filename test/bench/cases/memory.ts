import { setTimeout as delay } from 'node:timers/promises';
import type { Bench, BenchEnv } from '../bench.js';
import { SearchSite } from '../corpus/search-site.js';
import { documentBody } from '../corpus/documents.js';
import { runsOf, type Leg } from '../measure.js';
import { PlanBuilder } from '../driver/plan-builder.js';
import { compare, type Row } from '../report/row.js';
import { residentBytesOf } from '../support/process-tree.js';
import { WriteSite } from '../support/write-site.js';
import { CLIENTS, type Case } from './case.js';
import { rebuildAlone } from './reindex.js';

const EVERY_MS = 50;
const IDLE_MS = 1_000;
const PUSHERS = 64;
const PUSHED_BYTES = 1_000_000;
const BYTES_PER_MB = 1_000_000;

/** What the service's processes hold at the most, against what they hold when nothing was asked of them yet. */
export const memory: Case = {
  name: 'memory',
  isAside: true,
  run: async (bench) => {
    const { sizes } = bench.pace;
    const rows: Row[] = [];
    for (const size of new Set([sizes[0] as number, sizes.at(-1) as number])) rows.push(await searching(bench, size));
    const env = await bench.emptyPlace();
    const { row, idle } = await pushing(bench, env);
    return [...rows, row, await rebuilding(bench, idle)];
  },
};

async function searching(bench: Bench, size: number): Promise<Row> {
  const service = await bench.serve((await bench.corpus(size)).env);
  const idle = await idleBytes(service.pid);
  const site = await SearchSite.open(bench, size, service);
  const peak = await peakWhile(service.pid, () => site.legs('one letter', CLIENTS).quire(8 * bench.pace.seconds));
  await Promise.all([site.close(), service.stop()]);
  return rowOf(`searches, ${size} heads`, peak, idle);
}

async function pushing(bench: Bench, env: BenchEnv): Promise<{ row: Row; idle: number }> {
  const site = await WriteSite.open(bench, env);
  const { pid } = site.service;
  const idle = await idleBytes(pid);
  const ids = await site.makeDocuments(PUSHERS);
  const push = largePushes(bench, site, ids);
  const peak = await peakWhile(pid, () => push(4 * bench.pace.seconds));
  await site.service.stop();
  return { row: rowOf(`${PUSHERS} pushes of 1 MB`, peak, idle), idle };
}

function largePushes(bench: Bench, { service, key }: WriteSite, ids: readonly string[]): Leg {
  const plan = new PlanBuilder();
  const target = plan.target(service.url);
  const blocks = [{ type: 'paragraph' as const, content: 'x'.repeat(PUSHED_BYTES), metadata: null }];
  const body = plan.body(documentBody(blocks, 'Large'));
  for (const id of ids) {
    plan.add({
      kind: 'push',
      target,
      method: 'POST',
      path: `/v1/documents/${id}/versions`,
      headers: { 'X-API-Key': key },
      body,
      status: 201,
    });
  }
  return runsOf(bench, plan.build(), { clients: PUSHERS, watched: {} });
}

/** A process of its own, measured once, whichever case asks first. */
async function rebuilding(bench: Bench, idle: number): Promise<Row> {
  const size = bench.pace.rebuiltDocuments;
  const { peakBytes } = await rebuildAlone(bench);
  return rowOf(`rebuild of ${size} documents`, peakBytes, idle);
}

function rowOf(name: string, peak: number, idle: number): Row {
  return compare({
    key: `memory/${name}/peak`,
    unit: 'MB',
    reference: 'the idle service',
    better: 'lower',
    own: [peak / BYTES_PER_MB],
    against: [idle / BYTES_PER_MB],
  });
}

async function idleBytes(pid: number): Promise<number> {
  await delay(IDLE_MS);
  return residentBytesOf(pid);
}

async function peakWhile(pid: number, work: () => Promise<unknown>): Promise<number> {
  let peak = 0;
  const looking = setInterval(() => {
    peak = Math.max(peak, residentBytesOf(pid));
  }, EVERY_MS);
  await work().finally(() => clearInterval(looking));
  return peak;
}
