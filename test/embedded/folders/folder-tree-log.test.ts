import { expect } from 'chai';
import { SqliteObjectStore } from '../../../src/adapters/sqlite/log/sqlite-object-store.js';
import type { FolderChange, FolderEntry } from '../../../src/domain/folders/changes.js';
import { FolderTree } from '../../../src/domain/folders/folder-tree.js';
import { newId } from '../../../src/domain/ids.js';
import { decodeFolderObject, FolderTreeLog } from '../../../src/log/folder-tree-log.js';
import { UnreadableObjectError } from '../../../src/log/json-objects.js';
import { folderEntryKey, folderTreeKey } from '../../../src/log/object-keys.js';
import { newOwner } from '../../support/factories.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const AT = '2026-03-14T15:09:26.535Z';
const LATER = '2026-03-15T15:09:26.535Z';
const owner = newOwner();
const [a, b] = [newId(owner), newId(owner)];

const CHANGES: FolderChange[] = [
  { kind: 'create', id: a, name: '\u{1f600} "ä\\', parentId: null, mark: { key: 'k', request: 'r' } },
  { kind: 'create', id: b, name: 'b', parentId: a, createdAt: AT },
  { kind: 'move', id: b, name: 'b', parentId: null, mark: { key: 'k', request: 'r' } },
  { kind: 'move', id: b, name: 'c', parentId: a },
  { kind: 'close', id: b },
  { kind: 'keep', id: b },
  { kind: 'delete', id: b },
  { kind: 'drop', id: a },
];

