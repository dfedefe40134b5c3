import { expect } from 'chai';
import { expectStatus } from '../http/client.js';
import { content, create, read, unique, type Created } from '../http/making.js';
import { expectError } from './expecting.js';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import { suite } from './suite.js';

const mebibytes10 = 10 * 1024 * 1024;

/** A valid document of exactly `bytes`. */
function bodyOf(bytes: number): string {
  const text = (content: string): string =>
    JSON.stringify({ title: 'large', blocks: [{ type: 'paragraph', content }] });
  return text('x'.repeat(bytes - text('').length));
}

const codings: [string, (data: Uint8Array) => Buffer][] = [
  ['gzip', (data) => gzipSync(data)],
  ['deflate', (data) => deflateSync(data)],
  ['br', (data) => brotliCompressSync(data)],
];

suite('errors: size of bodies', ['alice'], ({ alice }) => {
  function postCoded<T>(coding: string, body: Buffer): ReturnType<typeof alice.send<T>> {
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': coding };
    return alice.send<T>('POST', '/v1/documents', { headers, body: new Uint8Array(body) });
  }

  it('may be 10 MiB', async () => {
    const answer = await alice.postText<Created>('/v1/documents', bodyOf(mebibytes10));
    const { id } = expectStatus(answer, 201);
    expect((await read(alice, id)).blocks[0]?.content.length).to.be.above(mebibytes10 - 100);
    expectStatus(await alice.delete(`/v1/documents/${id}`), 204);
  });

  it('may not be a byte more', async () => {
    expectError(await alice.postText('/v1/documents', bodyOf(mebibytes10 + 1)), 413, 'PAYLOAD_TOO_LARGE');
  });

  it('may not be more on push and on folders either', async () => {
    const { id } = await create(alice);
    for (const path of [`/v1/documents/${id}/versions`, '/v1/folders']) {
      expectError(await alice.postText(path, bodyOf(mebibytes10 + 1)), 413, 'PAYLOAD_TOO_LARGE');
    }
  });

  for (const [coding, compress] of codings) {
    it(`may come as ${coding}`, async () => {
      const title = `${unique()} \u{1f600}`;
      const answer = await postCoded<Created>(coding, compress(Buffer.from(JSON.stringify(content({ title })))));
      expect(expectStatus(answer, 201).title).to.equal(title);
    });

    it(`may not be over 10 MiB after ${coding} is undone, however small before`, async () => {
      const small = compress(Buffer.from(bodyOf(mebibytes10 + 1)));
      expect(small.length).to.be.below(100_000);
      expectError(await postCoded(coding, small), 413, 'PAYLOAD_TOO_LARGE');
    });

    it(`may be 10 MiB after ${coding} is undone`, async () => {
      const { id } = expectStatus(await postCoded<Created>(coding, compress(Buffer.from(bodyOf(mebibytes10)))), 201);
      expectStatus(await alice.delete(`/v1/documents/${id}`), 204);
    });
  }

  it('are refused at a gigabyte of nothing that came as a megabyte', async () => {
    const mebibyte = gzipSync(Buffer.alloc(1024 * 1024, ' '));
    const gigabyte = Buffer.concat(new Array<Buffer>(1_024).fill(mebibyte));
    expectError(await postCoded('gzip', gigabyte), 413, 'PAYLOAD_TOO_LARGE');
  });
});
