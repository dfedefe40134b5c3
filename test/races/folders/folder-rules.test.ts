/** Rules of `FolderTree.tla`, each with what happens between two steps of a request. */
import { expect } from 'chai';
import { expectError, expectStatus, type Answer } from '../../http/client.js';
import {
  content,
  create,
  createFolder,
  listFolders,
  read,
  search,
  unique,
  type Found,
  type MadeFolder,
} from '../../http/making.js';
import { until } from '../../support/until.js';
import { keyed, type ReplicaCallers } from '../support.js';
import { describeTwoReplicas, type ReplicaFault, type ReplicaFaults } from '../two-replicas.js';

const folderAt = (id: string) => `/v1/folders/${id}`;

describeTwoReplicas('folders', 20_000, (replicas) => {
  let callers: ReplicaCallers;
  let faults: ReplicaFaults;
  before(async () => {
    callers = await replicas().callers();
    faults = replicas().faults;
  });

  const remove = async (id: string, query = '') => expectStatus(await callers[1].delete(folderAt(id) + query), 204);
  const documentsOf = async (id: string): Promise<Found[]> =>
    expectStatus(await callers[1].get<{ documents: Found[] }>(`/v1/documents?folder_id=${id}`), 200).documents;

  const expectDocuments = async (answer: Answer, id: string): Promise<void> => {
    expect(expectError(answer, 'FOLDER_NOT_EMPTY')).to.deep.equal({ folders: false, documents: true });
    expect(await documentsOf(id)).to.have.length(1);
  };

  it('checkAfter, undoneIsUnsure: a create whose folder is deleted before it is published is undone', async () => {
    const [{ id }, title] = [await createFolder(callers[1]), unique()];
    faults.once('writeHead', async (real) => {
      await remove(id);
      return real();
    });
    expectError(await callers[0].post('/v1/documents', content({ title, folder_id: id })), 'UNAVAILABLE');
    for (const caller of callers) expect((await search(caller, { q: title })).results).to.deep.equal([]);
  });

  it('checkAfter: a document goes back to its folder where the one that it is moved to was deleted', async () => {
    const [from, to] = [await createFolder(callers[1]), await createFolder(callers[1])];
    const { id } = await create(callers[1], { folder_id: from.id });
    faults.once('writeHead', async (real) => {
      await remove(to.id);
      return real();
    });
    expectError(await callers[0].patch(`/v1/documents/${id}`, { folder_id: to.id }), 'UNAVAILABLE');
    for (const caller of callers) expect((await read(caller, id)).folder_id).to.equal(from.id);
    expect((await documentsOf(from.id)).map((each) => each.id)).to.deep.equal([id]);
  });

  it('checkAfter: a document whose folder was deleted, too, goes to the nearest one above, once', async () => {
    const [above, to] = [await createFolder(callers[1]), await createFolder(callers[1])];
    const from = await createFolder(callers[1], { parent_id: above.id });
    const { id } = await create(callers[1], { folder_id: from.id });
    faults.once('writeHead', async (real) => {
      await remove(to.id);
      const outcome = await real();
      await remove(from.id);
      return outcome;
    });
    expectError(await callers[0].patch(`/v1/documents/${id}`, { folder_id: to.id }), 'UNAVAILABLE');
    for (const caller of callers) {
      expect(await read(caller, id)).to.include({ folder_id: above.id, current_version: 3 });
    }
    expect((await documentsOf(above.id)).map((each) => each.id)).to.deep.equal([id]);
  });

  it('checkAfter: the repeat of a create whose process died before its head is no document of a deleted folder', async () => {
    const { id } = await createFolder(callers[1]);
    const [body, repeat] = [content({ folder_id: id }), keyed(unique())];
    faults.arm('writeHead', faults.failed);
    const died = callers[0].post('/v1/documents', body, repeat);
    await until(async () => faults.count('writeHead') > 0);
    replicas().others.once('writeHead', async (real) => {
      await remove(id);
      return real();
    });
    const answer = await callers[1].post<{ id: string }>('/v1/documents', body, repeat);
    faults.disarm();
    await died;
    await faults.atRest();
    expect(answer.status, answer.text).to.be.oneOf([404, 503]);
  });

  it('checkUndone: a document that goes back keeps the folder that a delete has closed meanwhile', async () => {
    const [from, to] = [await createFolder(callers[1]), await createFolder(callers[1])];
    const { id } = await create(callers[1], { folder_id: from.id });
    let deleted: Promise<Answer> | undefined;
    const [answered, looked] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const goesBack: ReplicaFault = async (real) => {
      replicas().others.once('listDocuments', async (real) => {
        const page = await real();
        looked.resolve(undefined);
        await answered.promise;
        return page;
      });
      deleted = callers[1].delete(folderAt(from.id));
      await looked.promise;
      return real();
    };
    faults.once('writeHead', async (real) => {
      await remove(to.id);
      faults.once('writeHead', goesBack);
      return real();
    });
    expectError(await callers[0].patch(`/v1/documents/${id}`, { folder_id: to.id }), 'UNAVAILABLE');
    answered.resolve(undefined);
    expectError((await deleted)!, 'FOLDER_NOT_EMPTY');
    for (const caller of callers) expect((await read(caller, id)).folder_id).to.equal(from.id);
  });

  it('closeFirst, keepClosing: a document that is published while a delete looks keeps the folder', async () => {
    const { id } = await createFolder(callers[1]);
    let made: { id: string } | undefined;
    faults.once('listDocuments', async (real) => {
      const page = await real();
      made = await create(callers[1], { folder_id: id });
      return page;
    });
    await expectDocuments(await callers[0].delete(folderAt(id)), id);
    expectStatus(await callers[1].delete(`/v1/documents/${made?.id}`), 204);
    await remove(id);
  });

  it('searchAfterRaise: a document is found that was published before others knew of the delete', async () => {
    const { id } = await createFolder(callers[1]);
    faults.once('raiseKey', async (real) => {
      await create(callers[1], { folder_id: id });
      return real();
    });
    await expectDocuments(await callers[0].delete(folderAt(id)), id);
  });

  it('sameClose: a folder that was kept stays, though a later delete has closed it again', async () => {
    const { id } = await createFolder(callers[1]);
    faults.once('listDocuments', async (real) => {
      const page = await real();
      await create(callers[1], { folder_id: id });
      expectError(await callers[1].delete(folderAt(id)), 'FOLDER_NOT_EMPTY');
      return page;
    });
    await expectDocuments(await callers[0].delete(folderAt(id)), id);
  });

  it('stillThere: a delete that found a document is 404 where another one has deleted the folder', async () => {
    const { id } = await createFolder(callers[1]);
    const { id: documentId } = await create(callers[1], { folder_id: id });
    faults.once('listDocuments', async (real) => {
      const page = await real();
      expectStatus(await callers[1].delete(`/v1/documents/${documentId}`), 204);
      await remove(id);
      return page;
    });
    expectError(await callers[0].delete(folderAt(id)), 'FOLDER_NOT_FOUND');
  });

  it('askUnknown: a document is found in a folder that is newer than the tree of the request', async () => {
    const { id } = await create(callers[1]);
    let made: MadeFolder | undefined;
    faults.once('readHead', async (real) => {
      made = await createFolder(callers[1]);
      expectStatus(await callers[1].patch(`/v1/documents/${id}`, { folder_id: made.id }), 200);
      return real();
    });
    expect((await read(callers[0], id)).folder_id).to.equal(made?.id);
  });

  it('a folder that is made while a delete looks keeps the folder', async () => {
    const { id } = await createFolder(callers[1]);
    faults.once('refresh', async (real) => {
      await createFolder(callers[1], { parent_id: id });
      return real();
    });
    const details = expectError(await callers[0].delete(folderAt(id)), 'FOLDER_NOT_EMPTY');
    expect(details).to.deep.equal({ folders: true, documents: false });
    expect(await listFolders(callers[1], `?parent_id=${id}`)).to.have.length(1);
  });

  it('lookAgain: a document that leaves a folder before that is deleted with all below is found meanwhile', async () => {
    const { id: to } = await createFolder(callers[1]);
    for (const act of [
      (id: string) => callers[0].get(`/v1/documents/${id}`),
      (id: string) => callers[0].patch(`/v1/documents/${id}`, { title: unique() }),
      (id: string) => callers[0].post(`/v1/documents/${id}/versions`, content()),
    ]) {
      const { id: top } = await createFolder(callers[1]);
      const { id: low } = await createFolder(callers[1], { parent_id: top });
      const { id } = await create(callers[1], { folder_id: low });
      faults.once('readHead', async (real) => {
        const head = await real();
        expectStatus(await callers[1].patch(`/v1/documents/${id}`, { folder_id: to }), 200);
        await remove(top, '?recursive=true');
        expectError(await callers[0].get(folderAt(top)), 'FOLDER_NOT_FOUND');
        return head;
      });
      expect((await act(id)).status).to.be.oneOf([200, 201]);
      expect((await read(callers[0], id)).folder_id).to.equal(to);
    }
  });

  it('lookAgain: so it is in a list whose tree is newer than its documents', async () => {
    const [{ id: top }, { id: to }] = [await createFolder(callers[1]), await createFolder(callers[1])];
    const { id } = await create(callers[1], { folder_id: top });
    const moved = Promise.withResolvers<undefined>();
    faults.once('readKey', async (real) => {
      await moved.promise;
      return real();
    });
    faults.once('listDocuments', async (real) => {
      const page = await real();
      expectStatus(await callers[1].patch(`/v1/documents/${id}`, { folder_id: to }), 200);
      await remove(top, '?recursive=true');
      moved.resolve(undefined);
      return page;
    });
    const { documents } = expectStatus(await callers[0].get<{ documents: Found[] }>('/v1/documents?limit=200'), 200);
    expect(documents.find((each) => each.id === id)?.folder_id).to.equal(to);
  });

  it('a document that comes to a folder when all others there were removed is removed, too', async () => {
    const { id: folder_id } = await createFolder(callers[1]);
    faults.once('writeHead', async (real) => {
      const looks = replicas().others.count('listDocuments');
      await remove(folder_id, '?recursive=true');
      await until(async () => replicas().others.count('listDocuments') > looks);
      await replicas().others.atRest();
      return real();
    });
    const made = await callers[0].post<{ id: string }>('/v1/documents', content({ folder_id }));
    const { id } = expectStatus(made, 201);
    expectError(await callers[0].get(`/v1/documents/${id}`), 'DOCUMENT_NOT_FOUND');
    await until(async () => (await replicas().backends.index.readHead(id))?.head.deleted === true);
  });

  it('a document whose writer died after it was put into a deleted folder is in the nearest folder above', async () => {
    const { id: top } = await createFolder(callers[1]);
    const [{ id }, title] = [await createFolder(callers[1], { parent_id: top }), unique()];
    faults.once('writeHead', async (real) => {
      await remove(id);
      const outcome = await real();
      faults.arm('readKey', faults.failed);
      return outcome;
    });
    expectError(await callers[0].post('/v1/documents', content({ title, folder_id: id })), 'UNAVAILABLE');
    faults.disarm();
    // A search must show only what was acknowledged.
    await replicas().backends.index.refresh();
    for (const caller of callers) {
      const [found, ...others] = (await search(caller, { q: title })).results;
      expect([found?.folder_id, others]).to.deep.equal([top, []]);
      expect((await read(caller, found!.id)).folder_id).to.equal(top);
    }
  });
});
