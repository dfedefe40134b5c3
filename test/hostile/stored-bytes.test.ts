/** Bytes that are stored: few of them on the wire can be many on the disk. */
import { brotliCompressSync } from 'node:zlib';
import { expect } from 'chai';
import { exchange, type Received } from '../http/exchange.js';
import { describeModes } from '../support/modes.js';
import { diskBytes } from './support/figures.js';
import { HostileTarget } from './support/target.js';

const TEST_MS = 90_000;
const BODY_BYTES = 10 * 1024 * 1024 - 100;
const FREE_BYTES = 100_000_000;
const TRIES = 14;

describeModes('hostile: bytes that are stored', (makeStorage) => {
  let target: HostileTarget;
  let key: string;
  let answers: Received[];
  let emptyBytes: number;
  before(async function () {
    this.timeout(TEST_MS);
    target = await HostileTarget.start(await makeStorage());
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
    return folder === undefined ? 0 : diskBytes(folder);
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

  it('are bounded on the disk', async () => {
    expect((await onDisk()) - emptyBytes).to.be.below(FREE_BYTES + 2 * text.length);
  });
});
