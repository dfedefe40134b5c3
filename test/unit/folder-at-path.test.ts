import { expect } from 'chai';
import { FolderCache } from '../../src/consistency/folder-cache.js';
import { FolderPaths } from '../../src/consistency/folder-paths.js';
import { Freshness } from '../../src/consistency/freshness.js';
import type { Actor } from '../../src/domain/api-key.js';
import type { Folder } from '../../src/domain/folder.js';
import { chosenFolderId, type FolderPathReads } from '../../src/operations/folders/folder-at-path.js';
import { folder, newOwner } from '../support/factories.js';

const NAMES = ['a', 'b', 'c', 'd'];

describe('the folder at a path', () => {
  let refreshes: number;
  let chain: Folder[];
  const owner = newOwner();
  beforeEach(() => {
    refreshes = 0;
    chain = [];
    for (const name of NAMES) chain.push(folder({ owner, name, parentId: chain.at(-1)?.id ?? null }));
  });

  function find(names: readonly string[]): Promise<string | undefined> {
    const index = {
      listFolders: async ({ parentId }: { parentId: string | null }) =>
        chain.filter((each) => each.parentId === parentId),
    };
    const read = async () => undefined;
    const ports = {
      index,
      folderCache: new FolderCache({ readFolder: read, readFolders: async (ids) => ids.map(() => undefined) }),
      folderPaths: new FolderPaths(),
      freshness: new Freshness({
        refresh: async () => {
          refreshes++;
        },
      }),
    };
    const actor = { owner } as Actor;
    return chosenFolderId(ports as unknown as FolderPathReads, actor, { names, reading: undefined });
  }

  it('costs one refresh, however many names are unknown and though the counters are away', async () => {
    expect(await find(NAMES)).to.equal(chain.at(-1)?.id);
    expect(refreshes).to.equal(1);
  });

  it('costs none at the root', async () => {
    await find([]);
    expect(refreshes).to.equal(0);
  });
});
