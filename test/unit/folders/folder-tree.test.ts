import { expect } from 'chai';
import { MOST_FOLDER_MARKS, type FolderChange, type FolderEntry } from '../../../src/domain/folders/changes.js';
import { FolderTree } from '../../../src/domain/folders/folder-tree.js';
import { newId } from '../../../src/domain/ids.js';
import { newOwner } from '../../support/factories.js';
import { SeededRandom } from '../../support/oracle/seeded-random.js';
import { rounds } from '../../support/rounds.js';
import { PlainTree } from './plain-tree.js';

/** In UTF-16 the last one would come before the one before it. */
const NAMES = ['a', 'A', 'b', 'a b', 'ä', '\uffee', '\u{1f600}'];
const ENTRIES = 100;
const UNKNOWN = 'a folder of an older release';

describe('FolderTree', () => {
  it('answers as a plain one does, after any changes, and as a copy of itself', () => {
    for (let round = 0; round < rounds(5, 200); round++) {
      const seed = Date.now() % 2 ** 32;
      const random = new SeededRandom(seed);
      const [tree, plain] = [new FolderTree(newOwner()), new PlainTree()];
      for (let number = 1; number <= ENTRIES; number++) {
        const entry = randomEntry(plain, random, { owner: tree.owner, number });
        tree.apply(entry);
        plain.apply(entry);
        if (number % 20 === 0) expectAlike(tree, plain, `seed ${seed}, entry ${number}`);
      }
      const copy = copyOf(tree);
      expectAlike(copy, plain, `a copy, seed ${seed}`);
      expect(copy.bytes).to.equal(tree.bytes);
    }
  });

  const owner = newOwner();
  const make = (tree: FolderTree, name: string, parentId: string | null = null): string => {
    const id = newId(owner);
    apply(tree, { kind: 'create', id, name, parentId });
    return id;
  };

  it('lists the folders below a folder, the upper ones first, up to a bound', () => {
    const tree = new FolderTree(owner);
    const top = make(tree, 'top');
    const middle = make(tree, 'middle', top);
    const low = make(tree, 'low', middle);
    expect(tree.below(top)?.map(({ id }) => id)).to.deep.equal([middle, low]);
    expect(tree.below(top, 2)).to.deep.equal(tree.below(top));
    expect(tree.below(top, 1)).to.equal(undefined);
  });

  it('knows how many folders exist, those below a deleted one not', () => {
    const tree = new FolderTree(owner);
    const top = make(tree, 'top');
    for (let n = 0; n < 5; n++) make(tree, 'low', top);
    make(tree, 'other');
    expect(tree.living).to.equal(7);
    apply(tree, { kind: 'drop', id: top });
    expect(tree.living).to.equal(1);
  });

  it('keeps the Idempotency-Key of the creation and of the last changes', () => {
    const tree = new FolderTree(owner);
    const id = newId(owner);
    const markOf = (key: string) => ({ key, request: 'same' });
    apply(tree, { kind: 'create', id, name: 'a', parentId: null, mark: markOf('made') });
    for (let n = 0; n < MOST_FOLDER_MARKS + 5; n++) {
      apply(tree, { kind: 'move', id, name: `a${n}`, parentId: null, mark: markOf(`change ${n}`) });
    }
    const marks = tree.node(id)?.marks ?? [];
    expect(marks).to.have.length(MOST_FOLDER_MARKS);
    expect([marks[0], marks.at(-1)]).to.deep.equal([
      { ...markOf('made'), revision: 1 },
      { ...markOf(`change ${MOST_FOLDER_MARKS + 4}`), revision: MOST_FOLDER_MARKS + 6 },
    ]);
  });

  it('does not set its times back', () => {
    const tree = new FolderTree(owner);
    const id = make(tree, 'a');
    const at = '2020-01-01T00:00:00.000Z';
    tree.apply({
      number: tree.revision + 1,
      writeId: '',
      at,
      changes: [{ kind: 'move', id, name: 'b', parentId: null }],
    });
    expect(tree.folder(id)).to.include({ name: 'b', revision: 2, updatedAt: tree.folder(id)?.createdAt });
  });
});

