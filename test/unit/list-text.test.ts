import { expect } from 'chai';
import type { Folder } from '../../src/domain/folder.js';
import { hashSlices, hashTag } from '../../src/http/answers/entity-tags.js';
import { listText, slicesOf } from '../../src/http/answers/list-text.js';
import { folderText } from '../../src/http/present/folders.js';
import { versionSummaryText } from '../../src/http/present/versions.js';
import { folder, versionSummary } from '../support/factories.js';
import { turnsDuring } from '../support/turns-during.js';

const SHAPE = { start: '{"items":[', textOf: (item: string) => JSON.stringify(item), end: '],"n":1}' };
const KIB = 1_024;
const WILD = ['plain', 'quotes " and \\ and \n and \u0000', '😀 \u2028 é', '</script>'];

/** Pages of 100 items of a KiB each; `read`: how many of them were. */
function pagesOf(count: number): { pages: AsyncGenerator<string[]>; items: string[]; read(): number } {
  const items = Array.from({ length: count }, (_, i) => String(i).padEnd(KIB - 3, 'é'));
  let read = 0;
  async function* pages() {
    for (let start = 0; start < count; start += 100, read++) yield items.slice(start, start + 100);
  }
  return { pages: pages(), items, read: () => read };
}

const hold = (): void => undefined;

async function collect(slices: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const slice of slices) all.push(slice);
  return all;
}

describe('the text of a list', () => {
  it('is one text up to 256 Ki characters, an empty one too', async () => {
    for (const count of [0, 1, 255]) {
      const { pages, items } = pagesOf(count);
      expect(await listText(pages, SHAPE, hold)).to.equal(JSON.stringify({ items, n: 1 }));
    }
    expect(await listText(pagesOf(256).pages, SHAPE, hold)).not.to.be.a('string');
  });

  it('comes in slices of 64 Ki characters beyond, which together are the text', async () => {
    for (const count of [256, 257, 320, 1_000]) {
      const { pages, items } = pagesOf(count);
      const slices = await collect((await listText(pages, SHAPE, hold)) as AsyncIterable<string>);
      expect(slices.join('')).to.equal(JSON.stringify({ items, n: 1 }));
      expect(slices.slice(1).every(({ length }) => length < 66 * KIB)).to.equal(true);
      expect(slices).to.have.length(count === 1_000 ? 13 : count === 320 ? 3 : 2);
    }
  });

  it('is booked where it comes in slices, before more than the first of them is read', async () => {
    const held: number[] = [];
    const { pages, read } = pagesOf(1_000);
    const refuse = (bytes: number) => {
      held.push(bytes, read());
      throw new RangeError('no room');
    };
    expect(await listText(pages, SHAPE, refuse).catch((error: unknown) => error)).to.be.instanceOf(RangeError);
    expect(held).to.deep.equal([KIB * KIB, 2]);
    await listText(pagesOf(255).pages, SHAPE, refuse);
    expect(held).to.have.length(2);
  });

  it('is read no further than the slices are asked for', async () => {
    const { pages, read } = pagesOf(10_000);
    const slices = slicesOf(pages, SHAPE);
    await slices.next();
    expect(read()).to.be.at.most(3);
    for (let i = 0; i < 10; i++) await slices.next();
    expect(read()).to.be.at.most(10);
  });

  it('lets the event loop turn after each slice', async () => {
    let slices: string[] = [];
    const turns = await turnsDuring(async () => {
      slices = await collect(slicesOf(pagesOf(2_000).pages, SHAPE));
    });
    expect(turns).to.be.at.least(slices.length - 1);
  });

  it('raises what a page raises', async () => {
    async function* failing() {
      yield ['x'];
      throw new RangeError('no more');
    }
    expect(await listText(failing(), SHAPE, hold).catch((error: unknown) => error)).to.be.instanceOf(RangeError);
  });

  it('has the hash of the whole text', async () => {
    const { pages, items } = pagesOf(1_000);
    expect(await hashSlices(slicesOf(pages, SHAPE))).to.equal(hashTag(JSON.stringify({ items, n: 1 })));
  });

  it('says of a folder what JSON says', () => {
    const folders: Folder[] = WILD.flatMap((name) => [
      folder({ name, path: `/a/${name}` }),
      folder({ name, path: `/${name}`, parentId: folder().id, depth: 7 }),
    ]);
    for (const each of folders) {
      const { id, name, parentId, path, depth, createdAt } = each;
      const changed = { updated_at: createdAt, revision: 3 };
      expect(folderText({ ...each, updatedAt: createdAt, revision: 3 })).to.equal(
        JSON.stringify({ id, name, parent_id: parentId, path, depth, created_at: createdAt, ...changed }),
      );
    }
  });

  it('says of a version what JSON says', () => {
    for (const [i, wild] of WILD.entries()) {
      const summary = versionSummary({ title: wild, version: i + 1, blockCount: i });
      const { version, title, blockCount, createdAt } = summary;
      expect(versionSummaryText(summary)).to.equal(
        JSON.stringify({ version, title, block_count: blockCount, created_at: createdAt, author: null }),
      );
    }
  });
});
