import { expect } from 'chai';
import { expectStatus, type Answer, type Client } from '../http/client.js';
import { content, create, listVersions, push, read, unique } from '../http/making.js';
import { expectInvalid } from './expecting.js';
import { bulk, faultsOf, type LineAnswer } from './bulk-lines.js';
import { suite } from './suite.js';

const MOST = 65_536;
const TAGS = 256;

const tags = Array.from({ length: TAGS }, (_, n) => `tag ${n}`);
const metadata = { tags };
/** As long as it may be with the tags; `more`: too long by so many bytes. */
const titleOf = (more = 0): string => unique().padEnd(MOST / TAGS + more, 'x');

const versionsPath = (id: string): string => `/v1/documents/${id}/versions`;

function expectRefused(answer: Answer): void {
  const faults = expectInvalid(answer);
  expect(faults.map(({ path }) => path)).to.deep.equal(['/metadata/tags']);
  expect(faults[0]?.message)
    .to.include(String(TAGS))
    .and.to.include(String(MOST / TAGS + 1));
}

/** Nothing was made of what was refused. */
async function expectVersions(alice: Client, id: string, count: number): Promise<void> {
  expect((await listVersions(alice, id)).versions).to.have.length(count);
}

suite('documents: tags with long titles', ['alice'], ({ alice }) => {
  it('may be 65,536 bytes of titles together, on every way to make a version', async () => {
    const { id } = await create(alice, { title: titleOf(), metadata });
    await push(alice, id, { title: titleOf(), metadata });
    expectStatus(await alice.patch(`/v1/documents/${id}`, { title: titleOf() }), 200);
    expectStatus(await alice.post(`${versionsPath(id)}/1/restore`), 201);
    const put = content({ title: titleOf(), metadata });
    expectStatus(await alice.put(`/v1/documents/by-key/${unique()}`, put), 201);
    expect((await read(alice, id)).metadata).to.deep.equal(metadata);
  });

  it('are refused beyond it by create, push and PUT, which make nothing', async () => {
    const { id } = await create(alice);
    const body = content({ title: titleOf(1), metadata });
    expectRefused(await alice.post('/v1/documents', body));
    expectRefused(await alice.post(versionsPath(id), body));
    const [key, folder] = [unique(), unique()];
    expectRefused(await alice.put(`/v1/documents/by-key/${key}`, { ...body, folder_path: `/${folder}` }));
    expect((await alice.get(`/v1/documents/by-key/${key}`)).status).to.equal(404);
    expect((await alice.get('/v1/folders')).text).not.to.include(folder);
    await expectVersions(alice, id, 1);
  });

  it('are refused where a patch brings one of them, and the other stays', async () => {
    const tagged = await create(alice, { metadata });
    expectRefused(await alice.patch(`/v1/documents/${tagged.id}`, { title: titleOf(1) }));
    const titled = await create(alice, { title: titleOf(1) });
    expectRefused(await alice.patch(`/v1/documents/${titled.id}`, { metadata }));
    expectRefused(await alice.patch(`/v1/documents/${titled.id}`, { title: titleOf(1), metadata }));
    expectStatus(await alice.patch(`/v1/documents/${titled.id}`, { title: titleOf(), metadata }), 200);
    await expectVersions(alice, tagged.id, 1);
    await expectVersions(alice, titled.id, 2);
  });

  it('are refused in lines of every kind, where they stand in the line', async () => {
    const { id } = await create(alice, { metadata });
    const document = content({ title: titleOf(1), metadata });
    const answers = await bulk(alice, [
      { op: 'create', document },
      { op: 'put', key: unique(), document },
      { op: 'push', id, document },
      { op: 'patch', id, changes: { title: titleOf(1) } },
      { op: 'patch', id, changes: { title: titleOf() } },
    ]);
    const paths = answers.slice(0, 4).map((answer: LineAnswer) => faultsOf(answer));
    expect(paths).to.deep.equal([
      ['/document/metadata/tags'],
      ['/document/metadata/tags'],
      ['/document/metadata/tags'],
      ['/changes/metadata/tags'],
    ]);
    expect(answers[4]?.status).to.equal(200);
    await expectVersions(alice, id, 2);
  });
});