describe('the log of folders', () => {
  let store: SqliteObjectStore;
  let log: FolderTreeLog;
  beforeEach(() => {
    store = SqliteObjectStore.of(temporaryFolder());
    log = new FolderTreeLog(store);
  });
  afterEach(() => store.close());

  const entryOf = (number: number, changes: readonly FolderChange[]): FolderEntry => {
    return { number, writeId: `w${number}`, at: LATER, changes };
  };

  it('gives each entry back as it was claimed, and a number to one claimer only', async () => {
    const entries = [...CHANGES.map((change, n) => entryOf(n + 1, [change])), entryOf(9, CHANGES)];
    entries.push(entryOf(10, [{ kind: 'base' }]), entryOf(11, []));
    for (const entry of entries) expect(await log.claim(owner, entry)).to.equal('claimed');
    expect(await log.claim(owner, entryOf(3, []))).to.equal('taken');
    for (const entry of entries) expect(await log.read(owner, entry.number)).to.deep.equal(entry);
    expect(await log.read(owner, 12)).to.equal(undefined);
    expect(await log.read(newOwner(), 1)).to.equal(undefined);
  });

  it('lists what is beyond a number, entries and trees, of one owner', async () => {
    for (const number of [1, 2, 9, 10, 11]) await log.claim(owner, entryOf(number, []));
    await log.claim(`${owner}0`, entryOf(3, []));
    for (const number of [2, 10]) await log.writeTree(new FolderTree(owner, number));
    expect(await log.list(owner, 0)).to.deep.equal({ entries: [1, 2, 9, 10, 11], trees: [2, 10] });
    expect(await log.list(owner, 1)).to.deep.equal({ entries: [2, 9, 10, 11], trees: [2, 10] });
    expect(await log.list(owner, 2)).to.deep.equal({ entries: [9, 10, 11], trees: [10] });
    expect(await log.list(owner, 11)).to.deep.equal({ entries: [], trees: [] });
  });

  it('gives a tree back as it was written, of more folders than a line has, deleted ones too', async () => {
    const tree = treeOf(CHANGES.slice(0, 7));
    for (let n = 0; n < 600; n++) {
      const [id, parentId] = [newId(owner), n % 3 ? a : null];
      tree.apply(entryOf(tree.revision + 1, [{ kind: 'create', id, name: `${n % 7}`, parentId }]));
    }
    tree.apply(entryOf(tree.revision + 1, CHANGES.slice(7)));
    await log.writeTree(tree);
    const read = (await log.readTree(owner, tree.revision)) as FolderTree;
    expect([...read.nodes()]).to.deep.equal([...tree.nodes()]);
    expect([read.revision, read.size, read.living]).to.deep.equal([tree.revision, 602, 200]);
    for (const parentId of [null, a]) {
      expect(read.childrenOf(parentId).map(({ id }) => id)).to.deep.equal(
        tree.childrenOf(parentId).map(({ id }) => id),
      );
    }
    expect(read.folder(a)).to.equal(undefined);
  });

  it('keeps the first tree of a number', async () => {
    const tree = treeOf(CHANGES.slice(0, 2));
    await log.writeTree(tree);
    await log.writeTree(new FolderTree(owner, 2));
    expect((await log.readTree(owner, 2))?.size).to.equal(2);
  });

  const body = async (key: string): Promise<string> => Buffer.from((await store.read(key))!).toString();
  const damages: [string, (text: string) => string][] = [
    ['a line that is cut', (text) => text.slice(0, -5)],
    ['a line without a folder', (text) => `${text}\n{}`],
    ['a line that is no JSON', (text) => text.replace('\n[', '\n[[')],
    ['a folder without a state', (text) => text.replace('"state":"living",', '')],
    ['a state that nobody knows', (text) => text.replace('"state":"living"', '"state":"asleep"')],
    ['another owner', (text) => text.replace(owner, 'another')],
    ['another number', (text) => text.replace('"number":2', '"number":3')],
    ['another format', (text) => text.replace('"format":3', '"format":9')],
    ['nothing', () => ''],
  ];
  for (const [what, damage] of damages) {
    it(`raises an error for a tree with ${what}, without its names`, async () => {
      await log.writeTree(treeOf(CHANGES.slice(0, 2)));
      const key = folderTreeKey(owner, 2);
      await store.put(key, Buffer.from(damage(await body(key))));
      const error = await raised(() => log.readTree(owner, 2));
      expect(error).to.be.instanceOf(UnreadableObjectError);
      expect((error as Error).message)
        .to.include(key)
        .and.not.include('\u{1f600}');
    });
  }

  const wrong: [string, (text: string) => string][] = [
    ['cut', (text) => text.slice(0, -1)],
    ['of another owner', (text) => text.replace(owner, 'another')],
    ['of another number', (text) => text.replace('"number":1', '"number":2')],
    ['of a change that nobody knows', (text) => text.replace('"kind":"create"', '"kind":"swap"')],
    ['without the name of a new folder', (text) => text.replace('"name":"a",', '')],
  ];
  for (const [what, damage] of wrong) {
    it(`raises an error for an entry that is ${what}`, async () => {
      await log.claim(owner, entryOf(1, [{ kind: 'create', id: a, name: 'a', parentId: null }]));
      const key = folderEntryKey(owner, 1);
      await store.put(key, Buffer.from(damage(await body(key))));
      expect(await raised(() => log.read(owner, 1))).to.be.instanceOf(UnreadableObjectError);
    });
  }

  it('tells a sound object from a damaged one', async () => {
    await log.claim(owner, entryOf(1, CHANGES));
    await log.writeTree(treeOf(CHANGES));
    for (const key of [folderEntryKey(owner, 1), folderTreeKey(owner, CHANGES.length)]) {
      const text = await body(key);
      decodeFolderObject(key, Buffer.from(text));
      expect(() => decodeFolderObject(key, Buffer.from(text.slice(0, -1)))).to.throw(UnreadableObjectError);
    }
  });

  function treeOf(changes: readonly FolderChange[]): FolderTree {
    const tree = new FolderTree(owner);
    for (const change of changes) tree.apply(entryOf(tree.revision + 1, [change]));
    return tree;
  }
});

function raised(work: () => Promise<unknown>): Promise<unknown> {
  return work().catch((error: unknown) => error);
}
