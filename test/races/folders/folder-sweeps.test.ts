/** What a recursive delete does later, beside writes of the documents below. */
import { expect } from 'chai';
import { expectError, expectStatus } from '../../http/client.js';
import { content, create, createFolder, keyPath, put, read, search, unique, type Found } from '../../http/making.js';
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
