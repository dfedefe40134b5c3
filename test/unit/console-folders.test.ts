import { expect } from 'chai';
import { FolderStore, type KnownFolder } from '../../src/console/folder-store.js';
import { until } from '../support/until.js';
import { fakeService, lost, made as madeAnswer, ok, refusal, type Asked, type Reply } from './fake-service.js';

describe('the folders that the console knows', () => {
  it('come with those above them, each asked for once', async () => {
    const { folders, asked } = storeOf([folder('old', 'plans'), folder('plans', 'work'), folder('work', null)]);
    await Promise.all([folders.find('old'), folders.find('plans'), folders.find('old')]);
    expect(namesOf(folders.pathTo('old'))).to.deep.equal(['work', 'plans', 'old']);
    expect(asked.map(pathOf)).to.deep.equal(['/v1/folders/old', '/v1/folders/plans', '/v1/folders/work']);
  });

  it('are not asked for again where there is none, and are after a failure', async () => {
    const { folders, asked } = storeOf([refusal(404, 'FOLDER_NOT_FOUND'), lost(), folder('work', null)]);
    for (const id of ['root', 'root', 'work', 'work']) await folders.find(id);
    expect(asked.map(pathOf)).to.deep.equal(['/v1/folders/root', '/v1/folders/work', '/v1/folders/work']);
  });

  it('are not asked for when few requests are left', async () => {
    const { folders, asked } = storeOf([], () => false);
    await folders.find('work');
    expect(asked).to.deep.equal([]);
  });

  it('stay in their list while that is read again, and if that fails', async () => {
    const { folders } = storeOf([listOf(['work']), listOf(['plans', 'work']), lost()]);
    await folders.load('');
    const reading = folders.refresh('');
    expect(listed(folders)).to.deep.equal(['work']);
    await reading;
    await folders.refresh('');
    expect(listed(folders)).to.deep.equal(['plans', 'work']);
  });

  it('have the new one among them, also when an earlier list comes after it', async () => {
    let release = (_reply: Reply) => {};
    let isAsked = false;
    const held = () =>
      new Promise<Reply>((resolve) => {
        isAsked = true;
        release = resolve;
      });
    const made = { id: 'made', name: 'made', parent_id: null };
    const { folders } = storeOf([held, madeAnswer(made), listOf(['made', 'work'])]);
    const loading = folders.load('');
    await until(async () => isAsked);
    await folders.create('made', '');
    release(listOf(['work']));
    await loading;
    expect(listed(folders)).to.deep.equal(['made', 'work']);
  });

  it('are read again where one came from and where it went to', async () => {
    const { folders, asked } = storeOf([
      folder('plans', 'work'),
      folder('work', null),
      folder('plans', 'attic'),
      listOf([]),
    ]);
    await folders.find('plans');
    await folders.change('plans', { parent_id: 'attic' });
    expect(asked.slice(2).map(pathOf).sort()).to.deep.equal([
      '/v1/folders/plans',
      '/v1/folders?parent_id=attic&limit=1000&offset=0',
      '/v1/folders?parent_id=work&limit=1000&offset=0',
    ]);
  });
});

function storeOf(replies: Parameters<typeof fakeService>[0], mayLook = () => true) {
  const { client, asked } = fakeService(replies, { attempts: 1 });
  return { folders: new FolderStore(client, mayLook), asked };
}

/** Named by its identifier. */
function folder(id: string, parentId: string | null): Response {
  return ok({ id, name: id, parent_id: parentId, path: `/${id}` });
}

function listOf(ids: readonly string[]): Response {
  return ok({ folders: ids.map((id) => ({ id, name: id, parent_id: null })) });
}

function listed(folders: FolderStore): string[] {
  const list = folders.list('');
  return list?.state === 'there' ? namesOf(list.folders) : [];
}

function pathOf({ path }: Asked): string {
  return path;
}

function namesOf(folders: readonly KnownFolder[]): string[] {
  return folders.map(({ name }) => name);
}
