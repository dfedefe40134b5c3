import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { expectStatus, header, type Headers } from '../http/client.js';
import {
  content,
  keyPath,
  listVersions,
  put,
  readByKey,
  unique,
  type FolderList,
  type PutDocument,
} from '../http/making.js';
import { expectError } from './expecting.js';
import { deleteByKey } from './making.js';
import { suite } from './suite.js';

const keyed = (key = unique()): Headers => ({ 'Idempotency-Key': key });

suite('documents: by key, repeated', ['alice', 'limited'], ({ alice, limited }) => {
  const send = (key: string, body: object, headers: Headers = {}) =>
    alice.put<PutDocument>(keyPath(key), body, headers);

  it('answers a repeat with an Idempotency-Key as the first time, after later versions too', async () => {
    const [key, first, second] = [unique(), keyed(), keyed()];
    const [one, two] = [content(), content()];
    const made = expectStatus(await send(key, one, first), 201);
    const updated = expectStatus(await send(key, two, second), 200);
    await put(alice, key, content());
    expect(expectStatus(await send(key, one, first), 201)).to.deep.equal(made);
    expect(expectStatus(await send(key, two, second), 200)).to.deep.equal(updated);
    expect((await listVersions(alice, made.id)).current_version).to.equal(3);
    expect(expectError(await send(key, two, first), 409, 'IDEMPOTENCY_KEY_REUSED')).to.deep.equal({
      document_id: made.id,
    });
  });

  it('refuses an Idempotency-Key whose document was deleted, also when a new one was made', async () => {
    const [key, body, repeat, other] = [unique(), content(), keyed(), keyed()];
    const { id } = expectStatus(await send(key, body, repeat), 201);
    expectStatus(await send(key, content(), other), 200);
    await deleteByKey(alice, key);
    const refused = async (): Promise<void> => {
      for (const used of [repeat, other]) {
        const details = expectError(await send(key, body, used), 409, 'IDEMPOTENCY_KEY_REUSED');
        expect(details).to.deep.equal({ document_id: id });
      }
    };
    await refused();
    const next = await put(alice, key, content());
    expect(next.id).not.to.equal(id);
    await refused();
    await deleteByKey(alice, key);
    await put(alice, key, content());
    await refused();
    expect((await listVersions(alice, (await readByKey(alice, key)).id)).current_version).to.equal(1);
  });

  it('uses one unit of the quota for a new document, and none for a version', async () => {
    const keys = [unique(), unique(), unique()] as const;
    const used = (key: string) => limited.put<PutDocument>(keyPath(key), content());
    for (const [n, key] of keys.entries()) expect(header(await used(key), 'X-Quota-Used')).to.equal(`${n + 1}`);
    const refused = await used(unique());
    expect(expectError(refused, 403, 'QUOTA_EXCEEDED')).to.deep.equal({ used: 3, limit: 3 });
    expect(header(refused, 'X-Quota-Used')).to.equal('3');
    expect(expectStatus(await used(keys[0]), 200).result).to.equal('updated');
    await deleteByKey(limited, keys[0]);
    expectError(await used(keys[0]), 403, 'QUOTA_EXCEEDED');
    const body = content({ folder_path: `/${unique()}` });
    expectError(await limited.put(keyPath(keys[0]), body), 403, 'QUOTA_EXCEEDED');
    expectError(await limited.post('/v1/documents', body), 403, 'QUOTA_EXCEEDED');
    expect(expectStatus(await limited.get<FolderList>('/v1/folders'), 200).folders).to.deep.equal([]);
  });
});

suite('documents: content hash', ['alice'], ({ alice }) => {
  /** Written by hand: names sorted, no blanks, numbers as ECMAScript writes them. */
  const vectors: [object, string][] = [
    [{ title: 'A', blocks: [] }, '{"blocks":[],"content_type":"markdown","metadata":null,"title":"A"}'],
    [
      {
        title: 'ü "\u20ac" \u0007',
        content_type: 'text',
        metadata: { '\u00e9': 1e21, b: [1.0, -0, 0.000001, 1e-7], a: { '10': true, '2': null } },
        blocks: [
          { type: 'divider', content: '---' },
          { type: 'image', content: '/', metadata: { z: '', alt: '\ud83d\ude00' } },
        ],
      },
      '{"blocks":[{"content":"","metadata":null,"type":"divider"},' +
        '{"content":"/","metadata":{"alt":"\ud83d\ude00","z":""},"type":"image"}],' +
        '"content_type":"text","metadata":{"a":{"10":true,"2":null},"b":[1,0,0.000001,1e-7],"\u00e9":1e+21},' +
        '"title":"ü \\"\u20ac\\" \\u0007"}',
    ],
  ];
  for (const [body, canonical] of vectors) {
    it(`is the SHA-256 of ${canonical.slice(0, 40)}…`, async () => {
      const { content_hash } = await put(alice, unique(), body);
      expect(content_hash).to.equal(createHash('sha256').update(canonical).digest('hex'));
    });
  }
});
