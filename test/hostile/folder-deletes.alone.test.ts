// Alone: measures how long requests of others wait while thousands of documents are removed.
/** Deletes of folders with very many documents below. */
import { expect } from 'chai';
import { newId } from '../../src/domain/ids.js';
import { slotKey } from '../../src/log/object-keys.js';
import { Driver } from '../bench/driver/driver.js';
import { exchange, type Received } from '../http/exchange.js';
import { newOwner } from '../support/factories.js';
import { medianOf } from '../support/median.js';
import { embeddedStorage } from '../support/modes.js';
import { rounds } from '../support/rounds.js';
import { until } from '../support/until.js';
import { Bystander, expectWithinBounds } from './bystander.js';
import { chainOf, PlantedFolders } from './support/planted-folders.js';
import { HostileTarget } from './support/target.js';
import { WatchedTarget } from './support/watched-target.js';

const SETUP_MS = 600_000;
const TEST_MS = 600_000;
const DOCUMENTS = rounds(5_000, 100_000);
const FOLDERS = 10;
const SECONDS = 6;
const TIMES = 3;
const PLUS_MS = 150;
/** More than tasks of the background run at once. */
const DELETES = 6;
const PAGE = 200;
const STRETCH_MS = 60;
/** Collections of garbage and compilation do not come each time. */
const TRIES = 3;

type Planted = { owner: string; key: string; top: string; lowest: string; ids: string[] };

describe('hostile: deletes of folders with many documents', () => {
  const driver = new Driver();
  let watched: WatchedTarget;
  let target: HostileTarget;
  let planted: PlantedFolders;
  beforeEach(async function () {
    this.timeout(SETUP_MS);
    watched = await WatchedTarget.start(await embeddedStorage());
    target = watched.target;
    planted = new PlantedFolders(target.env);
  });
  afterEach(async () => {
    await planted.close();
    await watched.dispose();
  });
  after(() => driver.stop());

  /** Below a folder, in some that are one below the other. */
  async function plant(count: number): Promise<Planted> {
    const owner = newOwner();
    const chain = chainOf(owner, FOLDERS, null);
    await planted.plant(owner, chain);
    const ids: string[] = [];
    for (const { id: folderId } of chain) {
      ids.push(...(await planted.plantDocuments(owner, { folderId, title: 'a below', count: count / FOLDERS })));
    }
    const [top, lowest] = [chain[0]?.id as string, chain.at(-1)?.id as string];
    return { owner, key: await target.key({ owner }), top, lowest, ids };
  }

  const ask = (key: string, path: string, method = 'GET', at = target): Promise<Received> =>
    exchange(at.url, { method, path, headers: { 'X-API-Key': key } });

  const drop = async ({ key, top }: Planted) => {
    const begun = performance.now();
    expect((await ask(key, `/v1/folders/${top}?recursive=true`, 'DELETE')).status).to.equal(204);
    return performance.now() - begun;
  };
  /** The lowest folder is the last. */
  const isSwept = async ({ owner, lowest }: Planted) => !(await planted.hasDocuments(owner, lowest));

  it('are answered as fast as those of empty ones, hide all at once, and leave nothing', async function () {
    this.timeout(TEST_MS);
    const full = await plant(DOCUMENTS);
    const empty: number[] = [];
    for (let n = 0; n < 5; n++) empty.push(await drop(await plant(0)));
    const [shown] = await planted.plantDocuments(full.owner, { title: 'a shown', count: 1 });
    expect((await ask(full.key, `/v1/documents/${full.ids[0]}`)).status).to.equal(200);
    const tookMs = await drop(full);
    process.stdout.write(`      ${tookMs.toFixed(0)} ms, beside ${medianOf(empty).toFixed(0)} ms\n`);
    expect(tookMs).to.be.below(TIMES * medianOf(empty) + PLUS_MS);
    const some = full.ids.filter((_, n) => n % Math.ceil(DOCUMENTS / 50) === 0);
    for (const id of some) expect((await ask(full.key, `/v1/documents/${id}`)).status).to.equal(404);
    for (const path of [`/v1/documents?limit=${PAGE}`, '/v1/documents/search?q=a&limit=50']) {
      expect(await pagesOf(full.key, path)).to.deep.equal([shown]);
    }
    expect(await isSwept(full)).to.equal(false);
    await until(() => isSwept(full), TEST_MS);
  });

  /** What all pages have together. None of them may keep others waiting. */
  async function pagesOf(key: string, path: string): Promise<string[]> {
    const found: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const asked = `${path}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
      let answer: Received | undefined;
      const tries: number[] = [];
      while (tries.length < TRIES && !tries.some((ms) => ms < STRETCH_MS)) {
        tries.push(
          await watched.longestDuring(async () => {
            answer = await ask(key, asked);
          }),
        );
      }
      expect(Math.min(...tries)).to.be.below(STRETCH_MS);
      const { text } = answer as Received;
      const page = JSON.parse(text) as Record<'documents' | 'results', { id: string }[]> & {
        next_cursor: string | null;
      };
      found.push(...(page.documents ?? page.results).map(({ id }) => id));
      cursor = page.next_cursor;
    }
    return found;
  }

  it('keep nobody waiting, neither for answers nor for what is done behind them', async function () {
    this.timeout(TEST_MS);
    this.retries(1);
    const bystander = await Bystander.arrive({ url: target.url, env: target.env, driver, seconds: SECONDS });
    const all: Planted[] = [];
    for (let n = 0; n < DELETES; n++) all.push(await plant(DOCUMENTS / 2));
    const key = await target.key();
    const other = await target.create(key, {});
    const calm = await bystander.measure();
    for (const each of all) await drop(each);
    expect((await ask(key, `/v1/documents/${other}`, 'DELETE')).status).to.equal(204);
    await until(async () => (await planted.store.read(slotKey(other, 1))) === undefined);
    const left = await Promise.all(all.map(async (each) => !(await isSwept(each))));
    expect(left).to.include(true);
    const attacked = await bystander.measure();
    expectWithinBounds({ calm, attacked });
  });

  it('go on where a process was killed, and end with a process that is told to end', async function () {
    this.timeout(TEST_MS);
    const full = await plant(DOCUMENTS);
    const folder = full.top;
    await drop(full);
    await until(async () => (await planted.index.readHead(full.ids[0] as string))?.head.deleted === true);
    await target.service.kill();
    expect(await planted.hasDocuments(full.owner, folder)).to.equal(true);
    const restarted = async () => HostileTarget.start(target.storage);
    const next = await restarted();
    expect((await ask(full.key, `/v1/documents/${full.ids.at(-1)}`, 'GET', next)).status).to.equal(404);
    await until(async () => !(await planted.hasDocuments(full.owner, folder)));
    expect(await next.service.stop(), next.service.lines.join('\n')).to.equal(0);
    expect(await isSwept(full)).to.equal(false);
    const last = await restarted();
    expect((await ask(full.key, `/v1/folders/${newId(full.owner)}`, 'GET', last)).status).to.equal(404);
    await until(() => isSwept(full), TEST_MS);
    await last.stop();
  });
});
