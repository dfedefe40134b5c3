import { expect } from 'chai';
import { SqliteDocumentIndex } from '../../../src/adapters/sqlite/index/sqlite-document-index.js';
import { SqliteObjectStore } from '../../../src/adapters/sqlite/log/sqlite-object-store.js';
import { BackgroundTasks } from '../../../src/consistency/background-tasks.js';
import { FolderTrees } from '../../../src/consistency/folder-trees.js';
import { UnavailableError } from '../../../src/domain/errors.js';
import type { Folder } from '../../../src/domain/folder.js';
import type { FolderChange, FolderEntry } from '../../../src/domain/folders/changes.js';
import { revisionName } from '../../../src/domain/folders/revision.js';
import { newId } from '../../../src/domain/ids.js';
import { FolderLog } from '../../../src/log/folder-log.js';
import { FolderTreeLog } from '../../../src/log/folder-tree-log.js';
import { Deadline } from '../../../src/platform/deadline.js';
import { folder, newOwner } from '../../support/factories.js';
import { altering } from '../../support/intercept-calls.js';
import { errorOf } from '../../support/rebuild-helpers.js';
import { NO_SWEEPS } from '../../support/no-sweeps.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const DEADLINE_MS = 5_000;
const ENTRIES_A_TREE = 256;

type Parts = { index?: SqliteDocumentIndex; store?: SqliteObjectStore; writeDeadlineMs?: number };