function apply(tree: FolderTree, change: FolderChange): void {
  tree.apply({ number: tree.revision + 1, writeId: '', at: '2026-03-14T15:09:26.535Z', changes: [change] });
}

function copyOf(tree: FolderTree): FolderTree {
  const copy = new FolderTree(tree.owner, tree.revision);
  for (const node of tree.nodes()) copy.add({ ...node });
  copy.living = tree.living;
  return copy;
}

/** What a sound log may have: a folder that exists changes, and goes to one that exists and is not below it. */
function randomEntry(
  plain: PlainTree,
  random: SeededRandom,
  { owner, number }: { owner: string; number: number },
): FolderEntry {
  const existing = plain.folders.map(({ id }) => id).filter((id) => plain.exists(id));
  const at = new Date(1_800_000_000_000 + Math.floor(number / 3)).toISOString();
  const entry = (change: FolderChange) => ({ number, writeId: '', at, changes: [change] });
  const name = random.pick(NAMES);
  const parentId = random.pick([null, ...existing]);
  const create = () => entry({ kind: 'create', id: newId(owner), name, parentId });
  if (existing.length < 4) return create();
  const id = random.pick(existing);
  const kind = random.weighted({ create: 8, move: 6, close: 3, keep: 1, delete: 2, drop: 1 });
  if (kind === 'create') return create();
  if (kind === 'move') {
    return plain.chain(parentId).some((each) => each.id === id) ? create() : entry({ kind, id, name, parentId });
  }
  if (kind === 'delete' && plain.children(id).length > 0) return create();
  return entry({ kind, id });
}

function expectAlike(tree: FolderTree, plain: PlainTree, what: string): void {
  expect(tree.size, what).to.equal(plain.folders.length);
  expect(tree.placeOf(UNKNOWN), what).to.equal(UNKNOWN);
  const existing = plain.folders.filter(({ id }) => plain.exists(id));
  expect(tree.living, what).to.equal(existing.length);
  for (const { id, parentId, name } of plain.folders) {
    expect(tree.placeOf(id), what).to.equal(plain.placeOf(id));
    const { closedBy, state, ...folder } = plain.find(id)!;
    expect(tree.knows(id), what).to.equal(true);
    const found = tree.node(id);
    if (!plain.exists(id)) expect(found, what).to.equal(undefined);
    else {
      expect(found, what).to.include({ closedBy, state });
      const place = { path: plain.path(id), depth: plain.chain(id).length - 1, owner: tree.owner };
      expect(tree.folder(id), what).to.deep.equal({ ...folder, ...place });
      const below = [id, ...tree.below(id)!.map((node) => node.id)];
      expect(below.sort(), what).to.deep.equal(plain.below(id).sort());
      expectWalk(tree, plain, id);
    }
    expect(tree.named(parentId, name)?.id, what).to.equal(plain.named(parentId, name));
    const above = plain.folders.filter((top) => tree.isWithin(id, top.id));
    expect(above.map((top) => top.id).sort(), what).to.deep.equal(
      plain
        .chain(id)
        .map((each) => each.id)
        .sort(),
    );
  }
  for (const parentId of [null, ...plain.folders.map(({ id }) => id)]) {
    expect(
      tree.childrenOf(parentId).map(({ id }) => id),
      what,
    ).to.deep.equal(plain.children(parentId));
  }
}

/** Down the path of a folder, and to a name that is missing below it. */
function expectWalk(tree: FolderTree, plain: PlainTree, id: string): void {
  const names = plain.chain(id).map(({ name }) => name);
  const [missing, asked] = [
    [...names.reverse(), 'missing', 'a'],
    [...names, 'missing', 'a'],
  ];
  let lowest: string | null = null;
  // A twin above may be in the way.
  for (let next = plain.named(null, missing[0]!); next; next = plain.named(lowest, missing[0]!)) {
    lowest = next;
    missing.shift();
  }
  expect(tree.walk(asked)).to.deep.equal({ lowest, missing });
  if (missing.length === 2) expect(tree.walk(names)).to.deep.equal({ lowest, missing: [] });
}
