import { expect } from 'chai';
import { create, paragraph } from '../http/making.js';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

import { suite } from './suite.js';

suite('compression', ['alice'], ({ alice }) => {
  const content = 'all work and no play '.repeat(2_000);
  let path: string;
  before(async () => {
    path = `/v1/documents/${(await create(alice, { blocks: [paragraph(content)] })).id}`;
  });

  const ask = (accept?: string, headers: Record<string, string> = {}) =>
    alice.get(path, { ...headers, ...(accept ? { 'Accept-Encoding': accept } : {}) });

  const codings: [string, string, (bytes: Buffer) => Buffer][] = [
    ['gzip', 'gzip', gunzipSync],
    ['br', 'br', brotliDecompressSync],
    ['deflate', 'deflate', inflateSync],
    ['gzip, deflate', 'gzip', gunzipSync],
  ];
  for (const [accept, coding, undo] of codings) {
    it(`is done when asked for with Accept-Encoding: ${accept}`, async () => {
      const [plain, packed] = [await ask(), await ask(accept)];
      expect(packed.headers['content-encoding']).to.equal(coding);
      expect(packed.bytes.length).to.be.below(plain.bytes.length / 4);
      expect(undo(packed.bytes).equals(plain.bytes)).to.equal(true);
      expect(packed.headers.vary ?? '').to.match(/accept-encoding/i);
    });
  }

  for (const accept of [undefined, 'identity', 'gzip;q=0, br;q=0', '*;q=0', 'identity;q=0', 'unheard-of']) {
    it(`is not done with Accept-Encoding: ${accept ?? 'absent'}`, async () => {
      const answer = await ask(accept);
      expect(answer.headers['content-encoding'] ?? 'identity').to.equal('identity');
      expect(answer.bytes.toString()).to.include(content);
    });
  }

  it('is not done where it is not worth it', async () => {
    const headers = { 'Accept-Encoding': 'gzip, br' };
    for (const small of ['/health/live', '/v1/nothing']) {
      expect((await alice.get(small, headers)).headers['content-encoding']).to.equal(undefined);
    }
  });

  it('leaves the ETag of a document as it is, and 304 empty', async () => {
    expect((await ask('gzip')).headers.etag).to.equal('"1"');
    const unchanged = await ask('gzip', { 'If-None-Match': '"1"' });
    expect(unchanged.status).to.equal(304);
    expect(unchanged.bytes.length).to.equal(0);
    expect(unchanged.headers['content-encoding']).to.equal(undefined);
  });
});
