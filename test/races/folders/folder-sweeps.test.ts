/** What a recursive delete does later, beside writes of the documents below. */
import { expect } from 'chai';
import { headOf } from '../../../src/domain/head.js';
import { summarize, type Version } from '../../../src/domain/version.js';
import { VersionLog } from '../../../src/log/version-log.js';
import { expectError, expectStatus, type Client } from '../../http/client.js';
import { makeVersions } from '../../maintenance/planting.js';
import {
  content,
  create,
  createFolder,
  keyPath,
  listVersions,
  put,
  read,
  search,
  unique,
  type Found,
} from '../../http/making.js';
import { until } from '../../support/until.js';
import { keyed, type ReplicaCallers } from '../support.js';
import { describeTwoReplicas, type ReplicaFaults } from '../two-replicas.js';

const folderAt = (id: string) => `/v1/folders/${id}`;
const ALL_BELOW = '?recursive=true';

describeTwoReplicas('documents below deleted folders', 20_000, (replicas) => {
  let callers: ReplicaCallers;
  let faults: ReplicaFaults;
  before(async () => {
    callers = await replicas().callers();
    faults = replicas().faults;
  });

  const drop = async (id: string) => expectStatus(await callers[1].delete(folderAt(id) + ALL_BELOW), 204);
  const isRemoved = async (id: string) => (await replicas().backends.index.readHead(id))?.head.deleted === true;
  /** The sweep looks at nothing until it is let go. */
  const holdSweep = (): { goOn(): void } => {
    const held = Promise.withResolvers<undefined>();
    replicas().others.once('listDocuments', async (real) => {
      await held.promise;
      return real();
    });
    return { goOn: () => held.resolve(undefined) };
  };

  it('stay if they have left while the sweep was about to remove them', async () => {
    const [{ id: from }, { id: to }] = [await createFolder(callers[1]), await createFolder(callers[1])];
    const [{ id }, other] = [
      await create(callers[1], { folder_id: from }),
      await create(callers[1], { folder_id: from }),
    ];
    const found = Promise.withResolvers<undefined>();
    const moved = Promise.withResolvers<undefined>();
    faults.once('writeHead', async (real) => {
      await drop(from);
      await found.promise;
      const outcome = await real();
      moved.resolve(undefined);
      return outcome;
    });
    replicas().others.once('listDocuments', async (real) => {
      const page = await real();
      found.resolve(undefined);
      await moved.promise;
      return page;
    });
    expectStatus(await callers[0].patch(`/v1/documents/${id}`, { folder_id: to }), 200);
    await until(() => isRemoved(other.id));
    await replicas().others.atRest();
    for (const caller of callers) expect((await read(caller, id)).folder_id).to.equal(to);
  });

  it('do not free their Idempotency-Keys before they are removed', async () => {
    const { id: folder_id } = await createFolder(callers[1]);
    const [key, body, repeat] = [unique(), content({ folder_id }), keyed(unique())];
    expectStatus(await callers[1].put(keyPath(key), body, repeat), 201);
    const sweep = holdSweep();
    await drop(folder_id);
    for (const caller of callers) {
      expectError(await caller.put(keyPath(key), content(), repeat), 'IDEMPOTENCY_KEY_REUSED');
    }
    expect((await put(callers[0], key, content())).result).to.equal('created');
    sweep.goOn();
  });

  it('have a note in the log until they are removed, and a delete that is refused leaves none', async () => {
    const { id: folder_id } = await createFolder(callers[1]);
    const { id } = await create(callers[1], { folder_id });
    const notes = async (): Promise<string[]> => {
      const keys: string[] = [];
      for await (const key of replicas().backends.store.list('folder-sweeps/')) keys.push(key);
      return keys.filter((key) => key.includes(folder_id));
    };
    expectError(await callers[1].delete(folderAt(folder_id) + ALL_BELOW, { 'If-Match': '"9"' }), 'PRECONDITION_FAILED');
    expect(await notes()).to.deep.equal([]);
    const sweep = holdSweep();
    await drop(folder_id);
    expect(await notes()).to.have.length(1);
    sweep.goOn();
    await until(() => isRemoved(id));
    await until(async () => (await notes()).length === 0);
  });

  it('take no place of others in a search', async () => {
    const [word, { id: folder_id }] = [unique(), await createFolder(callers[1])];
    for (let n = 0; n < 30; n++) await create(callers[1], { title: `${word} a${n}`, folder_id });
    const shown: string[] = [];
    for (const name of ['b1', 'b2', 'b3']) shown.push((await create(callers[1], { title: `${word} ${name}` })).id);
    const sweep = holdSweep();
    await drop(folder_id);
    const ids = async (query: Record<string, string | number>): Promise<string[]> =>
      (await search(callers[1], { q: word, ...query })).results.map(({ id }: Found) => id);
    expect(await ids({ limit: 1 })).to.deep.equal(shown.slice(0, 1));
    expect(await ids({ limit: 2 })).to.deep.equal(shown.slice(0, 2));
    expect(await ids({ limit: 20 })).to.deep.equal(shown);
    const first = await search(callers[1], { q: word, limit: 2 });
    expect(await ids({ limit: 2, cursor: String(first.next_cursor) })).to.deep.equal(shown.slice(2));
    sweep.goOn();
  });
});

