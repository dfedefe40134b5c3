// Slow: starts service processes, and kills and ends them under load.
import { expect } from 'chai';
import { expectStatus, type Client } from '../http/client.js';
import {
  content,
  create,
  listVersions,
  push,
  readVersion,
  search,
  unique,
  versionsOf,
  type NewVersion,
} from '../http/making.js';
import { issueKey } from '../support/issue-key.js';
import { describeModes, type TestStorage } from '../support/modes.js';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.js';
import { atOnce, callerAt, eventually, range, saying, searchAll, SHARED_SETTINGS, startProcesses } from './support.js';

const WRITERS = 16;
const DOCUMENTS = 3;
const WRITES_BEFORE = 100;
const WRITES_AFTER = 100;

type Write = { documentId: string; word: string; version: number };

describeModes('races: processes', (makeStorage) => {
  let storage: TestStorage;
  let env: Record<string, string>;
  let key: string;
  let started: ServiceProcess[];

  beforeEach(async () => {
    storage = await makeStorage();
    env = { ...storage.env, ...SHARED_SETTINGS };
    key = await issueKey(env);
    started = [];
  });
  afterEach(async () => {
    await Promise.all(started.map((process) => process.stop()));
    await storage.dispose();
  });

  async function start(count: number): Promise<ServiceProcess[]> {
    const processes = await startProcesses(env, count);
    started.push(...processes);
    return processes;
  }

  /** The process that goes on; in embedded mode one that takes over the folder. */
  async function survivor(): Promise<ServiceProcess> {
    return started[1] ?? ((await start(1))[0] as ServiceProcess);
  }

  it('killed under load lose nothing that they answered for', async () => {
    const [victim, other] = (await start(storage.mode === 'cluster' ? 2 : 1)) as [ServiceProcess, ServiceProcess?];
    const caller = callerAt(victim, key);
    const documents = await atOnce(DOCUMENTS, async () => (await create(caller)).id);
    const load = new Load(documents);
    const doomed = load.run(caller, WRITERS / 2);
    const going = other && load.run(callerAt(other, key), WRITERS / 2);
    await eventually('there is load', async () => load.acknowledged.length >= WRITES_BEFORE);
    await victim.kill();
    await doomed;
    const atKill = load.acknowledged.length;
    if (going) {
      await eventually('the other one goes on', async () => load.acknowledged.length >= atKill + WRITES_AFTER);
      load.stop();
      expect(await going, 'failures at the process that goes on').to.deep.equal([]);
    }
    const heir = callerAt(await survivor(), key);
    for (const id of documents) await expectHistory(heir, id, load);
  }).timeout(60_000);

  it('ended by SIGTERM under load finish what they took and end with 0', async () => {
    const [ending] = (await start(storage.mode === 'cluster' ? 2 : 1)) as [ServiceProcess];
    const tag = unique();
    const made: string[] = [];
    const writers = atOnce(WRITERS, () => createUntilRefused(callerAt(ending, key), tag, made));
    await eventually('there is load', async () => made.length >= WRITES_BEFORE);
    // Not 1, as where a phase of the shutdown takes longer than its limit.
    expect(await ending.stop()).to.equal(0);
    await writers;
    const found = await searchAll(callerAt(await survivor(), key), { tag });
    // A write that nobody got an answer for was never taken.
    expect(found.map(({ title }) => title).sort()).to.deep.equal(made.sort());
  }).timeout(60_000);

  it('that start at once on an empty place agree on what is there', async () => {
    if (storage.mode === 'embedded') return expectOneOwner(env, started);
    const processes = await start(4);
    const callers = processes.map((process) => callerAt(process, key));
    // On a busy machine the first look of one can fail, and it looks again a second later.
    await atOnce(4, (n) =>
      eventually(
        'it takes writes',
        async () => (await (callers[n] as Client).post('/v1/documents', content())).status === 201,
      ),
    );
    const tag = unique();
    const made = await atOnce(20, (n) => create(callers[n % 4] as Client, { metadata: { tags: [tag] } }));
    for (const caller of callers) {
      const found = await searchAll(caller, { tag });
      expect(found.map(({ id }) => id).sort()).to.deep.equal(made.map(({ id }) => id).sort());
    }
    for (const { url } of processes) expect((await fetch(`${url}/health/ready`)).status).to.equal(200);
  }).timeout(60_000);
});

