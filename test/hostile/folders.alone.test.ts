// Alone: measures how long requests of others wait.
/** Very many folders in one, and chains of them: legal, as an owner may make so many. */
import { expect } from 'chai';
import { derivedId, newId } from '../../src/domain/ids.js';
import { exchange, type Received, type Sent } from '../http/exchange.js';
import { newOwner } from '../support/factories.js';
import { embeddedStorage } from '../support/modes.js';
import { rounds } from '../support/rounds.js';
import { chainOf, folderNode, PlantedFolders } from './support/planted-folders.js';
import { processMs } from './support/figures.js';
import { describeStretches, WatchedTarget } from './support/watched-target.js';

const SETUP_MS = 120_000;
const TEST_MS = 120_000;
const SIBLINGS = rounds(10_000, 100_000);
const BOUND_MS = 50;
/** CPU time of the same work differs by so much on a machine that others use. */
const NOISE = 1.2;
const TRIES = 3;
/** It is about 1.2: each of the hundred is looked at. The same work differs by as much again. */
const MOST_TIMES = 2;
const PAIRS = 24;
const PAGE = 1_000;
/** With a path of a kilobyte, too. */
const MOST_BYTES_A_FOLDER = 3_000;

const TWINS = { name: 'equal names', nameOf: () => 'twin' };
/** They differ at their end alone. */
const LONG = { name: 'long names', nameOf: (n: number) => `${'😀'.repeat(250)}${String(n).padStart(5, '0')}` };

type Answer = { id: string; folder_id: string };

