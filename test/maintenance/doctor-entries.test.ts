import { expect } from 'chai';
import { newId, newWriteId } from '../../src/domain/ids.js';
import { summarize } from '../../src/domain/version.js';
import { FolderTreeLog } from '../../src/log/folder-tree-log.js';
import type { Client } from '../http/client.js';
import { createFolder, listFolders, listVersions, unique } from '../http/making.js';
import { folder, versionSummary } from '../support/factories.js';
import { describeModes } from '../support/modes.js';
import { lastOf, makeVersions, plant, plantDeleted } from './planting.js';
import { maintenanceHarnessOf } from './maintenance-harness.js';

describeModes('doctor, summaries and folders', (makeStorage) => {
  const getHarness = maintenanceHarnessOf(makeStorage);
  let owner: string;
  let client: Client;
  beforeEach(async () => ({ owner, client } = await getHarness().newCaller()));

  describe('a summary', () => {
    it('that is missing of the newest version is no fault, and is put back', async () => {
      const { harness, index, admin } = await at();
      const id = lastOf(await plant(harness, { owner, versions: 4 })).document.id;
      const list = await listVersions(client, id);
      await admin.removeSummaries(index, [{ id, version: 4 }]);
      const looked = await harness.look();
      expect(looked.findings['missing summary']).to.deep.include({ count: 1, repaired: 0, examples: [`${id}:4`] });
      expect(looked.left).to.equal(0);
      expect((await harness.repair()).findings['missing summary']).to.deep.include({ count: 1, repaired: 1 });
      expect(await admin.readSummaries(index, marksOf(id, 4))).not.to.include(undefined);
      expect(await listVersions(client, id)).to.deep.equal(list);
    });

    it('that is missing of an older version is not told, as after each rebuild', async () => {
      const { harness, index, admin } = await at();
      const id = lastOf(await plant(harness, { owner, versions: 2 })).document.id;
      await admin.removeSummaries(index, [{ id, version: 1 }]);
      expect((await harness.look()).findings).to.deep.equal({});
    });

    for (const fault of [{ title: 'Wrong' }, { source: null }]) {
      it(`that differs of the newest version is found and mended: ${Object.keys(fault).join()}`, async () => {
        const { harness, index, admin } = await at();
        const versions = await plant(harness, { owner, versions: 3 });
        const { id } = lastOf(versions).document;
        const summary = versionSummary({ ...summarize(lastOf(versions)), ...fault });
        await admin.overwrite(index, [{ kind: 'summary', id, summary }]);
        const { findings } = await harness.look();
        expect(findings['differing summary']).to.deep.include({ count: 1, examples: [`${id}:3`] });
        expect((await harness.repair()).left).to.equal(0);
        expect(await admin.readSummaries(index, marksOf(id, 3))).to.deep.equal(versions.map(summarize));
      });
    }

    it('of a deleted document is removed, be it below its end, or without any document at all', async () => {
      const { harness, index, admin } = await at();
      const { id } = await plantDeleted(harness, { owner, versions: 3 });
      const stray = newId(owner);
      const ghosts = [
        { id, version: 2 },
        { id, version: 3 },
        { id: stray, version: 1 },
        { id: stray, version: 7 },
      ];
      await admin.writeIfHigher(
        index,
        ghosts.map(({ id: of, version }) => ({ kind: 'summary', id: of, summary: versionSummary({ version }) })),
      );
      const looked = await harness.look();
      expect(looked.findings['ghost summary']?.examples).to.have.members([`${id}:2`, `${id}:3`]);
      expect(looked.findings['stray summary']?.examples).to.have.members([`${stray}:1`, `${stray}:7`]);
      expect(looked.left).to.equal(4);
      expect((await harness.repair()).left).to.equal(0);
      expect(await admin.readSummaries(index, ghosts)).to.deep.equal(ghosts.map(() => undefined));
    });

    it('of a document that has no head is left to the head', async () => {
      const { harness, index, admin } = await at();
      const versions = makeVersions({ owner });
      await harness.log.claim(versions[0]!);
      const { id } = versions[0]!.document;
      await admin.writeIfHigher(index, [{ kind: 'summary', id, summary: summarize(versions[0]!) }]);
      expect((await harness.look()).findings['stray summary']).to.equal(undefined);
      expect((await harness.repair()).findings['missing head']).to.deep.include({ count: 1, repaired: 1 });
      expect(await admin.readSummaries(index, [{ id, version: 1 }])).to.deep.equal([summarize(versions[0]!)]);
    });
  });

  describe('a folder of an older release', () => {
    it('that differs, or has no object, is found and shown; what the log knows is mended', async () => {
      const { harness, index, admin } = await at();
      const [differing, ghost] = [folder({ owner }), folder({ owner })];
      await harness.folders.claim({ ...differing, writeId: newWriteId(), idempotency: null });
      await admin.overwrite(index, [
        { kind: 'folder', folder: { ...differing, name: unique() } },
        { kind: 'folder', folder: ghost },
      ]);
      const { findings, left } = await harness.look();
      expect(findings['ghost folder']?.examples).to.deep.equal([ghost.id]);
      expect(findings['differing folder']?.examples).to.deep.equal([differing.id]);
      expect(left).to.equal(2);
      expect((await harness.repair()).left).to.equal(1);
      await harness.reindexHarness.reindex();
      expect((await listFolders(client)).map(({ name }) => name)).to.deep.equal([differing.name]);
      expect((await harness.look()).left).to.equal(0);
    });

    it('that a killed process left in the log alone is brought in', async () => {
      const { harness } = await at();
      const made = folder({ owner, name: unique() });
      await harness.folders.claim({ ...made, writeId: newWriteId(), idempotency: null });
      expect((await harness.repair()).findings['missing folder']).to.deep.include({ count: 1, repaired: 1 });
      expect((await listFolders(client)).map(({ name }) => name)).to.deep.equal([made.name]);
    });
  });

  it('of folders that are behind their log are brought forward', async () => {
    const { harness } = await at();
    const { name } = await createFolder(client);
    const log = new FolderTreeLog(harness.backends.store);
    const change = { kind: 'create', id: newId(owner), name: unique(), parentId: null } as const;
    await log.claim(owner, { number: 2, writeId: newWriteId(), at: '2026-01-01T00:00:00.000Z', changes: [change] });
    expect((await harness.repair()).findings['stale folders']).to.deep.include({ count: 1, repaired: 1 });
    expect((await listFolders(client)).map((each) => each.name)).to.have.members([name, change.name]);
    expect((await harness.look()).left).to.equal(0);
  });

  async function at() {
    const harness = getHarness();
    return { harness, index: await harness.index(), admin: harness.backends.admin };
  }
});

function marksOf(id: string, count: number) {
  return Array.from({ length: count }, (_, i) => ({ id, version: i + 1 }));
}