describe('FolderTrees', () => {
  let store: SqliteObjectStore;
  let index: SqliteDocumentIndex;
  let owner: string;
  let background: BackgroundTasks;
  let failed: unknown[];
  beforeEach(async () => {
    const place = temporaryFolder();
    store = SqliteObjectStore.of(place);
    index = SqliteDocumentIndex.of(place);
    await index.install('generation-1');
    owner = newOwner();
    failed = [];
    background = new BackgroundTasks((_, error) => failed.push(error));
  });
  afterEach(async () => {
    await background.drained();
    expect(failed).to.deep.equal([]);
    await index.close();
    await store.close();
  });

  /** As of a process of its own. */
  function newTrees(parts: Parts = {}): FolderTrees {
    const log = new FolderTreeLog(parts.store ?? store);
    const common = { background, now: () => new Date(), sweeps: () => NO_SWEEPS };
    return new FolderTrees({ index, writeDeadlineMs: DEADLINE_MS, log, ...parts, ...common });
  }

  const log = () => new FolderTreeLog(store);
  const change = (trees: FolderTrees, ...changes: FolderChange[]) =>
    trees.change(owner, () => changes, new Deadline(DEADLINE_MS));
  const creation = (name: string, parentId: string | null = null): FolderChange & { id: string } => {
    return { kind: 'create', id: newId(owner), name, parentId };
  };
  const make = async (trees: FolderTrees, name: string, parentId: string | null = null): Promise<string> => {
    const made = creation(name, parentId);
    await change(trees, made);
    return made.id;
  };
  const namesIn = async (trees: FolderTrees, parentId: string | null = null): Promise<string[]> =>
    (await trees.current(owner)).childrenOf(parentId).map(({ name }) => name);
  const revisionInIndex = async () => (await index.readKey(revisionName(owner)))?.life;

  it('askIndex: of two processes agree at once, also where both make changes', async () => {
    const [one, other] = [newTrees(), newTrees()];
    const top = await make(one, 'top');
    expect((await other.current(owner)).folder(top)).to.include({ path: '/top' });
    const low = await make(other, 'low', top);
    expect((await one.current(owner)).folder(low)).to.include({ path: '/top/low', depth: 1 });
    await change(one, { kind: 'move', id: top, name: 'new', parentId: null });
    expect((await other.find(owner, low))?.path).to.equal('/new/low');
    await change(other, { kind: 'drop', id: top });
    expect(await one.find(owner, low)).to.equal(undefined);
    expect((await newTrees().current(owner)).size).to.equal(2);
  });

  it('take changes of many at once one after another', async () => {
    const all = [newTrees(), newTrees(), newTrees()];
    const seen: number[] = [];
    const decide = (name: string) => (tree: { revision: number }) => {
      seen.push(tree.revision);
      return [creation(name)];
    };
    const changed = await Promise.all(
      Array.from({ length: 24 }, (_, n) => all[n % 3]!.change(owner, decide(`${n}`), new Deadline(DEADLINE_MS))),
    );
    const numbers = changed.map(({ entry }) => entry?.number).sort((a, b) => a! - b!);
    expect(numbers).to.deep.equal(Array.from({ length: 24 }, (_, n) => n + 1));
    expect(seen.length).to.be.at.least(24);
    for (const trees of all) expect((await trees.current(owner)).living).to.equal(24);
    expect(await revisionInIndex()).to.equal(24);
  });

  it('change nothing where nothing is decided, and where the decision refuses', async () => {
    const trees = newTrees();
    await make(trees, 'a');
    expect(await trees.change(owner, () => [], new Deadline(DEADLINE_MS))).to.include({ entry: undefined });
    const refuse = () => expect.fail('no');
    const error = await errorOf(trees.change(owner, refuse, new Deadline(DEADLINE_MS)));
    expect(error.message).to.equal('no');
    expect(await log().list(owner, 0)).to.deep.equal({ entries: [1], trees: [] });
  });

  it('raiseFirst, upToRevision: bring an entry in that a process left which has died, before they go on from it', async () => {
    const [one, other] = [newTrees(), newTrees()];
    await make(one, 'a');
    const entry: FolderEntry = { number: 2, writeId: 'dead', at: new Date().toISOString(), changes: [creation('b')] };
    await log().claim(owner, entry);
    for (const trees of [one, other]) expect(await namesIn(trees)).to.deep.equal(['a']);
    expect((await change(other)).tree.revision).to.equal(2);
    expect(await revisionInIndex()).to.equal(2);
    for (const trees of [one, other]) expect(await namesIn(trees)).to.deep.equal(['a', 'b']);
  });

  it('raiseBeforeAnswer: bring the revision in before they answer, and do not show what they could not bring in', async () => {
    let isAway = false;
    const away = altering(index, 'raiseKey', (real) => {
      if (isAway) throw new UnavailableError('away');
      return real();
    });
    const trees = newTrees({ index: away, writeDeadlineMs: 50 });
    await make(trees, 'a');
    isAway = true;
    const made = creation('b');
    const error = await errorOf(trees.change(owner, () => [made], new Deadline(50)));
    expect(error).to.be.instanceOf(UnavailableError);
    for (const each of [trees, newTrees()]) expect(await namesIn(each)).to.deep.equal(['a']);
    isAway = false;
    await make(trees, 'c');
    for (const each of [trees, newTrees()]) expect(await namesIn(each)).to.deep.equal(['a', 'b', 'c']);
  });

  for (const kind of ['lost', 'failed'] as const) {
    it(`make an entry once, where the answer of its claim is ${kind}`, async () => {
      let left = 2;
      const unsure = altering(store, 'create', async (real) => {
        if (left-- <= 0) return real();
        if (kind === 'lost') await real();
        throw new UnavailableError('no answer');
      });
      const trees = newTrees({ store: unsure });
      const made = await make(trees, 'a');
      expect((await log().read(owner, 1))?.changes).to.have.length(1);
      await change(trees, { kind: 'move', id: made, name: 'b', parentId: null });
      expect(await log().list(owner, 0)).to.deep.equal({ entries: [1, 2], trees: [] });
      expect((await newTrees().current(owner)).folder(made)).to.include({ path: '/b', revision: 2 });
    });
  }

  it('checkAgain: decide anew where the claim was lost to another, though its answer is lost, too', async () => {
    const other = newTrees();
    const overtaken = altering(store, 'create', async (real) => {
      if (left-- <= 0) return real();
      await make(other, 'b');
      await real();
      throw new UnavailableError('no answer');
    });
    let left = 1;
    const seen: number[] = [];
    const { entry } = await newTrees({ store: overtaken }).change(
      owner,
      (tree) => {
        seen.push(tree.living);
        return [creation('a')];
      },
      new Deadline(DEADLINE_MS),
    );
    expect([entry?.number, seen]).to.deep.equal([2, [0, 1]]);
    expect(await namesIn(other)).to.deep.equal(['a', 'b']);
  });

  it('let a late claim land without any effect', async () => {
    let land = async (): Promise<unknown> => undefined;
    let left = 3;
    const late = altering(store, 'create', (real) => {
      if (left-- <= 0) return real();
      land = async () => real();
      throw new UnavailableError('not done yet');
    });
    const error = await errorOf(change(newTrees({ store: late }), creation('a')));
    expect(error).to.be.instanceOf(UnavailableError);
    const trees = newTrees();
    await make(trees, 'b');
    expect(await land()).to.equal('exists');
    expect(await namesIn(trees)).to.deep.equal(['b']);
  });

  describe('with a long log', () => {
    it('snapshotWins, listBeyond: write a tree, and read it in place of the entries before, which may be gone', async function () {
      this.timeout(60_000);
      const [trees, follower] = [newTrees(), newTrees()];
      const top = await make(trees, 'top');
      await make(trees, 'low', top);
      await follower.current(owner);
      for (let number = 3; number <= ENTRIES_A_TREE + 3; number++) {
        await change(trees, { kind: 'move', id: top, name: `t${number}`, parentId: null });
      }
      await background.drained();
      const { entries, trees: written } = await log().list(owner, 0);
      expect(written).to.deep.equal([ENTRIES_A_TREE]);
      const path = `/t${ENTRIES_A_TREE + 3}`;
      for (const number of entries.filter((each) => each <= ENTRIES_A_TREE)) await log().remove(owner, number);
      for (const each of [newTrees(), follower, trees]) {
        const tree = await each.current(owner);
        expect(tree.folder(top)).to.include({ path, revision: ENTRIES_A_TREE + 2 });
        expect([tree.revision, tree.living, tree.childrenOf(top).length]).to.deep.equal([ENTRIES_A_TREE + 3, 2, 1]);
      }
      const at = new Date().toISOString();
      await log().claim(owner, { number: 5, writeId: 'late', at, changes: [creation('late')] });
      expect(await namesIn(newTrees())).to.deep.equal([path.slice(1)]);
      await make(newTrees(), 'more');
      expect(await namesIn(follower)).to.deep.equal(['more', path.slice(1)]);
    });

    it('raise an error where entries are missing', async () => {
      const trees = newTrees();
      for (const name of ['a', 'b', 'c']) await make(trees, name);
      await log().remove(owner, 2);
      expect(await errorOf(newTrees().current(owner))).to.be.instanceOf(UnavailableError);
    });
  });

  describe('of an owner with folders of an older release', () => {
    /** As releases before folder trees did it. */
    async function makeOlder(overrides: Partial<Folder> = {}): Promise<Folder> {
      const made = folder({ owner, ...overrides });
      await new FolderLog(store).claim({ ...made, writeId: made.id, idempotency: null });
      await index.createFolder(made);
      return made;
    }

    it('adopt: begin with these, as they were', async () => {
      const top = await makeOlder({ name: 'top' });
      const low = await makeOlder({ name: 'low', parentId: top.id, path: '/top/low', depth: 1 });
      await Promise.all(Array.from({ length: 300 }, (_, n) => makeOlder({ name: `n${n}`, parentId: low.id })));
      const [one, other] = [newTrees(), newTrees()];
      const found = await Promise.all([one.find(owner, low.id), other.find(owner, low.id)]);
      for (const each of found) expect(each).to.deep.equal({ ...low, updatedAt: low.createdAt, revision: 1 });
      expect((await namesIn(one, low.id)).length).to.equal(300);
      expect(await log().list(owner, 0)).to.deep.equal({ entries: [1], trees: [1] });
      await change(one, { kind: 'move', id: top.id, name: 'new', parentId: null });
      expect((await other.find(owner, low.id))?.path).to.equal('/new/low');
    });

    it('go on where a process died after it had claimed their beginning', async () => {
      await makeOlder({ name: 'a' });
      const at = new Date().toISOString();
      await log().claim(owner, { number: 1, writeId: 'dead', at, changes: [{ kind: 'base' }] });
      for (const trees of [newTrees(), newTrees()]) expect(await namesIn(trees)).to.deep.equal(['a']);
      await make(newTrees(), 'b');
      expect(await namesIn(newTrees())).to.deep.equal(['a', 'b']);
    });

    it('adopt: bring in one that is made later, with those above it, once', async () => {
      const trees = newTrees();
      await make(trees, 'new');
      const top = await makeOlder({ name: 'top' });
      const low = await makeOlder({ name: 'low', parentId: top.id, path: '/top/low', depth: 1 });
      const [one, other] = [newTrees(), newTrees()];
      const found = await Promise.all([one, other, trees].map((each) => each.find(owner, low.id)));
      for (const each of found) expect(each).to.include({ path: '/top/low', createdAt: low.createdAt, revision: 1 });
      expect(await namesIn(trees)).to.deep.equal(['new', 'top']);
      expect((await trees.current(owner)).size).to.equal(3);
    });

    it('bring in one whose parent was deleted meanwhile where its documents are: in the nearest folder above', async () => {
      const trees = newTrees();
      const top = await make(trees, 'top');
      const middle = await make(trees, 'middle', top);
      const low = await makeOlder({ name: 'low', parentId: middle, path: '/top/middle/low', depth: 2 });
      await change(trees, { kind: 'delete', id: middle });
      expect(await trees.find(owner, low.id)).to.include({ parentId: top, path: '/top/low', depth: 1 });
      expect(await namesIn(newTrees(), top)).to.deep.equal(['low']);
    });

    it('deletedStays: do not bring in again one that was deleted', async () => {
      const older = await makeOlder();
      const trees = newTrees();
      expect(await trees.find(owner, older.id)).to.include({ name: older.name });
      await change(trees, { kind: 'delete', id: older.id });
      for (const each of [trees, newTrees()]) {
        expect(await each.find(owner, older.id)).to.equal(undefined);
        expect(await namesIn(each)).to.deep.equal([]);
      }
      expect(await revisionInIndex()).to.equal(2);
    });

    it('do not give one to another owner', async () => {
      const other = await makeOlder({ owner: newOwner() });
      expect(await newTrees().find(owner, other.id)).to.equal(undefined);
      expect(await newTrees().find(owner, newId(owner))).to.equal(undefined);
      expect(await log().list(owner, 0)).to.deep.equal({ entries: [], trees: [] });
    });
  });
});