describeStretches('hostile: many folders', () => {
  let watched: WatchedTarget;
  let planted: PlantedFolders;
  before(async function () {
    this.timeout(SETUP_MS);
    watched = await WatchedTarget.start(await embeddedStorage());
    planted = new PlantedFolders(watched.target.env);
  });
  after(async () => {
    await planted.close();
    await watched.dispose();
  });

  const ask = (key: string, { body, headers, ...sent }: Partial<Sent> & { path: string }): Promise<Received> => {
    const own = { 'X-API-Key': key, ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers };
    return exchange(watched.target.url, { method: 'GET', ...sent, headers: own, body });
  };

  /** Collections of garbage and compilation do not come each time: the best of some tries counts. */
  async function expectShort(what: string, work: () => Promise<unknown>): Promise<void> {
    const tries: number[] = [];
    while (tries.length < TRIES && Math.min(...tries) > NOISE * BOUND_MS) {
      tries.push(await watched.longestDuring(work));
    }
    process.stdout.write(`      ${what}: ${Math.min(...tries).toFixed(0)} ms\n`);
    expect(Math.min(...tries), what).to.be.at.most(NOISE * BOUND_MS);
  }

  async function plantSiblings(nameOf: (n: number) => string): Promise<{ key: string; owner: string; top: string }> {
    const owner = newOwner();
    const top = folderNode(owner, { name: 'top' });
    // Not in their order.
    const numbers = Array.from({ length: SIBLINGS }, (_, n) => (n * 7_919) % SIBLINGS);
    const siblings = numbers.map((n) => folderNode(owner, { name: nameOf(n), parentId: top.id }));
    await planted.plant(owner, [top, ...siblings]);
    return { key: await watched.target.key({ owner }), owner, top: top.id };
  }

  for (const { name, nameOf } of [TWINS, LONG]) {
    it(`of ${name} in one are read from the log in short stretches`, async function () {
      this.timeout(TEST_MS);
      await expectShort('the first read', async () => {
        const { key, top } = await plantSiblings(nameOf);
        expect((await ask(key, { path: `/v1/folders/${top}` })).status).to.equal(200);
      });
    });

    it(`of ${name} in one keep nobody waiting, whatever is done with them`, async function () {
      this.timeout(TEST_MS);
      const { key, top } = await plantSiblings(nameOf);
      const listed = (query: string) => ask(key, { path: `/v1/folders?parent_id=${top}${query}` });
      const all = JSON.parse((await listed('')).text) as { folders: Answer[] };
      expect(all.folders).to.have.length(SIBLINGS);
      const ids = all.folders.map(({ id }) => id).reverse();
      const byPath = `/v1/folders/by-path/top/${encodeURIComponent(nameOf(SIBLINGS - 1))}`;
      const body = (fields: object = {}) => JSON.stringify({ name: nameOf(SIBLINGS / 2), ...fields });
      const create = (headers = {}) =>
        ask(key, { method: 'POST', path: '/v1/folders', body: body({ parent_id: top }), headers });
      const requests: Record<string, [status: number, () => Promise<Received>]> = {
        'a whole list': [200, () => listed('')],
        'the last page': [200, () => listed(`&limit=${PAGE}&offset=${SIBLINGS - PAGE}`)],
        'a read by path': [200, () => ask(key, { path: byPath })],
        'a create': [201, () => create()],
        'a create of a name that is taken': [412, () => create({ 'If-None-Match': '*' })],
        'a rename': [
          200,
          () =>
            ask(key, { method: 'PATCH', path: `/v1/folders/${ids.pop()}`, body: JSON.stringify({ name: newId('x') }) }),
        ],
        'a move': [
          200,
          () => ask(key, { method: 'PATCH', path: `/v1/folders/${ids.pop()}`, body: '{"parent_id":null}' }),
        ],
        'a delete': [204, () => ask(key, { method: 'DELETE', path: `/v1/folders/${ids.pop()}` })],
        'a write to a path': [
          201,
          () => {
            const path = `/v1/documents/by-key/${newId('x')}`;
            return ask(key, { method: 'PUT', path, body: '{"title":"x","blocks":[],"folder_path":"/top/twin"}' });
          },
        ],
        'a delete of all': [
          204,
          async () => {
            await watched.target.probe();
            return ask(key, { method: 'DELETE', path: `/v1/folders/${ids.pop()}?recursive=true` });
          },
        ],
      };
      for (const [what, [status, request]] of Object.entries(requests)) {
        await expectShort(what, async () => {
          const answer = await request();
          expect(answer.status, `${what}: ${answer.text.slice(0, 300)}`).to.equal(status);
          expect(answer.bytes.length).to.be.below(MOST_BYTES_A_FOLDER * SIBLINGS);
        });
      }
    });
  }

  it('of one path that were deleted make nobody wait for the next', async function () {
    this.timeout(TEST_MS);
    const owner = newOwner();
    const key = await watched.target.key({ owner });
    const idOf = (n: number) => derivedId('folder at', owner, JSON.stringify([null, 'again', ...(n > 0 ? [n] : [])]));
    const former = Array.from({ length: 2 * SIBLINGS }, (_, n) =>
      folderNode(owner, { id: idOf(n), name: 'again', state: 'deleted' }),
    );
    await planted.plant(owner, former);
    await ask(key, { path: '/v1/folders' });
    let made = former.length;
    await expectShort('a write to a path', async () => {
      const path = `/v1/documents/by-key/${newId(owner)}`;
      const answer = await ask(key, { method: 'PUT', path, body: '{"title":"x","blocks":[],"folder_path":"/again"}' });
      const { folder_id } = JSON.parse(answer.text) as Answer;
      expect(folder_id).to.equal(idOf(made++));
      expect((await ask(key, { method: 'DELETE', path: `/v1/folders/${folder_id}?recursive=true` })).status).equal(204);
    });
  });

  it('are listed and searched, however deep they are, for little more than one costs', async function () {
    this.timeout(TEST_MS);
    const { pid } = watched.target;
    const [deep, flat] = [await plantChain(100), await plantChain(1)];
    const cost = async ({ key, top }: { key: string; top: string }): Promise<number> => {
      const before = processMs(pid);
      for (let n = 0; n < 40; n++) {
        // A page of results that is kept would cost nothing.
        for (const path of [`/v1/documents?limit=${160 + n}`, `/v1/documents/search?q=below&limit=${10 + n}`]) {
          expect((await ask(key, { path: `${path}&folder_id=${top}&recursive=true` })).status).to.equal(200);
        }
      }
      return processMs(pid) - before;
    };
    const tries = { deep: [] as number[], flat: [] as number[] };
    for (let n = 0; n < PAIRS; n++) {
      tries.deep.push(await cost(deep));
      tries.flat.push(await cost(flat));
    }
    // Other programs and the compiler only ever add to what is measured.
    const quartile = (costs: number[]) => [...costs].sort((a, b) => a - b)[PAIRS / 4] as number;
    const ratio = quartile(tries.deep) / quartile(tries.flat);
    process.stdout.write(`      ${tries.deep.join(', ')} ms beside ${tries.flat.join(', ')} ms\n`);
    expect(ratio).to.be.below(MOST_TIMES);
  });

  /** With 400 documents in the lowest. */
  async function plantChain(length: number): Promise<{ key: string; top: string }> {
    const owner = newOwner();
    const chain = chainOf(owner, length, null);
    await planted.plant(owner, chain);
    await planted.plantDocuments(owner, { folderId: chain.at(-1)?.id as string, title: 'below', count: 400 });
    return { key: await watched.target.key({ owner }), top: chain[0]?.id as string };
  }
});
