import { expect } from 'chai';
import { headOf, type LivingHead } from '../../src/domain/head.js';
import { newWriteId } from '../../src/domain/ids.js';
import type { Version } from '../../src/domain/version.js';
import { VersionLog } from '../../src/log/version-log.js';
import { nextParts } from '../../src/operations/write/new-version.js';
import { labelKey } from '../support/issue-key.js';
import { keepAsset } from '../support/keep-asset.js';
import { until } from '../support/until.js';
import { withObjects } from '../support/with-objects.js';
import { expectError, expectStatus, header, type Client } from './client.js';
import {
  content,
  create,
  keyPath,
  listVersions,
  push,
  put,
  read,
  readVersion,
  restore,
  unique,
  versionsOf,
  type Limits,
  type NewVersion,
  type VersionDiff,
} from './making.js';
import { describeHttp } from './suite.js';

type Author = { key_id: string; label: string | null } | null;

describeHttp('the author of a version', (api) => {
  let owner: string;
  let ci: Client;
  let ann: Client;
  let authors: { ci: NonNullable<Author>; ann: NonNullable<Author> };
  before(async () => {
    owner = unique();
    ci = await api.caller({ owner, label: 'ci "<b>"' });
    ann = await api.caller({ owner });
    authors = { ci: await authorOf(ci), ann: await authorOf(ann) };
  });

  async function authorOf(client: Client): Promise<NonNullable<Author>> {
    const { key } = expectStatus(await client.get<Limits>('/v1/limits'), 200);
    return { key_id: key.id, label: key.label };
  }

  /** As the list has them, which must be as each version has its own. */
  async function authorsOf(id: string): Promise<Author[]> {
    const { versions } = await listVersions(ann, id);
    const listed = versions.map(({ author }) => author);
    const own = await Promise.all(versions.map(async ({ version }) => (await readVersion(ann, id, version)).author));
    expect(own).to.deep.equal(listed);
    return listed;
  }

  async function bulk(client: Client, lines: readonly object[]): Promise<void> {
    const { text } = await client.bulk(lines.map((line) => JSON.stringify(line)).join('\n'));
    for (const line of text.trim().split('\n')) expect(line).to.match(/"status":20[01]/);
  }

  it('is the key that made it, by create, push, patch and restore', async () => {
    expect(authors.ci.label).to.equal('ci "<b>"');
    expect(authors.ann.label).to.equal(null);
    const { id } = await create(ci);
    await push(ann, id);
    expectStatus(await ci.patch(`/v1/documents/${id}`, { title: unique() }), 200);
    expectStatus(await ann.patch(`/v1/documents/${id}`, { visibility: 'public' }), 200);
    await restore(ci, id, 2);
    await restore(ann, id, 1);
    expect(await authorsOf(id)).to.deep.equal(
      [authors.ci, authors.ann, authors.ci, authors.ann].concat(authors.ci, authors.ann),
    );
  });

  it('is the key that made it, by PUT, by Markdown and by lines of bulk', async () => {
    const key = `${unique()}.md`;
    const { id } = await put(ci, key, content());
    await put(ann, key, { markdown: '# One\n' });
    await bulk(ci, [{ op: 'put', key, document: { markdown: '# Two\n' } }]);
    await bulk(ann, [{ op: 'push', id, document: content() }]);
    await bulk(ci, [{ op: 'patch', key, changes: { title: 'Three' } }]);
    expect(await authorsOf(id)).to.deep.equal([authors.ci, authors.ann, authors.ci, authors.ann].concat(authors.ci));
    const made = unique();
    await bulk(ann, [{ op: 'put', key: made, document: content() }]);
    const { body } = await ann.get<{ id: string }>(keyPath(made));
    expect(await authorsOf(body.id)).to.deep.equal([authors.ann]);
  });

  it('is told of both versions that are compared', async () => {
    const { id } = await create(ci);
    await push(ann, id);
    const { body } = await ann.get<VersionDiff>(`${versionsOf(id)}/1/diff/2`);
    expect([body.from.author, body.to.author]).to.deep.equal([authors.ci, authors.ann]);
  });

  it('is no part of what is compared: equal content by another key is unchanged, under one hash and one tag', async () => {
    const [key, body] = [unique(), content()];
    const first = await put(ci, key, body);
    const again = await put(ann, key, body);
    expect(again).to.include({ result: 'unchanged', version: 1, content_hash: first.content_hash });
    const other = await put(ann, unique(), body);
    expect(other.content_hash).to.equal(first.content_hash);
    expect(await authorsOf(first.id)).to.deep.equal([authors.ci]);
    const tags = await Promise.all(
      [ci, ann].map(async (client) => header(await client.get(`${versionsOf(first.id)}/1`), 'ETag')),
    );
    expect(tags).to.deep.equal(['"1"', '"1"']);
  });

  it('stays that of the first request where another key repeats it, and the answer does not tell it', async () => {
    const [body, repeated] = [content(), { 'Idempotency-Key': unique() }];
    const { id } = await create(ci, body, repeated);
    const first = await ci.post<NewVersion>(versionsOf(id), body, repeated);
    const second = await ann.post<NewVersion>(versionsOf(id), body, repeated);
    expect((await create(ann, body, repeated)).id).to.equal(id);
    expect(expectStatus(second, 201)).to.deep.equal(expectStatus(first, 201));
    expect(first.text).not.to.include(authors.ci.key_id);
    expect(await authorsOf(id)).to.deep.equal([authors.ci, authors.ci]);
  });

  it('has the label that the key had then', async () => {
    const client = await api.caller({ owner, label: 'before' });
    const { id } = await create(client);
    await labelKey(api.storage.env, String(client.headers['X-API-Key']), 'after');
    await until(async () => (await authorOf(client)).label === 'after');
    await push(client, id);
    const { key_id } = await authorOf(client);
    expect(await authorsOf(id)).to.deep.equal([
      { key_id, label: 'before' },
      { key_id, label: 'after' },
    ]);
  });

  it('is null for a version that an older process made, and the next one has its own', async () => {
    const { id } = await create(ci);
    await withObjects(api.storage.env, async (store) => {
      const log = new VersionLog(store);
      const first = (await log.read(id, 1)) as Version;
      const parts = nextParts(headOf(first) as LivingHead, {
        actor: { keyId: 'none', label: null },
        now: new Date(),
        idempotency: null,
      });
      expect(await log.claim({ ...first, ...parts, writeId: newWriteId(), author: null })).to.equal('claimed');
    });
    expect((await push(ann, id)).version).to.equal(3);
    expect(await authorsOf(id)).to.deep.equal([authors.ci, null, authors.ann]);
    await restore(ci, id, 2);
    expect((await authorsOf(id)).at(-1)).to.deep.equal(authors.ci);
  });

  it('is on no page and in no answer to a stranger, nor in documents, lists and files of whoever has a key', async () => {
    const [title, label] = [unique(), unique()];
    const client = await api.caller({ owner, label });
    const { key_id } = await authorOf(client);
    const key = `${title}.md`;
    const sha256 = await keepAsset(api.storage.env, owner, title);
    const made = { visibility: 'public', markdown: `# ${title}\n\n![](a.png)\n`, assets: { 'a.png': sha256 } };
    const { id } = await put(client, key, made);
    await put(client, key, { ...made, markdown: `# ${title}\n\nTwo.\n` });
    expect(await authorsOf(id)).to.deep.equal(Array.from({ length: 2 }, () => ({ key_id, label })));
    const pages = [`/d/${id}`, `/d/${id}.md`, `/d/${id}.json`, `/d/${id}/assets/${sha256}`];
    const document = `/v1/documents/${id}`;
    const keyed = [
      ...[document, keyPath(key), `${document}/view`, `${document}/view?version=1`, `${keyPath(key)}/view`],
      ...[`/v1/documents?key_prefix=${title}`, `/v1/documents/search?q=${title}`],
    ];
    const answers = await Promise.all([
      ...pages.map((path) => api.stranger.get(path)),
      ...keyed.map((path) => ann.get(path)),
      ...[document, `${versionsOf(id)}/1`].map((path) => ann.get(path, { Accept: 'text/markdown' })),
    ]);
    for (const answer of answers) {
      expectStatus(answer, 200);
      const all = answer.text + JSON.stringify(answer.headers);
      for (const secret of [label, key_id, 'author']) expect(all).not.to.include(secret);
    }
    for (const path of [versionsOf(id), `${versionsOf(id)}/1`, `${versionsOf(id)}/1/diff/2`, '/v1/limits']) {
      expectError(await api.stranger.get(path), 'MISSING_API_KEY');
    }
    expect(await read(ann, id)).not.to.have.property('author');
  });

  it('is told to no other owner and to no key that may not read', async () => {
    const { id } = await create(ci, { visibility: 'public' });
    const [bob, writer] = [await api.caller(), await api.caller({ owner, roles: ['documents:write'] })];
    for (const path of [versionsOf(id), `${versionsOf(id)}/1`]) {
      expectError(await bob.get(path), 'NOT_OWNER');
      expectError(await writer.get(path), 'INSUFFICIENT_ROLE');
    }
  });
});
