import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { relayLines } from '../../src/workers/primary.js';
import { settled } from './fake-member.js';

describe('lines of several processes', () => {
  async function relayed(chunks: readonly Buffer[]): Promise<string[]> {
    const from = new PassThrough();
    const written: string[] = [];
    relayLines(from, {
      write: (lines) => {
        written.push(lines);
      },
    });
    for (const chunk of chunks) {
      from.write(chunk);
      await settled();
    }
    return written;
  }

  it('are written whole, however they come', async () => {
    const text = '{"a":1}\n{"b":"ä€"}\n\n{"c":3}\n';
    const bytes = [...Buffer.from(text)].map((byte) => Buffer.from([byte]));
    expect(await relayed(bytes)).to.deep.equal(['{"a":1}\n', '{"b":"ä€"}\n', '\n', '{"c":3}\n']);
    expect(await relayed([Buffer.from(text)])).to.deep.equal([text]);
  });

  it('are not written as long as their end is missing', async () => {
    expect(await relayed([Buffer.from('{"a":1}\n{"b"'), Buffer.from(':2')])).to.deep.equal(['{"a":1}\n']);
  });
});
