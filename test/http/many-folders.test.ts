import { expect } from 'chai';
import { createClient } from '../../src/client/client.js';
import type { FolderNode } from '../../src/domain/folders/changes.js';
import { FolderTree } from '../../src/domain/folders/folder-tree.js';
import { FOLDERS } from '../../src/domain/limits.js';
import type { Backends } from '../../src/server/backends.js';
import { chainOf, folderNode, plantTree } from '../hostile/support/planted-folders.js';
import { issueKey } from '../support/issue-key.js';
import { expectError, expectStatus, type Client } from './client.js';
import {
  content,
  create,
  createFolder,
  keyPath,
  read,
  unique,
  versionsOf,
  type Found,
  type FoundPage,
} from './making.js';
import { describeOwnHttp } from './suite.js';

/** More than an index is asked for at once. */
const SIBLINGS = 600;
const INSIDE = 40;
/** Results are counted in as many. */
const COUNTED = 10_000;
/** More than one request looks at: a search, and a list with a limit of 1. */
const BEFORE = 1_300;
const SETUP_MS = 60_000;

type Page = { documents?: Found[]; results?: Found[]; next_cursor: string | null };

let backends: Backends;
const wrap = (opened: Backends) => (backends = opened);

/** The first is the top of all others. */
function foldersBelowOne(owner: string): FolderNode[] {
  const top = folderNode(owner);
  const siblings = Array.from({ length: SIBLINGS }, (_, n) => folderNode(owner, { name: `${n}`, parentId: top.id }));
  return [top, ...siblings, ...chainOf(owner, 50, siblings[300]?.id as string)];
}

describeOwnHttp('documents below many folders', { wrap }, (api) => {
  const word = unique();
  let alice: Client;
  let outside: FolderNode;
  let folders: FolderNode[];

  before(async function () {
    this.timeout(SETUP_MS);
    await api.prepared;
    const owner = unique();
    outside = folderNode(owner, { name: 'outside' });
    folders = foldersBelowOne(owner);
    const tree = new FolderTree(owner, 1);
    for (const node of [outside, ...folders]) tree.add(node);
    await plantTree(tree, backends);
    alice = await api.caller({ owner });
    const places = [0, 1, SIBLINGS, folders.length - 1].map((n) => folders[n]?.id as string);
    const document = (title: string, folder_id = outside.id) => {
      const metadata = { tags: [folder_id === outside.id ? 'outside' : 'inside'] };
      return { op: 'create' as const, document: { title: `${word} ${title}`, blocks: [], folder_id, metadata } };
    };
    const creates = [
      ...Array.from({ length: BEFORE }, (_, n) => document(`a ${n}`)),
      ...Array.from({ length: INSIDE }, (_, n) => [document(`b ${n}`), document(`b ${n}`, places[n % 4])]).flat(),
    ];
    const client = createClient({ url: api.url, apiKey: await issueKey(api.storage.env, { owner }) });
    for await (const { status } of client.bulk(creates)) expect(status).to.equal(201);
  });

  async function pages(path: string): Promise<Found[][]> {
    const all: Found[][] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Page = expectStatus(await alice.get<Page>(`${path}&cursor=${cursor}`), 200);
      all.push(page.documents ?? page.results ?? []);
      cursor = page.next_cursor;
    }
    return all;
  }

  const idsOf = (found: readonly Found[]) => found.map(({ id }) => id);
  const LIST = '/v1/documents?';
  const SEARCH = `/v1/documents/search?q=${word}&`;

  for (const sort of ['title', '-created_at']) {
    it(`come once each, in their order, from lists and searches by ${sort}, some of whose pages are empty`, async () => {
      const isBelow = new Set(folders.map(({ id }) => id));
      const all = (await pages(`${LIST}limit=200&sort=${sort}`)).flat();
      const expected = idsOf(all.filter(({ folder_id }) => isBelow.has(folder_id)));
      expect(expected).to.have.length(INSIDE);
      for (const [path, limits] of [
        [LIST, [1, 7, 200]],
        [SEARCH, [1, 7, 50]],
      ] as const) {
        for (const limit of limits) {
          const found = await pages(`${path}limit=${limit}&sort=${sort}&recursive=true&folder_id=${folders[0]?.id}`);
          expect(idsOf(found.flat()), `${path}, ${limit} a page`).to.deep.equal(expected);
          expect(Math.max(...found.map(({ length }) => length))).to.equal(Math.min(limit, INSIDE));
          if (limit === 1) expect(found.filter(({ length }) => length === 0)).not.to.deep.equal([]);
        }
      }
    });
  }

  it('are counted by their words, with their tags', async () => {
    const path = `/v1/documents/search?text=${word}&recursive=true&total=true&facets=tags&folder_id=${folders[0]?.id}`;
    const { total, total_is_exact, facets, results } = expectStatus(await alice.get<FoundPage>(path), 200);
    expect({ total, total_is_exact, facets }).to.deep.equal({
      total: INSIDE,
      total_is_exact: true,
      facets: { tags: [{ value: 'inside', count: INSIDE }] },
    });
    expect(results).not.to.deep.equal([]);
  });

  it('are elsewhere as soon as their folder is', async () => {
    const [top, moved] = folders as [FolderNode, FolderNode];
    const below = async () => {
      const found = [LIST, SEARCH].map((path) => pages(`${path}limit=50&recursive=true&folder_id=${top.id}`));
      return (await Promise.all(found)).map((each) => each.flat().length);
    };
    const move = async (parent_id: string) =>
      expectStatus(await alice.patch(`/v1/folders/${moved.id}`, { parent_id }), 200);
    await move(outside.id);
    expect(await below()).to.deep.equal([INSIDE - INSIDE / 4, INSIDE - INSIDE / 4]);
    await move(top.id);
    expect(await below()).to.deep.equal([INSIDE, INSIDE]);
  });
});

