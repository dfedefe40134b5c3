import { expect } from 'chai';
import { randomBase62 } from '../../src/domain/base62.js';
import type { Driver } from '../bench/driver/driver.js';
import type { KindFigures, LoadPlan, OpenOutcome } from '../bench/driver/load.js';
import { PlanBuilder } from '../bench/driver/plan-builder.js';
import { ChildModule } from '../bench/support/child-module.js';
import { residentBytesOf } from '../bench/support/process-tree.js';
import { issueKey } from '../support/issue-key.js';
import { descriptors } from './support/figures.js';
import { post, type Posted } from './support/post.js';
import type { AttackTarget } from './support/attacks.js';
import { largeDocument } from './support/target.js';
import type { AttackFigures } from './attacker.js';
import type { AttackerOrder } from './attacker-main.js';

/** An owner at work, calm and beside attacks. `pid`: of the service, where it is to be looked at. */
export type Trial = {
  url: string;
  /** What leads to the service's place. */
  env: Readonly<Record<string, string>>;
  driver: Driver;
  /** Of calm, and as many beside attacks. */
  seconds: number;
  pid?: number | undefined;
};

export type Meanwhile = OpenOutcome & { peakBytes: number; descriptors: number };
export type TrialFigures = { calm: Meanwhile; attacked: Meanwhile; attacks: AttackFigures };

const KINDS = ['search', 'words', 'read', 'push'] as const;
export type Kind = (typeof KINDS)[number];

type Loop = 'open' | 'closed';

const DOCUMENTS = 40;
/** In a closed loop. */
const CLIENTS = 4;
/** Requests of each kind begin so often, whatever the answers take. */
const EVERY_MS = 60;
const WARM_UP_SECONDS = 3;
const MOST_TURNS = 1_000;
const LOOK_EVERY_MS = 100;
/** Of one run of the driver. */
const MOST_SECONDS = 50;
const TIMES = 3;
const PLUS_MS = 150;
/** If the driver itself was late more often, the machine is too busy to measure. */
const MOST_LATE = 0.5;
const LARGE_DOCUMENT_MS = 500;

/**
 * What the p99 of an owner may be, in milliseconds, whatever others do: its p99 in calm times by 3, and 150 more. A
 * search with words may also wait for the words of one document of another owner, which may have 10 MB.
 */
export function boundOf({ p99 }: KindFigures, kind: Kind): number {
  return TIMES * p99 + PLUS_MS + (kind === 'words' ? LARGE_DOCUMENT_MS : 0);
}

export type KindTrial = { kind: Kind; calm: KindFigures; attacked: KindFigures };

export function kindsOf({ calm, attacked }: Pick<TrialFigures, 'calm' | 'attacked'>): KindTrial[] {
  return KINDS.map((kind) => ({
    kind,
    calm: calm.kinds[kind] as KindFigures,
    attacked: attacked.kinds[kind] as KindFigures,
  }));
}

/** Prints the figures. Fails where requests of a kind wait for longer than their bound, or are answered wrongly. */
export function expectWithinBounds(trial: Pick<TrialFigures, 'calm' | 'attacked'>): void {
  const { failed, wrong } = trial.attacked;
  const kinds = kindsOf(trial).map(({ kind, calm, attacked }) => ({
    p99: attacked.p99,
    bound: boundOf(calm, kind),
    words: `${kind}: p99 ${attacked.p99.toFixed(0)} ms, calm ${calm.p99.toFixed(0)}, bound ${boundOf(calm, kind).toFixed(0)}`,
  }));
  process.stdout.write(`      ${kinds.map(({ words }) => words).join('; ')}; ${failed} failed\n`);
  expect(kinds.filter(({ p99, bound }) => p99 > bound).map(({ words }) => words)).to.deep.equal([]);
  expect(wrong).to.deep.equal([]);
}

/**
 * Measures an owner's searches, reads and pushes before and beside all attacks of `support/attacks.ts` at once, in a
 * closed loop: beside so many the thread is never idle, and each of four clients waits for its answer. Raises where one
 * of the owner's requests fails.
 */
