// Alone: makes lists of thousands of rows, and measures memory and how long others wait.
/** Lists that are long, of rows that are long: never more than a slice in memory. */
import { expect } from 'chai';
import { mapConcurrently } from '../../src/platform/concurrently.js';
import { describeModes } from '../support/modes.js';
import { during } from './support/eventually.js';
import { MIB, peakWhile } from './support/figures.js';
import { HostileTarget } from './support/target.js';
import { closeAll, head, Wire } from './support/wire.js';

const SETUP_MS = 300_000;
const TEST_MS = 60_000;
/** Writes to real parts take longer, and both are more than a page. */
const ROWS = { embedded: 3_000, cluster: 1_200 } as const;
const AT_ONCE = 16;
/** Lists asked for together; all of them are less than an owner's share of answers under way. */
const LISTS = 4;
const UNREAD = 24;
const WATCHED_MS = 4_000;
/** What an idle process takes, and room for the collector: the lists themselves are 15 MB each. */
const MOST_GROWTH = 250 * MIB;
/** CPU time of the event loop while another request waits. Lists in one go use 250 to 560 ms. */
const MOST_WAIT_MS = 200;

type List = { name: string; path: string };

describeModes('hostile: long lists', (makeStorage) => {
  let target: HostileTarget;
  let headers: { 'X-API-Key': string };
  let lists: List[];
  before(async function () {
    this.timeout(SETUP_MS);
    target = await HostileTarget.start(await makeStorage());
    const key = await target.key();
    headers = { 'X-API-Key': key };
    lists = [
      { name: 'folders', path: `/v1/folders?parent_id=${await plantFolders(key)}` },
      { name: 'versions', path: `/v1/documents/${await plantVersions(key)}/versions` },
    ];
  });
  after(() => target.dispose());

  const rowCount = () => ROWS[target.storage.mode];
  const numbers = () => Array.from({ length: rowCount() }, (_, n) => n);

  /** Paths of nearly 4,096 bytes. */
  async function plantFolders(key: string): Promise<string> {
    let parent: string | undefined;
    for (let depth = 0; depth < 3; depth++) parent = await makeFolder(key, '🚀'.repeat(255), parent);
    await mapConcurrently(numbers(), AT_ONCE, async (n) => {
      await makeFolder(key, `${String(n).padStart(5, '0')}${'é'.repeat(249)}`, parent);
    });
    return String(parent);
  }

  async function makeFolder(key: string, name: string, parentId?: string): Promise<string> {
    const { status, text } = await target.post('/v1/folders', key, { name, parent_id: parentId });
    expect(status, text).to.equal(201);
    return (JSON.parse(text) as { id: string }).id;
  }

  /** Titles of 2 KB. */
  async function plantVersions(key: string): Promise<string> {
    const id = await target.create(key, {});
    await mapConcurrently(numbers(), AT_ONCE, async (n) => {
      if (n === 0) return;
      const title = `${n} ${'🚀'.repeat(490)}`;
      expect((await target.post(`/v1/documents/${id}/versions`, key, { title, blocks: [] })).status).to.equal(201);
    });
    return id;
  }

  for (const [n, name] of ['folders', 'versions'].entries()) {
    const list = () => lists[n] as List;

    it(`of ${name} keep nobody waiting while four of them are made at once`, async function () {
      this.timeout(TEST_MS);
      // The first list of a process is dearer: its code is not compiled yet.
      await readThrough(list().path);
      let [isDone, longest] = [false, 0];
      const asked = Promise.all(Array.from({ length: LISTS }, () => readThrough(list().path)));
      void asked
        .finally(() => {
          isDone = true;
        })
        .catch(() => undefined);
      while (!isDone) {
        longest = Math.max(longest, await target.mainThreadMsOfProbe());
      }
      expect(await asked).to.deep.equal(new Array(LISTS).fill(200));
      expect(longest).to.be.below(MOST_WAIT_MS);
    });

    it(`of ${name} hold little memory where 24 clients do not read them`, async function () {
      this.timeout(TEST_MS);
      const wires = Array.from({ length: UNREAD }, () => new Wire(target.url));
      const idle = await peakWhile(target.pid, () => target.probe());
      const peak = await peakWhile(target.pid, async () => {
        for (const wire of wires) wire.write(head({ path: list().path, headers }));
        await during(WATCHED_MS, () => target.probe());
      }).finally(() => closeAll(wires));
      expect((peak - idle) / MIB).to.be.below(MOST_GROWTH / MIB);
    });
  }

  /** Its status; what comes is thrown away at once, so that the reader is not what keeps anybody waiting. */
  async function readThrough(path: string): Promise<number> {
    const answer = await fetch(`${target.url}${path}`, { headers: { ...headers, 'Accept-Encoding': 'identity' } });
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) expect(chunk.length).to.be.above(0);
    return answer.status;
  }
});