describeOwnHttp('documents below more folders than are counted in', { wrap }, (api) => {
  it('are found, but not counted', async () => {
    await api.prepared;
    const owner = unique();
    const top = folderNode(owner);
    const tree = new FolderTree(owner, 1);
    for (const node of [top, folderNode(owner, { name: 'a', parentId: top.id })]) tree.add(node);
    for (let n = 1; n < COUNTED; n++) tree.add(folderNode(owner, { name: `${n}`, parentId: top.id }));
    await plantTree(tree, backends);
    const alice = await api.caller({ owner });
    const title = unique();
    const { id } = await create(alice, { title, folder_id: tree.childrenOf(top.id)[0]?.id });
    const path = `/v1/documents/search?text=${title}&recursive=true&folder_id=${top.id}`;
    expect(expectStatus(await alice.get<Page>(path), 200).results?.map((each) => each.id)).to.deep.equal([id]);
    for (const asked of ['total=true', 'facets=tags']) {
      const { errors } = expectError(await alice.get(`${path}&${asked}`), 'VALIDATION_ERROR') as { errors: object[] };
      expect(errors).to.have.length(1);
      expect(errors[0]).to.include({ path: '/recursive' });
    }
  });
});

describeOwnHttp('the number of folders of an owner', { wrap }, (api) => {
  it('has an end, until some are deleted', async () => {
    await api.prepared;
    const owner = unique();
    const tree = new FolderTree(owner, 1);
    tree.living = FOLDERS - 1;
    await plantTree(tree, backends);
    const alice = await api.caller({ owner });
    const { id, path } = await createFolder(alice);
    const document = await create(alice, { folder_id: id });
    const refused = () => alice.post('/v1/folders', { name: unique() });
    const folder_path = `${path}/${unique()}`;
    for (const answer of [
      await refused(),
      await alice.post('/v1/documents', content({ folder_path })),
      await alice.put(keyPath(unique()), content({ folder_path })),
      await alice.post(versionsOf(document.id), content({ folder_path })),
      await alice.patch(`/v1/documents/${document.id}`, { folder_path }),
    ]) {
      expect(expectError(answer, 'LIMIT_REACHED')).to.deep.equal({ limit: FOLDERS });
    }
    expect(await read(alice, document.id)).to.include({ folder_id: id, current_version: 1 });
    expectStatus(await alice.delete(`/v1/documents/${document.id}`), 204);
    expectStatus(await alice.delete(`/v1/folders/${id}`), 204);
    await createFolder(alice);
    expectError(await refused(), 'LIMIT_REACHED');
  });
});
