/** The bytes of answers under way have a bound: one caller gets a quarter of it, and all strangers get half. */
import { expect } from 'chai';
import { embeddedStorage } from '../support/modes.js';
import { eventually } from './support/eventually.js';
import { MIB } from './support/figures.js';
import { largeDocument, HostileTarget } from './support/target.js';
import { closeAll, head, Wire } from './support/wire.js';

const TEST_MS = 60_000;
const WITHIN_MS = 30_000;
const SETTINGS = { ANSWERS_IN_FLIGHT_BYTES: String(64 * MIB) };
const DOCUMENT_BYTES = 10_000_000;
/** A page of so many characters, three bytes each, is one part. */
const PAGE_CHARACTERS = 900_000;
/** Of a quarter of the budget four pages are a part that is below it, whichever way their bytes are counted. */
const A_FEW = 4;
const ADDRESSES = 10;

describe('hostile: the bytes of answers under way', function () {
  this.timeout(TEST_MS);
  let target: HostileTarget;
  let [greedy, other]: string[] = [];
  let documentId: string;
  let pageId: string;
  let wires: Wire[];
  let askers = 0;
  before(async () => {
    target = await HostileTarget.start(await embeddedStorage(), { settings: SETTINGS });
    [greedy, other] = [await target.key(), await target.key()];
    documentId = await target.create(greedy, largeDocument(DOCUMENT_BYTES));
    pageId = await target.create(greedy, {
      visibility: 'public',
      content_type: 'text',
      blocks: [{ type: 'paragraph', content: '語'.repeat(PAGE_CHARACTERS) }],
    });
  });
  beforeEach(() => {
    wires = [];
  });
  afterEach(() => closeAll(wires));
  after(() => target.dispose());

  /** The operating system takes the first pages of a connection off the service's hands: the last one stays. */
  function holdPages(connections: number, from: string): void {
    for (let n = 0; n < connections; n++) {
      const wire = new Wire(target.url, { from });
      wire.write(head({ path: `/d/${pageId}` }).repeat(3));
      wires.push(wire);
    }
  }

  function holdDocuments(connections: number): void {
    for (let n = 0; n < connections; n++) {
      const wire = new Wire(target.url);
      wire.write(head({ path: `/v1/documents/${documentId}`, headers: { 'X-API-Key': String(greedy) } }));
      wires.push(wire);
    }
  }

  async function statusOf(
    path: string,
    { key, from }: { key?: string | undefined; from?: string },
  ): Promise<number | undefined> {
    const wire = new Wire(target.url, from === undefined ? {} : { from });
    wire.write(head({ path, headers: key === undefined ? {} : { 'X-API-Key': key } }));
    const text = await wire.firstChunk();
    wire.close();
    return Number(text.slice(9, 12)) || undefined;
  }

  const statusOfPage = (from: string) => statusOf(`/d/${pageId}`, { from });

  it('of one owner are at most a quarter: 503 beyond it, while another owner is served', async () => {
    holdDocuments(8);
    await eventually(
      '503',
      WITHIN_MS,
      async () => (await statusOf(`/v1/documents/${documentId}`, { key: greedy })) === 503,
    );
    const own = await target.create(String(other), largeDocument(DOCUMENT_BYTES));
    expect((await target.get(`/v1/documents/${own}`, { 'X-API-Key': String(other) })).status).to.equal(200);
  });

  it('of one address are at most a quarter: 503 beyond it, while another address is served', async () => {
    await eventually('503', WITHIN_MS, async () => {
      holdPages(1, '127.0.1.1');
      return (await statusOfPage('127.0.1.1')) === 503;
    });
    expect(await statusOfPage('127.0.1.2')).to.equal(200);
  });

  it('of all strangers are at most half: 503 beyond it, while owners are served', async () => {
    for (let n = 1; n <= ADDRESSES; n++) holdPages(A_FEW, `127.0.2.${n}`);
    await eventually('503', WITHIN_MS, async () => {
      holdPages(1, `127.0.4.${++askers}`);
      return (await statusOfPage('127.0.3.1')) === 503;
    });
    const answer = await target.get(`/v1/documents/${documentId}`, { 'X-API-Key': String(greedy) });
    expect(answer.status).to.equal(200);
    expect(answer.bytes.length).to.be.above(DOCUMENT_BYTES);
  });
});

describe('hostile: an answer for which there is no room', function () {
  this.timeout(TEST_MS);
  let target: HostileTarget;
  before(async () => {
    target = await HostileTarget.start(await embeddedStorage(), { settings: { ANSWERS_IN_FLIGHT_BYTES: String(MIB) } });
  });
  after(() => target.dispose());

  it('is 503 without a trace of the coding that it would have had', async () => {
    const id = await target.create(await target.key(), largeDocument(DOCUMENT_BYTES));
    const holding: Wire[] = [];
    const ask = () => target.get('/openapi.json', { 'Accept-Encoding': 'gzip' });
    await eventually('503', WITHIN_MS, async () => {
      const wire = new Wire(target.url);
      holding.push(wire);
      wire.write(head({ path: `/d/${id}` }).repeat(20));
      await wire.firstChunk();
      return (await ask()).status === 503;
    });
    const { headers, text } = await ask();
    expect(headers).not.to.include.any.keys('content-encoding', 'etag');
    expect(text).to.match(/"UNAVAILABLE"/);
    closeAll(holding);
  });
});
