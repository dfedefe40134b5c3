import { expect } from 'chai';
import { rm, truncate, writeFile } from 'node:fs/promises';
import { LogRefusedError } from '../../src/adapters/segments/log-refused.js';
import { encodeGroup, KINDS, recordOf, sizeAt } from '../../src/adapters/segments/record.js';
import type { SegmentObjectStore } from '../../src/adapters/segments/segment-object-store.js';
import { SeededRandom } from '../support/oracle/seeded-random.js';
import { endAt, NEVER_MS, objectsOf, SegmentFolder } from '../support/segment-folder.js';
import { expectUnavailable } from '../support/expect-unavailable.js';

const BEFORE = { a: 'first', b: 'second', c: 'third' };
const LAST = { 'last/a': 'x'.repeat(50), 'last/b': 'y'.repeat(30), 'last/c': 'z'.repeat(10) };

describe('embedded object store on damaged segments', function () {
  this.timeout(120_000);
  const folders: SegmentFolder[] = [];
  let folder: SegmentFolder;

  beforeEach(async () => {
    folder = await SegmentFolder.make();
    folders.push(folder);
  });
  afterEach(async () => {
    for (const made of folders.splice(0)) await made.remove();
  });

  const changed = async (bytes: Uint8Array) => {
    const copy = await folder.copy(new Map([[2, bytes]]));
    folders.push(copy);
    return copy;
  };

  /** Groups of one object each, and a last group of three. Gives where each group ends. */
  const fill = async (store: SegmentObjectStore) => {
    const ends: number[] = [];
    for (const [key, text] of Object.entries(BEFORE)) {
      await store.create(key, Buffer.from(text));
      ends.push(endOf(store));
    }
    await Promise.all(Object.entries(LAST).map(([key, text]) => store.create(key, Buffer.from(text))));
    return { ends, last: ends.at(-1) as number, end: endOf(store) };
  };

  const expectGoesOn = async (copy: SegmentFolder, why: string) => {
    const cuts: unknown[] = [];
    const { length } = await copy.bytesOf(2);
    const store = await copy.open({ lookAfterMs: NEVER_MS, onCut: (file, cut) => cuts.push({ file, ...cut }) });
    const { segment, offset: at } = endAt(store);
    const isCut = segment === 2 && at < length;
    expect(cuts, why).to.deep.equal(isCut ? [{ file: copy.pathOf(2), at, bytes: length - at }] : []);
    const { 'last/a': a, 'last/b': b, 'last/c': c, ...before } = await objectsOf(store);
    expect(before, why).to.deep.equal(BEFORE);
    const last = Object.entries({ 'last/a': a, 'last/b': b, 'last/c': c }).filter(([, text]) => text !== undefined);
    expect(LAST, why).to.include(Object.fromEntries(last));
    expect(await store.create('new', Buffer.from('new')), why).to.equal('created');
    await store.close();
    expect(await objectsOf(await copy.open()), why).to.deep.equal({
      ...before,
      ...Object.fromEntries(last),
      new: 'new',
    });
    return last.length;
  };

  const refusalOf = async (copy: SegmentFolder) => {
    const error = await copy.open().catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(LogRefusedError);
    return (error as Error).message;
  };

  it('refuses a log of another format, and names it', async () => {
    const start = recordOf(KINDS.start, '', Buffer.from('{"format":5,"others":[]}'));
    await writeFile(folder.pathOf(1), encodeGroup([start], 0));
    expect(await refusalOf(folder)).to.equal('another version of Quire wrote this log: it has the format 5, not 4');
  });

  it('cuts the last group wherever its write was torn, and has all before it', async () => {
    const { last, end } = await fill(await folder.open());
    const bytes = await folder.bytesOf(2);
    expect(bytes.length).to.equal(end);
    const left = new Set<number>();
    for (let length = last; length <= end; length++) {
      left.add(await expectGoesOn(await changed(bytes.subarray(0, length)), `${length} bytes`));
    }
    expect([...left]).to.deep.equal([0, 1, 2, 3]);
  });

  it('cuts the last group whichever of its blocks are missing', async () => {
    const { last, end } = await fill(await folder.open());
    const bytes = await folder.bytesOf(2);
    for (let at = last; at < end; at += 16) {
      const torn = Buffer.from(bytes).fill(0, at, Math.min(at + 16, end));
      await expectGoesOn(await changed(torn), `without 16 bytes at ${at}`);
    }
  });

  it('cuts garbage of any kind after the last group', async () => {
    const store = await folder.open();
    await store.create('first', Buffer.from('x'));
    const goneAt = endOf(store);
    await store.create('gone', Buffer.from('x'));
    const goneEnd = endOf(store);
    await Promise.all([store.remove('gone'), store.remove('first')]);
    const { ends, end } = await fill(store);
    const bytes = await folder.bytesOf(2);
    const random = new SeededRandom(1);
    const garbage = {
      zeros: Buffer.alloc(5000),
      ones: Buffer.alloc(5000, 0xff),
      'a mark': bytes.subarray(0, 4),
      'a head': bytes.subarray(0, 20),
      'an older record': bytes.subarray(ends[0], ends[1]),
      'a record of a removed object': bytes.subarray(goneAt, goneEnd),
      'the rest of a record': bytes.subarray((ends[0] as number) + 10, ends[2]),
      'the beginning of the file': bytes.subarray(0, 500),
      noise: Buffer.from(Array.from({ length: 3000 }, () => random.below(256))),
    };
    for (const [kind, after] of Object.entries(garbage)) {
      const copy = await changed(Buffer.concat([bytes, after]));
      expect(await expectGoesOn(copy, kind), kind).to.equal(3);
      expect((await copy.bytesOf(2)).subarray(0, end).equals(bytes), kind).to.equal(true);
    }
  });

  it('refuses damage that a later group follows, and names file and byte', async () => {
    const { ends } = await fill(await folder.open());
    const bytes = await folder.bytesOf(2);
    const startEnd = sizeAt(bytes, 0) as number;
    const bounds = [0, startEnd, ...ends];
    for (const [index, from] of bounds.slice(0, -1).entries()) {
      const to = bounds[index + 1] as number;
      for (let at = from; at < to; at++) {
        const copy = await changed(flipped(bytes, at));
        const refusal = await refusalOf(copy);
        expect(refusal).to.contain(`${copy.pathOf(2)} is damaged at byte ${from}: restore this file from a copy`);
        expect(refusal).to.contain(`only the ${from} bytes before that can be read`);
      }
    }
  });

  it('goes on with what is before the damage when the file is cut there', async () => {
    const { ends } = await fill(await folder.open());
    const bytes = await folder.bytesOf(2);
    const from = ends[0] as number;
    const copy = await changed(flipped(bytes, from));
    expect(await refusalOf(copy)).to.contain(`byte ${from}:`);
    const cut = await (await changed(bytes.subarray(0, from))).open();
    await cut.put('after', Buffer.from('the cut'));
    expect(await objectsOf(cut)).to.include({ after: 'the cut' });
  });

  it('reads no record but the contents at a start after a proper stop', async () => {
    const store = await folder.open();
    const { ends } = await fill(store);
    await store.close();
    const [from, to] = ends as [number, number];
    const copy = await changed((await folder.bytesOf(2)).fill(0, from, to));
    const next = await copy.open();
    const keys: string[] = [];
    for await (const key of next.list('')) keys.push(key);
    expect(keys).to.have.members(Object.keys({ ...BEFORE, ...LAST }));
    await expectUnavailable(next.read('b'), '0000000002.segment');
    await next.put('b', Buffer.from('again'));
    expect(await objectsOf(next)).to.deep.equal({ ...BEFORE, ...LAST, b: 'again' });
  });

  it('reads the records of a full segment whose contents are damaged, and refuses it if one of them is, too', async () => {
    const store = await folder.open({ segmentBytes: 1_000, lookAfterMs: NEVER_MS });
    for (let n = 0; n < 20; n++) await store.create(`object/${n}`, Buffer.alloc(200, `${n}`));
    const objects = await objectsOf(store);
    await store.close();
    const bytes = await folder.bytesOf(2);
    const withoutContents = flipped(bytes, bytes.length - 40);
    expect(await objectsOf(await (await changed(withoutContents)).open())).to.deep.equal(objects);
    expect(await refusalOf(await changed(flipped(withoutContents, 200)))).to.include('0000000002.segment');
    expect(await refusalOf(await changed(bytes.subarray(0, bytes.length - 1)))).to.include('is not whole');
  });

  it('reads all records of the newest segment at a start without contents', async () => {
    const store = await folder.open();
    const { end } = await fill(store);
    await store.close();
    const bytes = await folder.bytesOf(2);
    expect(bytes.length).to.be.greaterThan(end);
    expect(await expectGoesOn(await changed(bytes.subarray(0, bytes.length - 1)), 'without their end')).to.equal(3);
    expect(await expectGoesOn(await changed(flipped(bytes, end + 30)), 'with damaged contents')).to.equal(3);
  });

  it('raises an error for a record in which any byte is damaged, before and after it is told the size', async () => {
    const store = await folder.open();
    const { ends } = await fill(store);
    await store.close();
    const bytes = await folder.bytesOf(2);
    const next = await folder.open();
    const [from, to] = ends as [number, number];
    for (let at = from; at < to; at++) {
      await writeFile(folder.pathOf(2), flipped(bytes, at));
      await expectUnavailable(next.read('b'), '0000000002.segment');
      await expectUnavailable(
        next.read('b', () => undefined),
        '0000000002.segment',
      );
      expect(String(await next.read('c'))).to.equal('third');
    }
    await truncate(folder.pathOf(2), to - 1);
    await expectUnavailable(next.read('b'), '0000000002.segment');
    await writeFile(folder.pathOf(2), bytes);
    expect(String(await next.read('b'))).to.equal('second');
  });

  it('raises an error where the sound record of another object lies', async () => {
    const store = await folder.open();
    const ends: number[] = [];
    for (const key of ['a', 'b', 'c']) {
      await store.create(key, Buffer.from(`body of ${key}`));
      ends.push(endOf(store));
    }
    await store.close();
    const bytes = await folder.bytesOf(2);
    bytes.copy(bytes, ends[0], ends[1], ends[2]);
    const next = await (await changed(bytes)).open();
    await expectUnavailable(next.read('b'), '0000000002.segment');
  });

  it('refuses a segment before the newest that is missing or not whole', async () => {
    const store = await folder.open({ segmentBytes: 1 });
    await fill(store);
    await store.close();
    expect(await folder.numbers()).to.deep.equal([1, 2, 3, 4, 5]);
    for (const number of [1, 2, 3, 4]) {
      const bytes = await folder.bytesOf(number);
      const cut = await folder.copy(new Map([[number, bytes.subarray(0, bytes.length - 1)]]));
      folders.push(cut);
      expect(await refusalOf(cut)).to.contain(`${cut.pathOf(number)} is not whole`);
      const without = await folder.copy();
      folders.push(without);
      await rm(without.pathOf(number));
      expect(await refusalOf(without)).to.contain(`${without.pathOf(number)} is missing`);
    }
  });

  it('refuses a folder in which the newest segments are missing, all but the first one too', async () => {
    const store = await folder.open({ segmentBytes: 1 });
    await fill(store);
    await store.close();
    const copy = await folder.copy();
    folders.push(copy);
    for (const number of [5, 4, 3, 2]) {
      await rm(copy.pathOf(number));
      expect(await refusalOf(copy)).to.contain(`${copy.pathOf(number - 1)} is followed by another`);
    }
  });

  it('goes on with the segment before one whose making was interrupted at any moment', async () => {
    const store = await folder.open();
    const { end } = await fill(store);
    const bytes = await folder.bytesOf(2);
    await store.close();
    const next = await folder.open({ segmentBytes: 1 });
    await next.put('next', Buffer.from('next'));
    await next.close();
    const made = await folder.bytesOf(3);
    const startEnd = sizeAt(made, 0) as number;
    for (let length = 0; length <= startEnd; length++) {
      const copy = await folder.copy(
        new Map([
          [2, bytes],
          [3, made.subarray(0, length)],
        ]),
      );
      folders.push(copy);
      expect(await expectGoesOn(copy, `${length} bytes`)).to.equal(3);
      expect(await copy.numbers()).to.deep.equal([1, 2]);
    }
    const ended = await folder.copy(new Map([[3, made.subarray(0, startEnd)]]));
    folders.push(ended);
    expect((await folder.bytesOf(2)).length).to.be.greaterThan(end);
    expect(await expectGoesOn(ended, 'after the contents')).to.equal(3);
    expect(await ended.numbers()).to.deep.equal([1, 2, 3]);
  });
});

function endOf(store: SegmentObjectStore): number {
  return endAt(store).offset;
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] as number) ^ 0x10;
  return copy;
}
