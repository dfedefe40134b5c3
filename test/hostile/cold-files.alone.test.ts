/** Reads of the embedded mode whose files are not in the memory of the machine. */
import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { medianOf } from '../support/median.js';
import { embeddedStorage } from '../support/modes.js';
import { largeDocument } from './support/target.js';
import { describeStretches, WatchedTarget } from './support/watched-target.js';

const SETUP_MS = 120_000;
const DOCUMENTS = 2_000;
const DOCUMENT_BYTES = 20_000;
const LARGE = 6;
const LARGE_BYTES = 9_000_000;
const TRIES = 5;
/** A document of 10 MB is one `JSON.parse`. */
const MOST_MS = 120;

const NO_DISK = 'nothing was read from a disk: TMPDIR must lie on one, and not in memory';

describeStretches('hostile: cold files', () => {
  let watched: WatchedTarget;
  let folder: string;
  let key: string;
  const ids: string[] = [];
  const large: string[] = [];
  before(async function () {
    this.timeout(SETUP_MS);
    const storage = await embeddedStorage();
    folder = String(storage.env['DATA_DIR']);
    watched = await WatchedTarget.start(storage, { settings: { STRETCHES_CLOCK: 'wall' } });
    key = await watched.target.key({ plan: 'unmetered' });
    const make = async (bytes: number) => watched.target.create(key, largeDocument(bytes));
    while (ids.length < DOCUMENTS)
      ids.push(...(await Promise.all(Array.from({ length: 20 }, () => make(DOCUMENT_BYTES)))));
    while (large.length < LARGE) large.push(await make(LARGE_BYTES));
  });
  after(() => watched.dispose());

  /** The kernel forgets what it holds of the files. What SQLite holds itself is less than the files have. */
  function forget(): void {
    for (const name of readdirSync(folder)) {
      const file = join(folder, name);
      execFileSync('dd', [`if=${file}`, 'of=/dev/null', 'iflag=nocache', 'count=0', 'status=none']);
    }
  }

  /** Bytes that the process has read from a disk. */
  function readBytes(): number {
    return Number(/^read_bytes: (\d+)$/m.exec(readFileSync(`/proc/${watched.target.pid}/io`, 'utf8'))?.[1]);
  }

  async function longest(paths: () => string[]): Promise<number> {
    const tries: number[] = [];
    const before = readBytes();
    for (let n = 0; n < TRIES; n++) {
      forget();
      tries.push(
        await watched.longestDuring(async () => {
          for (const path of paths())
            expect((await watched.target.get(path, { 'X-API-Key': key })).status).to.equal(200);
        }),
      );
    }
    if (readBytes() === before) throw new Error(NO_DISK);
    return medianOf(tries);
  }

  let next = 0;
  const someOf = (from: string[], count: number) =>
    Array.from({ length: count }, () => `/v1/documents/${from[(next += 7) % from.length]}`);

  it('make no stretch of 50 ms in wall time, document by document', async function () {
    this.timeout(SETUP_MS);
    expect(await longest(() => someOf(ids, 100))).to.be.below(50);
  });

  it('make no stretch of 50 ms in wall time in a list', async function () {
    this.timeout(SETUP_MS);
    expect(await longest(() => ['/v1/documents?limit=200', '/v1/documents/search?q=t&limit=50'])).to.be.below(50);
  });

  it('make none but that of decoding where a document is large', async function () {
    this.timeout(SETUP_MS);
    expect(await longest(() => someOf(large, 3))).to.be.below(MOST_MS);
  });
});