/** Pushes without end to a few documents, and what became of them. */
class Load {
  readonly acknowledged: Write[] = [];
  readonly sent = new Set<string>();
  readonly #documents: readonly string[];
  #stopped = false;

  constructor(documents: readonly string[]) {
    this.#documents = documents;
  }

  /** Each writer goes on until its process is gone, or `stop`; what they were told other than 201. */
  async run(caller: Client, writers: number): Promise<unknown[]> {
    const failures: unknown[] = [];
    await atOnce(writers, async (n) => {
      for (let i = n; !this.#stopped; i++) {
        const failure = await this.#push(caller, this.#documents[i % this.#documents.length] as string);
        if (failure !== undefined) return failures.push(failure);
      }
      return undefined;
    });
    return failures;
  }

  stop(): void {
    this.#stopped = true;
  }

  async #push(caller: Client, documentId: string): Promise<unknown> {
    const word = unique();
    this.sent.add(word);
    try {
      const answer = await caller.post<NewVersion>(versionsOf(documentId), saying(word));
      if (answer.status !== 201) return answer.text;
      this.acknowledged.push({ documentId, word, version: answer.body.version });
      return undefined;
    } catch (error) {
      return error;
    }
  }
}

/** Numbers without gap, every acknowledged write at its own, and no content twice. */
async function expectHistory(caller: Client, id: string, load: Load): Promise<void> {
  const last = await push(caller, id);
  const { versions, current_version: newest } = await listVersions(caller, id);
  expect(last.version).to.equal(newest);
  expect(versions.map(({ version }) => version)).to.deep.equal(range(1, newest));
  const words = await atOnce(newest, async (n) => (await readVersion(caller, id, n + 1)).blocks[0]?.content ?? '');
  const titles = versions.map(({ title }) => title);
  for (const { word, version } of load.acknowledged.filter(({ documentId }) => documentId === id)) {
    expect([titles[version - 1], words[version - 1]]).to.deep.equal([word, word]);
  }
  const pushed = words.slice(1, -1);
  expect(new Set(pushed).size).to.equal(pushed.length);
  for (const word of pushed) expect(load.sent.has(word)).to.equal(true);
  expect((await search(caller, { q: last.title })).results.map((found) => found.id)).to.deep.equal([id]);
}

/** Every request has a connection of its own: after the listener has closed, it is refused. */
async function createUntilRefused(caller: Client, tag: string, made: string[]): Promise<void> {
  for (;;) {
    const title = unique();
    const answer = await caller
      .post('/v1/documents', content({ title, metadata: { tags: [tag] } }))
      .catch((error: NodeJS.ErrnoException) => error);
    if (answer instanceof Error) return void expect(answer.code).to.be.oneOf(['ECONNREFUSED', 'ECONNRESET']);
    expectStatus(answer, 201);
    made.push(title);
  }
}

/** A folder has one owner: of four that start at once one comes up, and the others say why. */
async function expectOneOwner(env: Record<string, string>, started: ServiceProcess[]): Promise<void> {
  const outcomes = await Promise.allSettled(range(1, 4).map(() => startServiceProcess(env)));
  const reasons: string[] = [];
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') started.push(outcome.value);
    else reasons.push((outcome.reason as Error).message);
  }
  expect(started).to.have.length(1);
  for (const reason of reasons)
    expect(reason)
      .to.match(/ended with 1 before it listened/)
      .and.match(/in use|owns/);
}
