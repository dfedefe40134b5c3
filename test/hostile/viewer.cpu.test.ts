// Measures CPU time.
/** Pages that are dear to make cost little to ask for. */
import { expect } from 'chai';
import { exchange } from '../http/exchange.js';
import { embeddedStorage } from '../support/modes.js';
import { eventually } from './support/eventually.js';
import { mainThreadMs, processMs } from './support/figures.js';
import { HostileTarget } from './support/target.js';
import { head, Wire } from './support/wire.js';

const TEST_MS = 60_000;
const LARGEST_PART = 1_000_000;
const REPEATS = 5;
/** A request that renders nothing takes a millisecond or so. */
const MS_PER_REQUEST = 10;
/** Of the main thread for one part, in a process that is not warm, on a slow machine. */
const MS_PER_PART = 100;
const DESCRIPTIONS = 500;
const NEXT = /href="(\?part=\d+)"[^>]*rel="next"|rel="next"[^>]*href="(\?part=\d+)"/;

/** Lists within lists: the dearest Markdown for its length. */
function listBlocks(count: number): object[] {
  return Array.from({ length: count }, () => ({ type: 'list', content: `${'- '.repeat(15)}a` }));
}

describe('hostile: large public pages', function () {
  this.timeout(TEST_MS);
  let target: HostileTarget;
  let key: string;
  let id: string;
  before(async () => {
    target = await HostileTarget.start(await embeddedStorage(), { settings: { VIEWER_PER_MINUTE: '100000' } });
    key = await target.key();
    id = await target.create(key, { visibility: 'public', blocks: listBlocks(10_000) });
  });
  after(() => target.dispose());

  async function cpuOf(work: () => Promise<unknown>): Promise<number> {
    const before = mainThreadMs(target.pid);
    await work();
    return mainThreadMs(target.pid) - before;
  }

  /** Their statuses. */
  async function requests(method: string, headers: Record<string, string>, path = `/d/${id}`): Promise<number[]> {
    const statuses: number[] = [];
    for (let n = 0; n < REPEATS; n++) statuses.push((await exchange(target.url, { method, path, headers })).status);
    return statuses;
  }

  it('cost next to nothing when they are asked for again', async () => {
    await target.get(`/d/${id}`);
    expect(await cpuOf(() => requests('GET', {}))).to.be.below(REPEATS * MS_PER_REQUEST);
  });

  it('cost next to nothing when only their headers are asked for', async () => {
    expect(await cpuOf(() => requests('HEAD', {}))).to.be.below(REPEATS * MS_PER_REQUEST);
  });

  it('cost next to nothing when the client has them', async () => {
    const { etag } = (await target.get(`/d/${id}`)).headers;
    let statuses: number[] = [];
    const cpu = await cpuOf(async () => {
      statuses = await requests('GET', { 'If-None-Match': String(etag) });
    });
    expect(new Set(statuses)).to.deep.equal(new Set([304]));
    expect(cpu).to.be.below(REPEATS * MS_PER_REQUEST);
  });

  it('cost next to nothing when the client has any, which renders nothing', async () => {
    const other = await target.create(key, { visibility: 'public', blocks: listBlocks(10_000) });
    expect(await cpuOf(() => requests('GET', { 'If-None-Match': '*' }, `/d/${other}`))).to.be.below(
      REPEATS * MS_PER_REQUEST,
    );
  });

  it('come in linked parts of at most 1,000,000 characters, each of bounded cost', async () => {
    let path: string | undefined = `/d/${id}`;
    let items = 0;
    let parts = 0;
    while (path !== undefined) {
      let text = '';
      const cpu = await cpuOf(async () => {
        const answer = await target.get(path as string);
        expect(answer.status).to.equal(200);
        text = answer.text;
      });
      expect(text.length).to.be.at.most(LARGEST_PART);
      expect(cpu).to.be.below(MS_PER_PART);
      parts++;
      items += text.match(/<article|<ul|- - - -/g)?.length ?? 0;
      const [, first, second] = NEXT.exec(text) ?? [];
      const next = first ?? second;
      path = next === undefined ? undefined : `/d/${id}${next}`;
    }
    expect(parts).to.be.above(1);
    expect(items).to.be.above(9_000);
  });

  it('do not keep others waiting while they are made', async () => {
    const ids = await Promise.all(
      [0, 1, 2, 3].map(() => target.create(key, { visibility: 'public', blocks: listBlocks(10_000) })),
    );
    const pages = Promise.all(ids.map((each) => target.get(`/d/${each}`)));
    let isDone = false;
    void pages.finally(() => {
      isDone = true;
    });
    let slowest = 0;
    while (!isDone) slowest = Math.max(slowest, await target.mainThreadMsOfProbe());
    await pages;
    expect(slowest).to.be.below(100);
  });
});

describe('hostile: the description of the interface', function () {
  this.timeout(TEST_MS);
  const PATH = '/openapi.json';
  const BR = { 'Accept-Encoding': 'br' };
  let target: HostileTarget;
  before(async () => {
    target = await HostileTarget.start(await embeddedStorage());
  });
  after(() => target.dispose());

  it('is compressed once: 500 requests cost little', async () => {
    await target.get(PATH, BR);
    const before = processMs(target.pid);
    const wire = new Wire(target.url, { reads: true });
    const request = head({ path: PATH, headers: BR });
    wire.write(request.repeat(DESCRIPTIONS) + head({ path: '/health/live' }));
    await eventually('answered', TEST_MS, () => wire.statuses.length > DESCRIPTIONS);
    wire.close();
    expect(new Set(wire.statuses)).to.deep.equal(new Set([200]));
    // Compressing it takes about ten.
    expect((processMs(target.pid) - before) / DESCRIPTIONS).to.be.below(1.5);
  });
});
