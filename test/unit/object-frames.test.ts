import { expect } from 'chai';
import { encodeFrame, FrameReader, type Frame } from '../../src/adapters/segments/object-frames.js';
import { SeededRandom } from '../support/oracle/seeded-random.js';

const FRAMES: readonly Frame[] = [
  { head: { id: 1, text: 'ä' }, body: Buffer.alloc(0) },
  { head: null, body: Buffer.from([0, 255, 1]) },
  { head: { id: 2 }, body: Buffer.alloc(1000, 'b') },
  { head: { id: 3, keys: ['k'.repeat(500)] }, body: Buffer.alloc(0) },
];
const BYTES = Buffer.concat(FRAMES.map(({ head, body }) => encodeFrame(head, body)));

describe('frames of the socket of objects', () => {
  it('are put together from one chunk, and from bytes one by one', () => {
    expect(framesOf([BYTES])).to.deep.equal(FRAMES);
    expect(framesOf([...BYTES].map((byte) => Buffer.from([byte])))).to.deep.equal(FRAMES);
  });

  it('are put together from two chunks, wherever they are cut', () => {
    for (let at = 0; at <= BYTES.length; at++) {
      expect(framesOf([BYTES.subarray(0, at), BYTES.subarray(at)]), String(at)).to.deep.equal(FRAMES);
    }
  });

  it('are put together from chunks of any lengths', () => {
    const random = new SeededRandom(1);
    for (let round = 0; round < 200; round++) {
      const chunks: Buffer[] = [];
      for (let at = 0; at < BYTES.length;) {
        const bytes = random.below(40);
        chunks.push(BYTES.subarray(at, at + bytes));
        at += bytes;
      }
      expect(framesOf(chunks)).to.deep.equal(FRAMES);
    }
  });

  it('are refused by their lengths alone when they are too large', () => {
    const lengths = (head: number, body: number) => {
      const bytes = Buffer.alloc(8);
      bytes.writeUInt32LE(head, 0);
      bytes.writeUInt32LE(body, 4);
      return bytes;
    };
    expect(framesOf([lengths(4 * 1024 * 1024, 512 * 1024 * 1024)])).to.deep.equal([]);
    expect(() => framesOf([lengths(4 * 1024 * 1024 + 1, 0)])).to.throw('too large');
    expect(() => framesOf([lengths(2, 512 * 1024 * 1024 + 1)])).to.throw('too large');
  });

  it('are refused when their head is no JSON, once those before were given', () => {
    const broken = encodeFrame({});
    broken.fill('{', 8);
    const found: Frame[] = [];
    const read = () => {
      for (const frame of new FrameReader().read(Buffer.concat([BYTES, broken]))) found.push(frame);
    };
    expect(read).to.throw(SyntaxError);
    expect(found).to.deep.equal(FRAMES);
  });
});

function framesOf(chunks: readonly Buffer[]): Frame[] {
  const reader = new FrameReader();
  return chunks.flatMap((chunk) => [...reader.read(chunk)]);
}
