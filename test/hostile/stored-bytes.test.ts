/** Bytes that are stored: few of them on the wire can be many on the disk. */
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect } from 'chai';
import { exchange, type Received } from '../http/exchange.js';
import { describeModes } from '../support/modes.js';
import { diskBytes } from './support/figures.js';
import { HostileTarget } from './support/target.js';
import { begunPost, Wire } from './support/wire.js';

const TEST_MS = 90_000;
const BODY_BYTES = 10 * 1024 * 1024 - 100;
const FREE_BYTES = 100_000_000;
const TRIES = 14;
const PATH_BYTES = 4_096;

describeModes('hostile: bytes that are stored', (makePlace) => {
  let target: HostileTarget;
  let key: string;
  let answers: Received[];
  let emptyBytes: number;
  before(async function () {
    this.timeout(TEST_MS);
    target = await HostileTarget.start(await makePlace());
    key = await target.key({ plan: 'free' });
    emptyBytes = await onDisk();
    answers = [];
    for (let n = 0; n < TRIES; n++) answers.push(await pushPacked());
  });
  after(() => target.dispose());

  const text = JSON.stringify({ title: 'x', blocks: [{ type: 'paragraph', content: 'x'.repeat(BODY_BYTES) }] });
  const packed = brotliCompressSync(text);

  /** Of the object store in embedded mode; in cluster mode nothing of it is on this service's disk. */
  async function onDisk(): Promise<number> {
    const folder = target.env['DATA_DIR'];
    return folder === undefined ? 0 : diskBytes(join(folder, 'log'));
  }

  function pushPacked(): Promise<Received> {
    return exchange(target.url, {
      method: 'POST',
      path: '/v1/documents',
      body: packed,
      headers: {
        'X-API-Key': key,
        'Content-Type': 'application/json',
        'Content-Encoding': 'br',
        'Content-Length': packed.length,
      },
    });
  }

  it('are counted as they are stored: a free plan ends after 100 MB', () => {
    expect(packed.length).to.be.below(150);
    const made = answers.filter(({ status }) => status === 201).length;
    expect(made).to.equal(Math.floor(FREE_BYTES / text.length));
    expect(answers.slice(made).map(({ status }) => status)).to.deep.equal(new Array(TRIES - made).fill(429));
  });

  it('are told as the window that is full, and when it ends', () => {
    const last = answers.at(-1) as Received;
    expect(JSON.parse(last.text)).to.have.nested.property('error.details.window', 'bytes');
    expect(JSON.parse(last.text)).to.have.nested.property('error.code', 'RATE_LIMITED');
    expect(Number(last.headers['retry-after'])).to.be.within(80_000, 86_400);
  });

  it('are bounded on the disk', async () => {
    expect((await onDisk()) - emptyBytes).to.be.below(FREE_BYTES + 2 * text.length);
  });

  it('keep nobody from reading', async () => {
    expect((await target.get('/v1/folders', { 'X-API-Key': key })).status).to.equal(200);
  });

  it('are judged by the stated length before a body is read', async () => {
    const wire = new Wire(target.url, { reads: true });
    wire.write(begunPost('/v1/documents', key, { length: 9_000_000, sent: '' }));
    await wire.until(/HTTP\/1\.1 429 /);
    wire.close();
  });
});

describeModes('hostile: paths of folders', (makePlace) => {
  let target: HostileTarget;
  let key: string;
  before(async () => {
    target = await HostileTarget.start(await makePlace());
    key = await target.key();
  });
  after(() => target.dispose());

  async function make(name: string, parentId?: string): Promise<{ status: number; body: Record<string, unknown> }> {
    const { status, text } = await target.post('/v1/folders', key, { name, parent_id: parentId });
    return { status, body: JSON.parse(text) as Record<string, unknown> };
  }

  it('are at most 4,096 bytes of UTF-8; beyond it 400, at /parent_id', async function () {
    this.timeout(TEST_MS);
    let parent: string | undefined;
    // Four names of 255 characters of four bytes, and their slashes, are 4,084 bytes.
    for (let depth = 0; depth < 4; depth++) parent = String((await make('🚀'.repeat(255), parent)).body['id']);
    const most = await make('x'.repeat(PATH_BYTES - 4 * 1_021 - 1), parent);
    expect(most.status).to.equal(201);
    expect(Buffer.byteLength(String(most.body['path']))).to.equal(PATH_BYTES);
    for (const name of ['x'.repeat(PATH_BYTES - 4 * 1_021), '🚀'.repeat(255), 'é'.repeat(6)]) {
      const { status, body } = await make(name, parent);
      expect(status).to.equal(400);
      expect(body).to.have.nested.property('error.details.errors[0].path', '/parent_id');
    }
    expect((await make('x', String(most.body['id']))).status).to.equal(400);
  });
});
