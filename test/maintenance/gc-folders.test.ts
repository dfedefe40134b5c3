import { expect } from 'chai';
import { FolderTreeLog } from '../../src/log/folder-tree-log.js';
import { expectStatus, type Client } from '../http/client.js';
import { createFolder, listFolders, type MadeFolder } from '../http/making.js';
import { describeModes } from '../support/modes.js';
import { until } from '../support/until.js';
import { maintenanceHarnessOf, RETENTION_MS } from './maintenance-harness.js';

/** The service writes a tree after so many entries. */
const ENTRIES_A_TREE = 256;

describeModes('gc of folders', (makeStorage) => {
  const getHarness = maintenanceHarnessOf(makeStorage);
  let owner: string;
  let client: Client;
  let folder: MadeFolder;
  let log: FolderTreeLog;

  const rename = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n++) {
      folder = expectStatus(await client.patch<MadeFolder>(`/v1/folders/${folder.id}`, { name: `n${n}` }), 200);
    }
  };

  beforeEach(async function () {
    this.timeout(120_000);
    ({ owner, client } = await getHarness().newCaller());
    log = new FolderTreeLog(getHarness().backends.store);
    folder = await createFolder(client);
    await rename(ENTRIES_A_TREE + 4);
    await until(async () => (await log.list(owner, 0)).trees.length > 0);
  });

  it('retention: removes entries that a tree has had for as long, and no folder', async function () {
    this.timeout(120_000);
    const harness = getHarness();
    const at = (days: number) => new Date(Date.now() + RETENTION_MS + days * 86_400_000).toISOString();
    expect((await harness.gc({ at: at(-1) })).folderEntries).to.equal(0);
    expect((await log.list(owner, 0)).entries).to.have.length(ENTRIES_A_TREE + 5);
    const foreseen = await harness.preview({ at: at(1) });
    expect(foreseen.folderEntries).to.be.at.least(ENTRIES_A_TREE - 1);
    expect((await harness.gc({ at: at(1) })).folderEntries).to.equal(foreseen.folderEntries);
    const left = await log.list(owner, 0);
    expect(left.trees).to.deep.equal([ENTRIES_A_TREE]);
    expect(left.entries).to.deep.equal([0, 1, 2, 3, 4, 5].map((n) => ENTRIES_A_TREE + n));
    expect(await listFolders(client)).to.deep.equal([folder]);
    await rename(1);
    expect(await listFolders(client)).to.deep.equal([folder]);
  });
});
