import { expect } from 'chai';
import {
  contentsAt,
  decodeContents,
  encodeContents,
  encodeEntry,
  readEntries,
  TAIL_BYTES,
} from '../../src/adapters/segments/contents.js';
import { KINDS, type RecordEntry } from '../../src/adapters/segments/record.js';

const ENTRIES: readonly RecordEntry[] = [
  { kind: KINDS.start, key: '', size: 44 },
  { kind: KINDS.object, key: 'documents/a/1.json', size: 64 * 1024 * 1024 },
  { kind: KINDS.removal, key: 'k'.repeat(1000), size: 1020 },
  { kind: KINDS.emptied, key: '17', size: 22 },
];
const END = ENTRIES.reduce((sum, { size }) => sum + size, 0);

describe('contents of a segment', () => {
  const contents = encodeContents(ENTRIES.map(encodeEntry), 'identity', END);

  it('are found from the end of the file, and give each record its place, themselves included', () => {
    expect(contentsAt(contents.subarray(-TAIL_BYTES), END + contents.length)).to.deep.equal({
      offset: END,
      size: contents.length,
    });
    let offset = 0;
    const expected = [...ENTRIES, { kind: KINDS.contents, key: 'identity', size: contents.length }].map((entry) => {
      offset += entry.size;
      return { ...entry, offset: offset - entry.size };
    });
    expect([...readEntries(decodeContents(contents) ?? Buffer.alloc(0))]).to.deep.equal(expected);
  });

  it('are not found where the file ends elsewhere, or is shorter than their end', () => {
    const tail = contents.subarray(-TAIL_BYTES);
    for (const fileBytes of [END, END + contents.length - 1, END + contents.length + 1]) {
      expect(contentsAt(tail, fileBytes), String(fileBytes)).to.equal(undefined);
    }
    for (let bytes = 0; bytes < TAIL_BYTES; bytes++) {
      expect(contentsAt(tail.subarray(0, bytes), END + contents.length)).to.equal(undefined);
    }
  });

  it('are none if any byte is damaged, or one is missing or too many', () => {
    for (let at = 0; at < contents.length; at++) {
      const damaged = Buffer.from(contents);
      damaged[at] = (damaged[at] as number) ^ 1;
      expect(decodeContents(damaged), String(at)).to.equal(undefined);
    }
    expect(decodeContents(contents.subarray(0, -1))).to.equal(undefined);
    expect(decodeContents(Buffer.concat([contents, Buffer.from([0])]))).to.equal(undefined);
  });
});