export async function tryAllAttacks(trial: Trial): Promise<TrialFigures> {
  const bystander = await Bystander.arrive(trial);
  const at = await prepare(trial.url, await issueKey({ ...trial.env }, { plan: 'pro' }));
  const calm = await bystander.measure('closed');
  const figures = { calm, ...(await bystander.beside({ at, loop: 'closed' })) };
  const wrong = [...calm.wrong, ...figures.attacked.wrong];
  if (wrong.length > 0) throw new Error(`beside attacks: ${wrong.join('; ')}`);
  return figures;
}

/** An owner who does the same again and again, over connections of its own. */
export class Bystander {
  readonly #trial: Trial;
  readonly #plan: LoadPlan;
  readonly #seconds: number;

  /** With some documents, after a warm-up. */
  static async arrive(trial: Trial): Promise<Bystander> {
    const plan = await planOf(trial.url, await issueKey({ ...trial.env }));
    await trial.driver.runOpen(plan, { everyMs: EVERY_MS / 4, seconds: WARM_UP_SECONDS });
    return new Bystander(trial, plan);
  }

  private constructor(trial: Trial, plan: LoadPlan) {
    this.#trial = trial;
    this.#plan = plan;
    this.#seconds = Math.min(MOST_SECONDS, trial.seconds);
  }

  /**
   * Raises where the driver was late too often. Answers that are wrong are counted in an open loop, and raised in a
   * closed one.
   */
  async measure(loop: Loop = 'open'): Promise<Meanwhile> {
    const { pid } = this.#trial;
    const peak = { bytes: 0, descriptors: 0 };
    const look = () => {
      if (pid === undefined) return;
      peak.bytes = Math.max(peak.bytes, residentBytesOf(pid));
      peak.descriptors = Math.max(peak.descriptors, descriptors(pid));
    };
    const looking = setInterval(look, LOOK_EVERY_MS);
    try {
      const outcome = await (loop === 'open' ? this.#runOpen() : this.#runClosed());
      look();
      if (outcome.lateShare > MOST_LATE) {
        throw new Error(`the driver itself was late with ${(100 * outcome.lateShare).toFixed(0)} % of its requests`);
      }
      return { ...outcome, peakBytes: peak.bytes, descriptors: peak.descriptors };
    } finally {
      clearInterval(looking);
    }
  }

  #runOpen(): Promise<OpenOutcome> {
    return this.#trial.driver.runOpen(this.#plan, { everyMs: EVERY_MS, seconds: this.#seconds });
  }

  async #runClosed(): Promise<OpenOutcome> {
    const run = await this.#trial.driver.run(this.#plan, { clients: CLIENTS, seconds: this.#seconds });
    const sent = Object.values(run.kinds).reduce((sum, { count }) => sum + count, 0);
    return { kinds: run.kinds, sent, lateShare: 0, failed: 0, wrong: [] };
  }

  /** Beside attacks, all of `support/attacks.ts` unless named. */
  async beside({
    at,
    only,
    loop,
  }: {
    at: AttackTarget;
    only?: string;
    loop?: Loop;
  }): Promise<Omit<TrialFigures, 'calm'>> {
    const attacker = new ChildModule(new URL('attacker-main.js', import.meta.url));
    const tell = <Value>(order: AttackerOrder) => attacker.ask<Value>(order);
    try {
      await tell({ begin: at, options: { seconds: 2 * this.#seconds, turns: MOST_TURNS, only } });
      const attacked = await this.measure(loop);
      return { attacked, attacks: await tell<AttackFigures>({ end: true }) };
    } finally {
      await attacker.stop();
    }
  }
}

/** Searches by title and by words, reads and pushes by turns, over a few documents. */
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
    const words = `/v1/documents/search?text=${encodeURIComponent(title)}`;
    plan.add({ kind: 'words', target, method: 'GET', path: words, headers, status: 200 });
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
export async function prepare(url: string, key: string): Promise<AttackTarget> {
  const make = (fields: object): Promise<Posted> =>
    post(url, key, { title: 'hostile', visibility: 'public', blocks: [], ...fields });
  const lists = Array.from({ length: 10_000 }, () => ({ type: 'list', content: '- '.repeat(15) }));
  const [large, dear] = [await make(largeDocument(10_000_000)), await make({ blocks: lists })];
  return { url, key, largeId: large.id, dearId: dear.id };
}
