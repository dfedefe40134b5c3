/** What commands on backends do with the authors of versions. */
import { expect } from 'chai';
import { summarize, type Version } from '../../src/domain/version.js';
import type { Client } from '../http/client.js';
import { create, listVersions, push, restore, unique } from '../http/making.js';
import { describeModes } from '../support/modes.js';
import { maintenanceHarnessOf } from './maintenance-harness.js';

describeModes('maintenance of the authors of versions', (makeStorage) => {
  const getHarness = maintenanceHarnessOf(makeStorage);
  let client: Client;
  let id: string;
  before(async () => {
    const owner = unique();
    client = await getHarness().caller({ owner, label: 'ci' });
    ({ id } = await create(client));
    await push(await getHarness().caller({ owner }), id);
    await restore(client, id, 1);
  });

  const listed = async () => (await listVersions(client, id)).versions;
  const logged = async (version: number) => (await getHarness().log.read(id, version)) as Version;

  it('leaves them through a rebuild, in the index and in lists', async () => {
    const before = await listed();
    expect(before.map(({ author }) => author?.label)).to.deep.equal(['ci', null, 'ci']);
    expect(before.map(({ restored_from }) => restored_from)).to.deep.equal([undefined, undefined, 1]);
    expect(new Set(before.map(({ author }) => author?.key_id)).size).to.equal(2);
    const { reindexHarness, backends } = getHarness();
    await reindexHarness.reindex();
    expect(await listed()).to.deep.equal(before);
    const marks = [{ id, version: 3 }];
    expect(await backends.admin.readSummaries(await getHarness().index(), marks)).to.deep.equal([
      summarize(await logged(3)),
    ]);
    expect((await getHarness().look()).left).to.equal(0);
  });

  it('puts back which version the newest was restored from', async () => {
    const { restoredFrom: _, ...summary } = summarize(await logged(3));
    await getHarness().backends.admin.overwrite(await getHarness().index(), [{ kind: 'summary', id, summary }]);
    expect((await getHarness().look()).left).to.equal(1);
    expect((await getHarness().repair()).left).to.equal(0);
    expect((await listed())[2]).to.include({ restored_from: 1 });
  });

  it('puts the author back that the summary of the newest version lacks', async () => {
    const summary = { ...summarize(await logged(3)), author: null };
    await getHarness().backends.admin.overwrite(await getHarness().index(), [{ kind: 'summary', id, summary }]);
    expect((await getHarness().look()).left).to.equal(1);
    expect((await getHarness().repair()).left).to.equal(0);
    expect((await getHarness().look()).left).to.equal(0);
  });
});