describeTwoReplicas('documents whose writers died while their folder was deleted as empty', 500, (replicas) => {
  /** As a writer leaves it that ends before it looks at the folder again. */
  const plant = async (owner: string, folderId: string, title: string): Promise<Version> => {
    const { store, index } = replicas().backends;
    const [version] = makeVersions({ owner, folderId, title }) as [Version];
    await new VersionLog(store).claim(version);
    await index.writeHead({ head: headOf(version), expected: 'absent', summaries: [summarize(version)] });
    return version;
  };
  const plantBelow = async (caller: Client, parent_id: string, title: string): Promise<Version> => {
    const { id } = await createFolder(caller, { parent_id });
    expectStatus(await caller.delete(folderAt(id)), 204);
    const found = await replicas().backends.index.readHead((await create(caller)).id);
    return plant(String(found?.head.owner), id, title);
  };
  const idsIn = async (caller: Client, folderId: string): Promise<string[]> => {
    const answer = await caller.get<{ documents: Found[] }>(`/v1/documents?folder_id=${folderId}`);
    return expectStatus(answer, 200).documents.map(({ id }) => id);
  };

  it('go to the nearest folder above when they are read, as they were', async () => {
    const callers = await replicas().callers();
    const { id: above } = await createFolder(callers[0]);
    const planted = await plantBelow(callers[0], above, unique());
    const { id } = planted.document;
    for (const caller of callers) expect((await read(caller, id)).folder_id).to.equal(above);
    await until(async () => (await read(callers[1], id)).current_version === 2);
    const newest = (await listVersions(callers[0], id)).versions.at(-1);
    expect([newest?.version, newest?.title, newest?.author?.key_id]).to.deep.equal([2, planted.title, 'key_planted']);
    for (const caller of callers) expect(await idsIn(caller, above)).to.deep.equal([id]);
    expect((await read(callers[0], id)).folder_id).to.equal(above);
  });

  it('and when a list or search shows them', async () => {
    const [other, caller] = await replicas().callers();
    const { id: above } = await createFolder(caller);
    const word = unique();
    const { id } = (await plantBelow(caller, above, word)).document;
    // What makes the index show it.
    await replicas().backends.index.refresh();
    expect((await search(other, { q: word })).results.map((found) => [found.id, found.folder_id])).to.deep.equal([
      [id, above],
    ]);
    await until(async () => (await idsIn(other, above)).length === 1);
  });
});

describeTwoReplicas('paths of folders', 20_000, (replicas) => {
  it('lead to the folder that another request makes meanwhile, or are unavailable', async () => {
    const [one, other] = await replicas().callers();
    const [name, key] = [unique(), unique()];
    let made: { id: string } | undefined;
    replicas().faults.once('create', async (real) => {
      made = await createFolder(other, { name });
      return real();
    });
    expectError(await one.put(keyPath(key), content({ folder_path: `/${name}` })), 'UNAVAILABLE');
    await put(one, key, content({ folder_path: `/${name}` }));
    const { folder_id } = expectStatus(await one.get<{ folder_id: string }>(keyPath(key)), 200);
    expect(folder_id).to.equal(made?.id);
  });
});
