import { expect } from 'chai';
import { expectStatus } from '../../http/client.js';
import { create, createFolder, read, unique, type Found } from '../../http/making.js';
import { describeTwoReplicas } from '../two-replicas.js';

describeTwoReplicas('the cost of folders', 20_000, (replicas) => {
  const CALLS = ['create', 'read', 'readHead', 'writeHead', 'readKey', 'raiseKey', 'refresh', 'bumpEpoch'] as const;

  it('of a move is the same, whatever is below', async () => {
    const [caller] = await replicas().callers();
    const { id: to } = await createFolder(caller);
    const counts: number[][] = [];
    for (const documents of [0, 30]) {
      const { id } = await createFolder(caller);
      const { id: low } = await createFolder(caller, { parent_id: id });
      for (let n = 0; n < documents; n++) await create(caller, { folder_id: low });
      await replicas().faults.atRest();
      replicas().faults.clear();
      expectStatus(await caller.patch(`/v1/folders/${id}`, { parent_id: to }), 200);
      counts.push(CALLS.map((call) => replicas().faults.count(call)));
    }
    const [empty, full] = counts;
    expect(full).to.deep.equal(empty);
    expect(full?.[0]).to.equal(1);
  });

  it('of a list or search below a folder is one look at the index, however deep it is and whatever is elsewhere', async () => {
    const [caller] = await replicas().callers();
    const word = unique();
    for (let n = 0; n < 60; n++) await create(caller, { title: `${word} a${n}` });
    const top = await createFolder(caller);
    let low = top;
    for (let depth = 0; depth < 20; depth++) low = await createFolder(caller, { parent_id: low.id });
    const { id } = await create(caller, { title: `${word} b`, folder_id: low.id });
    await replicas().faults.atRest();
    type Page = { documents?: Found[]; results?: Found[]; next_cursor: string | null };
    for (const [path, call] of [
      ['/v1/documents?', 'listDocuments'],
      [`/v1/documents/search?q=${word}&`, 'search'],
    ] as const) {
      replicas().faults.clear();
      const page = expectStatus(await caller.get<Page>(`${path}folder_id=${top.id}&recursive=true&limit=2`), 200);
      expect((page.documents ?? page.results)?.map((found) => found.id)).to.deep.equal([id]);
      expect([page.next_cursor, replicas().faults.count(call)], path).to.deep.equal([null, 1]);
    }
  });

  it('of a read of a document is one more look at the index, beside that of its head', async () => {
    const [caller] = await replicas().callers();
    const { id } = await create(caller, { folder_id: (await createFolder(caller)).id });
    await read(caller, id);
    replicas().faults.clear();
    await read(caller, id);
    const counted = Object.fromEntries(CALLS.map((call) => [call, replicas().faults.count(call)]));
    expect(counted).to.include({ create: 0, writeHead: 0, readHead: 1, readKey: 1, raiseKey: 0, refresh: 0 });
  });
});
