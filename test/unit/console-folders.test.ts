import { expect } from 'chai';
import { FolderStore, type KnownFolder } from '../../src/console/folder-store.js';
import { until } from '../support/until.js';
import { fakeService, lost, made as madeAnswer, ok, type Asked, type Reply } from './fake-service.js';

const PAGE_SIZE = 1_000;
const STAYS = new AbortController().signal;

describe('the search of the console for a folder', () => {
  it('reads each level before the next, and keeps the lists', async () => {
    const { folders, asked } = storeOf([treeOf({ '': ['guides', 'work'], work: ['plans'], plans: ['old'] })]);
    await folders.find('plans', STAYS);
    expect(namesOf(folders.pathTo('plans'))).to.deep.equal(['work', 'plans']);
    await folders.find('old', STAYS);
    expect(folders.get('old')?.name).to.equal('old');
    expect(asked.map(parentOf)).to.deep.equal(['', 'guides', 'work', 'plans']);
  });

  it('ends when its page is left', async () => {
    const leaving = new AbortController();
    const { folders, asked } = storeOf([
      treeOf({ '': ['guides', 'work'] }),
      () => {
        setImmediate(() => leaving.abort());
        return 'silence';
      },
      treeOf({}),
    ]);
    await folders.find('plans', leaving.signal);
    expect(asked.map(parentOf)).to.deep.equal(['', 'guides']);
    expect(folders.list('guides')).to.equal(undefined);
  });

  it('ends after 30 requests, of one list, too', async () => {
    const many = Array.from({ length: 40 * PAGE_SIZE }, (_, n) => `f${n}`);
    const { folders, asked } = storeOf([treeOf({ '': many })]);
    await folders.find('plans', STAYS);
    expect(asked).to.have.length(30);
  });

  it('ends within a list when the minute has few requests left, and knows what it has read', async () => {
    const many = Array.from({ length: 3 * PAGE_SIZE }, (_, n) => `f${n}`);
    const { folders, asked } = storeOf([treeOf({ '': many })], () => asked.length < 2);
    let told = 0;
    folders.subscribe(() => (told += 1));
    await folders.find('f1500', STAYS);
    expect(asked).to.have.length(2);
    expect(folders.get('f1500')?.name).to.equal('f1500');
    expect(told).to.be.greaterThan(0);
    expect(folders.list('')).to.equal(undefined);
  });

  it('ends when a list fails', async () => {
    const { folders, asked } = storeOf([treeOf({ '': ['guides', 'work', 'more'] }), lost()]);
    await folders.find('plans', STAYS);
    expect(asked.map(parentOf)).to.deep.equal(['', 'guides']);
  });

  it('waits again for a list that a new folder has overtaken', async () => {
    const release: ((reply: Reply) => void)[] = [];
    const held = () => new Promise<Reply>((resolve) => release.push(resolve));
    const made = { id: 'made', name: 'made', parent_id: null };
    const { folders } = storeOf([held, madeAnswer(made), held, treeOf({ work: ['plans'] })]);
    const loading = folders.load('');
    const finding = folders.find('plans', STAYS);
    const making = folders.create('made', '');
    await until(async () => release.length === 2);
    release[0]!(listOf(null, ['work']));
    await loading;
    release[1]!(listOf(null, ['made', 'work']));
    await Promise.all([making, finding]);
    expect(namesOf(folders.pathTo('plans'))).to.deep.equal(['work', 'plans']);
  });

  it('leaves the list with a new folder in its place', async () => {
    let release = (_reply: Reply) => {};
    const held = () => new Promise<Reply>((resolve) => (release = resolve));
    const made = { id: 'made', name: 'made', parent_id: null };
    const { folders } = storeOf([held, madeAnswer(made), listOf(null, ['made']), treeOf({})]);
    const finding = folders.find('plans', STAYS);
    await folders.create('made', '');
    release(listOf(null, []));
    await finding;
    expect(folders.list('')).to.deep.equal({ state: 'there', folders: [made] });
  });
});

function storeOf(replies: Parameters<typeof fakeService>[0], mayLook = () => true) {
  const { client, asked } = fakeService(replies, { attempts: 1 });
  const kept = new Map<string, string>();
  const folders = new FolderStore(client, mayLook, {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => kept.set(name, text),
    removeItem: (name) => kept.delete(name),
  });
  return { folders, asked };
}

/** Answers with a page of the folders in another, which are named by their identifiers. */
function treeOf(children: Record<string, readonly string[]>): (asked: Asked) => Reply {
  return (asked) => {
    const parentId = parentOf(asked);
    const offset = Number(queryOf(asked).get('offset'));
    return listOf(parentId || null, (children[parentId] ?? []).slice(offset, offset + PAGE_SIZE));
  };
}

function listOf(parentId: string | null, ids: readonly string[]): Response {
  return ok({ folders: ids.map((id) => ({ id, name: id, parent_id: parentId })) });
}

function parentOf(asked: Asked): string {
  return queryOf(asked).get('parent_id') ?? '';
}

function queryOf({ path }: Asked): URLSearchParams {
  return new URL(path, 'http://fake').searchParams;
}

function namesOf(folders: readonly KnownFolder[]): string[] {
  return folders.map(({ name }) => name);
}
