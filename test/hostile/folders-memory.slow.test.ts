// Slow: makes hundreds of thousands of folders.
/** The folders of very many owners in the memory of one process. */
import { expect } from 'chai';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SqliteDocumentIndex } from '../../src/adapters/sqlite/index/sqlite-document-index.js';
import { SqliteObjectStore } from '../../src/adapters/sqlite/log/sqlite-object-store.js';
import { BackgroundTasks } from '../../src/consistency/background-tasks.js';
import { FolderTrees } from '../../src/consistency/folder-trees.js';
import { newId } from '../../src/domain/ids.js';
import { FolderTreeLog } from '../../src/log/folder-tree-log.js';
import { Deadline } from '../../src/platform/deadline.js';
import { newOwner } from '../support/factories.js';
import { NO_SWEEPS } from '../support/no-sweeps.js';
import { rounds } from '../support/rounds.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { MIB } from './support/figures.js';

const TEST_MS = 300_000;
/** Both together are far more than is kept. */
const OWNERS = rounds(50, 100);
const FOLDERS = 5_000;
const AN_ENTRY = 1_000;
const KEPT_MIB = 200;
const MOST_MIB = 1.2 * KEPT_MIB;

describe('hostile: the folders of many owners', () => {
  let store: SqliteObjectStore;
  let index: SqliteDocumentIndex;
  before(async () => {
    const place = temporaryFolder();
    store = SqliteObjectStore.of(place);
    index = SqliteDocumentIndex.of(place);
    await index.install('generation-1');
  });
  after(async () => {
    await index.close();
    await store.close();
  });

  it('take no more memory than the bound, also as they grow, and are read again', async function () {
    this.timeout(TEST_MS);
    const background = new BackgroundTasks((task) => expect.fail(task));
    const common = { writeDeadlineMs: TEST_MS, now: () => new Date(), sweeps: () => NO_SWEEPS };
    const trees = new FolderTrees({ index, log: new FolderTreeLog(store), background, ...common });
    const owners = Array.from({ length: OWNERS }, newOwner);
    const before = heapMiB();
    for (const owner of owners) {
      for (let made = 0; made < FOLDERS; made += AN_ENTRY) await make(trees, owner);
    }
    await background.drained();
    const grown = heapMiB() - before;
    process.stdout.write(`      ${(OWNERS * FOLDERS).toFixed(0)} folders: ${grown.toFixed(0)} MiB\n`);
    expect(grown).to.be.below(MOST_MIB);
    for (const owner of owners) expect((await trees.current(owner)).size).to.equal(FOLDERS);
    expect(heapMiB() - before).to.be.below(MOST_MIB);
    // So the bound is what keeps it small.
    expect(grown).to.be.above(KEPT_MIB / 2);
  });

  async function make(trees: FolderTrees, owner: string): Promise<void> {
    const ids = Array.from({ length: AN_ENTRY }, () => newId(owner));
    await trees.change(
      owner,
      () => ids.map((id) => ({ kind: 'create', id, name: id + '😀'.repeat(230), parentId: null })),
      new Deadline(TEST_MS),
    );
  }
});

function heapMiB(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed / MIB;
}
