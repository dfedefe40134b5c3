import { expect } from 'chai';
import { SqliteDocumentIndex } from '../../../src/adapters/sqlite/index/sqlite-document-index.js';
import { SqliteObjectStore } from '../../../src/adapters/sqlite/log/sqlite-object-store.js';
import { BackgroundTasks } from '../../../src/consistency/background-tasks.js';
import { FolderTrees } from '../../../src/consistency/folder-trees.js';
import type { FolderEntry } from '../../../src/domain/folders/changes.js';
import { FolderTree } from '../../../src/domain/folders/folder-tree.js';
import { revisionEntry } from '../../../src/domain/folders/revision.js';
import { newId } from '../../../src/domain/ids.js';
import { FolderTreeLog } from '../../../src/log/folder-tree-log.js';
import { newOwner } from '../../support/factories.js';
import { interceptCalls } from '../../support/intercept-calls.js';
import { NO_SWEEPS } from '../../support/no-sweeps.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const ENTRIES = 3_000;

describe('a log of folders with thousands of entries', () => {
  let store: SqliteObjectStore;
  let index: SqliteDocumentIndex;
  let owner: string;
  let id: string;
  let listed: number;
  beforeEach(async () => {
    const place = temporaryFolder();
    store = SqliteObjectStore.of(place);
    index = SqliteDocumentIndex.of(place);
    await index.install('generation-1');
    owner = newOwner();
    id = newId(owner);
    await Promise.all(Array.from({ length: ENTRIES }, (_, n) => log().claim(owner, entry(n + 1))));
    await index.raiseKey(revisionEntry(owner, ENTRIES));
    listed = 0;
  });
  afterEach(async () => {
    await index.close();
    await store.close();
  });

  const log = () => new FolderTreeLog(store);

  /** The first makes a folder, each other one renames it. */
  function entry(number: number): FolderEntry {
    const kind = number === 1 ? ('create' as const) : ('move' as const);
    const changes = [{ kind, id, name: `n${number}`, parentId: null }];
    return { number, writeId: `w${number}`, at: '2026-01-01T00:00:00.000Z', changes };
  }

  async function writeTreeAt(revision: number): Promise<void> {
    const tree = new FolderTree(owner);
    for (let number = 1; number <= revision; number++) tree.apply(entry(number));
    await log().writeTree(tree);
  }

  async function readAnew(): Promise<FolderTree> {
    const counting = interceptCalls(new FolderTreeLog(store), async ({ name, real }) => {
      const answer = await real();
      if (name === 'list') listed += (answer as { entries: number[] }).entries.length;
      return answer;
    });
    const background = new BackgroundTasks(() => undefined);
    const common = { background, writeDeadlineMs: 5_000, now: () => new Date(), sweeps: () => NO_SWEEPS };
    const tree = await new FolderTrees({ index, log: counting, ...common }).current(owner);
    expect(tree.folder(id)).to.include({ path: `/n${ENTRIES}`, revision: ENTRIES });
    return tree;
  }

  for (const [at, most] of [
    [ENTRIES - 100, 512],
    [ENTRIES - 1_000, 3_000],
    [10, 7_000],
  ] as const) {
    it(`is read from the tree of entry ${at} on, of which at most ${most} entries are listed`, async () => {
      await writeTreeAt(at);
      await readAnew();
      expect(listed).to.be.at.most(most);
    });
  }

  it('has what another process dropped removed, later where that may be doing it', async () => {
    const begun: string[] = [];
    const sweeps = {
      begin: (_: string, ids: readonly string[]) => void begun.push(`now ${ids.join()}`),
      moveOut: () => undefined,
      beginLater: (_: string, ids: readonly string[]) => void begun.push(`later ${ids.join()}`),
    };
    const common = { background: new BackgroundTasks(() => undefined), writeDeadlineMs: 5_000, now: () => new Date() };
    const newTrees = () => new FolderTrees({ index, log: log(), ...common, sweeps: () => sweeps });
    const kept = newTrees();
    await kept.current(owner);
    const number = ENTRIES + 1;
    const at = new Date().toISOString();
    await log().claim(owner, { number, writeId: 'dropped', at, changes: [{ kind: 'drop', id }] });
    await index.raiseKey(revisionEntry(owner, number));
    expect((await kept.current(owner)).folder(id)).to.equal(undefined);
    expect(begun).to.deep.equal([`later ${id}`]);
    await newTrees().current(owner);
    expect(begun.slice(1)).to.include(`now ${id}`);
  });

  it('is read from its first entry on where it has no tree', async () => {
    expect((await readAnew()).revision).to.equal(ENTRIES);
  });
});
