import { expect } from 'chai';
import { readConfig } from '../../src/config/read-config.js';
import { DOCUMENTS_PREFIX } from '../../src/log/object-keys.js';
import { openObjectStore } from '../../src/server/backends.js';
import { Client, type Answer } from '../http/client.js';
import { paragraph, search, type FoundPage } from '../http/making.js';
import { issueKey, type KeyOptions } from '../support/issue-key.js';
import { describeModes, type TestStorage } from '../support/modes.js';
import { until } from '../support/until.js';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.js';

const START_MS = 60_000;
const PATIENCE_MS = 30_000;
const PAGE = 50;

/** The same for all processes, so that answers compare byte for byte. */
export const SHARED_SETTINGS = { PUBLIC_URL: 'https://docs.example' };

/** The same caller at two processes. */
export type ReplicaCallers = [Client, Client];

/**
 * Two processes of the service on one place; in embedded mode, where one process owns the folder, the same one
 * twice. To be used in hooks and tests.
 */
export class Pair {
  #running: Running | undefined;

  /** The variables that lead to the place. */
  get env(): Record<string, string> {
    if (!this.#running) throw new Error('no process runs yet: use it in a hook or a test');
    return this.#running.env;
  }

  async start(storage: TestStorage, settings: Record<string, string>): Promise<void> {
    const env = { ...storage.env, ...SHARED_SETTINGS, ...settings };
    const processes = await startProcesses(env, storage.mode === 'cluster' ? 2 : 1);
    this.#running = { storage, env, processes };
  }

  async stop(): Promise<void> {
    if (!this.#running) return;
    await Promise.all(this.#running.processes.map((process) => process.stop()));
    await this.#running.storage.dispose();
  }

  /** A new owner's key at both. */
  async callers(options?: KeyOptions): Promise<ReplicaCallers> {
    const key = await issueKey(this.env, options);
    const [first, last] = [this.#running?.processes.at(0), this.#running?.processes.at(-1)];
    return [callerAt(first as ServiceProcess, key), callerAt(last as ServiceProcess, key)];
  }
}

type Running = { storage: TestStorage; env: Record<string, string>; processes: ServiceProcess[] };

/** Facts about two processes on one place, in each mode. */
export function describePair(title: string, facts: (pair: Pair) => void, settings: Record<string, string> = {}): void {
  describeModes(`races: ${title}`, (makeStorage) => {
    const pair = new Pair();
    before(async function () {
      this.timeout(START_MS);
      await pair.start(await makeStorage(), settings);
    });
    after(() => pair.stop());
    facts(pair);
  });
}

/** All at once; where one does not come up, the others are ended. */
export async function startProcesses(env: Record<string, string>, count: number): Promise<ServiceProcess[]> {
  const starts = await Promise.allSettled(Array.from({ length: count }, () => startServiceProcess(env)));
  const started = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const failure = starts.find((start) => start.status === 'rejected');
  if (!failure) return started;
  await Promise.all(started.map((process) => process.kill()));
  throw failure.reason as Error;
}

export function callerAt({ url }: { url: string }, key: string): Client {
  return new Client(url, { 'X-API-Key': key });
}

/** Runs `job` for 0 … count-1, all of them at once; results in that order. */
export function atOnce<T>(count: number, job: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => job(n)));
}

/** Runs `job` for 0 … count-1 in that many rows at once, one after another in each row. */
export async function inRows(count: number, rows: number, job: (n: number) => Promise<void>): Promise<void> {
  const numbers = Array.from({ length: count }, (_, n) => n).values();
  await atOnce(rows, async () => {
    for (const n of numbers) await job(n);
  });
}

/** One of the two, by turns. */
export function turn([one, other]: ReplicaCallers, n: number): Client {
  return n % 2 === 0 ? one : other;
}

/** The one that a turn does not fall to. */
export function otherTurn(callers: ReplicaCallers, n: number): Client {
  return turn(callers, n + 1);
}

/** Content that is told apart from every other by its word. */
export function saying(word: string) {
  return { title: word, blocks: [paragraph(word)] };
}

export function keyed(key: string): Record<string, string> {
  return { 'Idempotency-Key': key };
}

/** How many answers have which status. */
export function countStatuses(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** What all of them answered, byte for byte; fails unless each is this status. */
export function expectSameText(answers: readonly Answer[], status: number): string {
  expect(countStatuses(answers), answers.find((answer) => answer.status !== status)?.text).to.deep.equal({
    [status]: answers.length,
  });
  expect(new Set(answers.map(({ text }) => text)).size).to.equal(1);
  return answers[0]?.text as string;
}

/** `from` … `to`, both included. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

export function inOrder(numbers: readonly number[]): number[] {
  return [...numbers].sort((a, b) => a - b);
}

/** All that a search finds, page after page. */
export async function searchAll(client: Client, query: Record<string, string>): Promise<FoundPage['results']> {
  const found: FoundPage['results'] = [];
  for (;;) {
    const { results } = await search(client, { ...query, limit: PAGE, offset: found.length });
    found.push(...results);
    if (results.length < PAGE) return found;
  }
}

/** Numbers of the objects in a document's log, from the object store itself. */
export async function slotsOf(env: Record<string, string>, documentId: string): Promise<number[]> {
  const store = await openObjectStore(readConfig(env).storage);
  try {
    const slots: number[] = [];
    for await (const key of store.list(`${DOCUMENTS_PREFIX}${documentId}/`)) {
      slots.push(Number(/(\d+)\.json$/.exec(key)?.[1]));
    }
    return slots;
  } finally {
    await store.close();
  }
}

/** Asks again and again until it is so; fails after 30 seconds. */
export function eventually(what: string, isSo: () => Promise<boolean>): Promise<void> {
  return until(isSo, PATIENCE_MS, what);
}
