import { randomBase62 } from '../../src/domain/base62.js';
import type { Driver } from '../bench/driver/driver.js';
import type { KindFigures, LoadPlan } from '../bench/driver/load.js';
import { PlanBuilder } from '../bench/driver/plan-builder.js';
import { ChildModule } from '../bench/support/child-module.js';
import { residentBytesOf } from '../bench/support/process-tree.js';
import { issueKey } from '../support/issue-key.js';
import { descriptors } from './support/figures.js';
import { post, type Posted } from './support/post.js';
import type { Battlefield } from './support/attacks.js';
import { largeDocument } from './support/target.js';
import type { TormentFigures } from './tormentor.js';
import type { TormentOrder } from './tormentor-main.js';

/** An owner at work, in calm times and tormented. `pid`: of the service, where it is to be looked at. */
export type Duel = {
  url: string;
  /** What leads to the service's place. */
  env: Readonly<Record<string, string>>;
  driver: Driver;
  seconds: number;
  pid?: number | undefined;
};

export type Meanwhile = { kinds: Readonly<Record<string, KindFigures>>; peakBytes: number; descriptors: number };
export type DuelFigures = { calm: Meanwhile; tormented: Meanwhile; attacks: TormentFigures };

const KINDS = ['search', 'read', 'push'] as const;
export type Kind = (typeof KINDS)[number];

const DOCUMENTS = 40;
const CLIENTS = 4;
const WARM_UP_SECONDS = 3;
const MOST_TURNS = 1_000;
const LOOK_EVERY_MS = 100;
/** Of one run of the driver. */
const MOST_SECONDS = 50;
const TIMES = 3;
const PLUS_MS = 150;

/** What the p99 of an owner may be, in milliseconds, whatever others do: its p99 in calm times by 3, and 150 more. */
export function boundOf({ p99 }: KindFigures): number {
  return TIMES * p99 + PLUS_MS;
}

export function kindsOf({ calm, tormented }: DuelFigures): { kind: Kind; calm: KindFigures; tormented: KindFigures }[] {
  return KINDS.map((kind) => ({
    kind,
    calm: calm.kinds[kind] as KindFigures,
    tormented: tormented.kinds[kind] as KindFigures,
  }));
}

/** Measures an owner's searches, reads and pushes before and during the torment; raises where one of them fails. */
export async function fightDuel(duel: Duel): Promise<DuelFigures> {
  const { url, env, driver } = duel;
  const key = await issueKey({ ...env });
  const plan = await planOf(url, key);
  await driver.run(plan, { clients: CLIENTS, seconds: WARM_UP_SECONDS });
  const battlefield = await prepare(url, await issueKey({ ...env }, { plan: 'pro' }));
  const seconds = Math.min(MOST_SECONDS, duel.seconds);
  const calm = await measure(duel, plan, seconds);
  const tormentor = new ChildModule(new URL('tormentor-main.js', import.meta.url));
  const tell = <Value>(order: TormentOrder) => tormentor.ask<Value>(order);
  try {
    await tell({ begin: battlefield, options: { seconds: 2 * seconds, turns: MOST_TURNS } });
    const tormented = await measure(duel, plan, seconds);
    return { calm, tormented, attacks: await tell<TormentFigures>({ end: true }) };
  } finally {
    await tormentor.stop();
  }
}

async function measure({ driver, pid }: Duel, plan: LoadPlan, seconds: number): Promise<Meanwhile> {
  const peak = { bytes: 0, descriptors: 0 };
  const look = () => {
    if (pid === undefined) return;
    peak.bytes = Math.max(peak.bytes, residentBytesOf(pid));
    peak.descriptors = Math.max(peak.descriptors, descriptors(pid));
  };
  const looking = setInterval(look, LOOK_EVERY_MS);
  try {
    const { kinds } = await driver.run(plan, { clients: CLIENTS, seconds });
    look();
    return { kinds, peakBytes: peak.bytes, descriptors: peak.descriptors };
  } finally {
    clearInterval(looking);
  }
}

/** Searches, reads and pushes by turns, over a few documents. */
async function planOf(url: string, key: string): Promise<LoadPlan> {
  const plan = new PlanBuilder();
  const target = plan.target(url);
  const headers = { 'X-API-Key': key };
  const content = { blocks: [{ type: 'paragraph', content: 'Some words. '.repeat(300) }] };
  for (let n = 0; n < DOCUMENTS; n++) {
    const title = `${randomBase62(6)} report`;
    const { id } = await post(url, key, { title, ...content });
    const path = `/v1/documents/search?q=${title.slice(0, 2)}`;
    plan.add({ kind: 'search', target, method: 'GET', path, headers, status: 200 });
    plan.add({ kind: 'read', target, method: 'GET', path: `/v1/documents/${id}`, headers, status: 200 });
    const body = plan.body(JSON.stringify({ title, ...content }));
    plan.add({
      kind: 'push',
      target,
      method: 'POST',
      path: `/v1/documents/${id}/versions`,
      headers,
      body,
      status: 201,
    });
  }
  return plan.build();
}

/** The two documents that the attacks need. */
async function prepare(url: string, key: string): Promise<Battlefield> {
  const make = (fields: object): Promise<Posted> =>
    post(url, key, { title: 'hostile', visibility: 'public', blocks: [], ...fields });
  const lists = Array.from({ length: 10_000 }, () => ({ type: 'list', content: '- '.repeat(15) }));
  const [large, dear] = [await make(largeDocument(10_000_000)), await make({ blocks: lists })];
  return { url, key, largeId: large.id, dearId: dear.id };
}
