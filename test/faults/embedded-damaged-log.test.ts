import { expect } from 'chai';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SqliteObjectStore } from '../../src/adapters/sqlite/log/sqlite-object-store.js';
import { UnavailableError } from '../../src/domain/errors.js';
import { slotKey } from '../../src/log/object-keys.js';
import { newDocumentId } from '../support/log-objects.js';
import { PAGE_BYTES } from '../support/index-files.js';
import { SeededRandom } from '../support/oracle/seeded-random.js';
import { rounds } from '../support/rounds.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const OBJECTS = 400;
const WOUNDED_FILES = rounds(30, 300);

describe('an embedded log whose file is damaged', function () {
  this.timeout(120_000);
  let folder: string;
  let file: string;
  let objects: Map<string, Buffer>;
  let sound: Buffer;

  before(async () => {
    folder = temporaryFolder();
    file = join(folder, 'log.db');
    const random = new SeededRandom(7);
    objects = new Map(
      Array.from({ length: OBJECTS }, (_, n) => [
        slotKey(newDocumentId(), 1),
        Buffer.alloc(random.below(n % 10 === 0 ? 20_000 : 800), `${n} `),
      ]),
    );
    const store = SqliteObjectStore.of(folder);
    await Promise.all([...objects].map(([key, body]) => store.create(key, body)));
    await store.close();
    sound = await readFile(file);
  });
  beforeEach(() => writeFile(file, sound));

  /** How many reads were refused, and how many objects were not found. All others gave what was written. */
  async function readAll(): Promise<{ refused: number; absent: number }> {
    const store = SqliteObjectStore.of(folder);
    const count = { refused: 0, absent: 0 };
    for (const [key, body] of objects) {
      const found = await store.read(key).catch((error: unknown) => error);
      if (found instanceof UnavailableError) count.refused++;
      else if (found === undefined) count.absent++;
      else expect(Buffer.compare(found as Buffer, body), key).to.equal(0);
    }
    await store.close();
    return count;
  }

  it('gives what was written where it is sound', async () => {
    expect(await readAll()).to.deep.equal({ refused: 0, absent: 0 });
  });

  it('gives no wrong object, wherever the damage is', async () => {
    const random = new SeededRandom(46);
    let refused = 0;
    for (let n = 0; n < WOUNDED_FILES; n++) {
      const wounded = Buffer.from(sound);
      for (let wound = 0; wound <= random.below(4); wound++) {
        const at = random.below(wounded.length);
        const end = Math.min(wounded.length, at + 1 + random.below(PAGE_BYTES));
        for (let i = at; i < end; i++) wounded[i] = random.below(256);
      }
      await writeFile(file, wounded);
      refused += (await readAll()).refused;
    }
    expect(refused).to.be.greaterThan(0);
  });

  it('loses few objects where one page is gone', async () => {
    const page = PAGE_BYTES * Math.floor(sound.length / PAGE_BYTES / 2);
    await writeFile(
      file,
      Buffer.concat([sound.subarray(0, page), Buffer.alloc(PAGE_BYTES), sound.subarray(page + PAGE_BYTES)]),
    );
    const { refused, absent } = await readAll();
    expect(refused + absent).to.be.within(1, OBJECTS / 4);
  });

  for (const bytes of [0, 100, PAGE_BYTES]) {
    it(`refuses every read and write where only ${bytes} bytes are left`, async () => {
      await truncate(file, bytes);
      const store = SqliteObjectStore.of(folder);
      const calls = [store.read('a'), store.create('a', Buffer.from('x')), store.remove('a'), firstOf(store)];
      for (const call of calls) {
        const error: unknown = await Promise.resolve(call).catch((reason: unknown) => reason);
        expect(error).to.be.instanceOf(UnavailableError);
        expect((error as Error).message).to.match(/log\.db/);
      }
      await store.close();
    });
  }
});

async function firstOf(store: SqliteObjectStore): Promise<string | undefined> {
  for await (const key of store.list('')) return key;
  return undefined;
}
