import { expect } from 'chai';
import { quire } from '../cli/quire.js';
import { syncEnv } from '../cli/sync-places.js';
import { Client, expectError, expectStatus, header } from '../http/client.js';
import { create, push } from '../http/making.js';
import { issueKey } from '../support/issue-key.js';
import { startService } from '../support/in-process-service.js';
import { clusterStorage, embeddedStorage, type TestStorage } from '../support/modes.js';
import { SeededRandom } from '../support/oracle/seeded-random.js';
import { Dataset, expectSameAnswers } from './recorded-answers.js';

const SETTINGS = { PUBLIC_URL: 'https://docs.example' };
const OWNERS = ['anna', 'bela'];
const MAKERS = { embedded: embeddedStorage, cluster: clusterStorage };

/** `questions`: so many at least. */
type Size = { documents: number; questions: number };

/** The bucket alone is the backup: neither the index nor the counters of the first service are there for the second. */
export function restores(from: TestStorage['mode'], to: TestStorage['mode'], { documents, questions }: Size): void {
  it(`of ${questions} answers gives the same, byte for byte, from ${from} to ${to}`, async function () {
    this.timeout(240_000);
    const [home, copy] = [await MAKERS[from](), await MAKERS[to]()];
    const keys = await keysOf(home);
    const first = await startService(home, SETTINGS);
    const dataset = new Dataset(callersAt(first.url, keys), new SeededRandom(20_260_814));
    await dataset.make(documents);
    const before = await dataset.recordAnswers();
    expect(before.length).to.be.at.least(questions);
    const used = await usedBy(callersAt(first.url, keys));
    const { id } = await create(callersAt(first.url, keys)['anna'] as Client);
    await expectDone(home, 'sync', '--from', logOf(home), '--to', logOf(copy));
    await first.close();

    const second = await startService(copy, SETTINGS);
    try {
      const callers = callersAt(second.url, keys);
      expectError(await (callers['anna'] as Client).get('/v1/folders'), 'UNAVAILABLE');
      await expectDone(copy, 'reindex');
      expectSameAnswers(await dataset.recordAnswers(callers), before);
      expect((await push(callers['anna'] as Client, id)).version).to.equal(2);
      // Anna has made one more since, and each makes one to be told.
      expect(await usedBy(callers)).to.deep.equal([(used[0] as number) + 2, (used[1] as number) + 1]);
    } finally {
      await second.close();
    }
  });
}

async function keysOf({ env }: TestStorage): Promise<Record<string, string>> {
  const keys: Record<string, string> = {};
  for (const owner of OWNERS) keys[owner] = await issueKey(env, { owner, plan: 'unmetered' });
  return keys;
}

function callersAt(url: string, keys: Readonly<Record<string, string>>): Record<string, Client> {
  return Object.fromEntries(Object.entries(keys).map(([owner, key]) => [owner, new Client(url, { 'X-API-Key': key })]));
}

/** What the month's quota says of each owner, with a document that is made for it. */
function usedBy(callers: Readonly<Record<string, Client>>): Promise<number[]> {
  return Promise.all(
    Object.values(callers).map(async (caller) => {
      const answer = await caller.post('/v1/documents', { title: 'One more', blocks: [] });
      expectStatus(answer, 201);
      return Number(header(answer, 'X-Quota-Used'));
    }),
  );
}

function logOf({ env, mode }: TestStorage): string {
  return mode === 'embedded' ? (env['DATA_DIR'] as string) : `s3://${env['S3_BUCKET']}/${env['S3_PREFIX']}`;
}

async function expectDone({ env }: TestStorage, ...args: string[]): Promise<void> {
  const { code, stderr } = await quire({ ...syncEnv(), ...env }, ...args);
  expect(code, stderr).to.equal(0);
}
