import { expect } from 'chai';
import { slotKey } from '../../src/log/object-keys.js';
import { eventually } from '../races/support.js';
import { plantDeleted, type Ended as EndedDocument } from '../maintenance/planting.js';
import { wardOf, type Ward } from '../maintenance/ward.js';
import { describeModes } from '../support/modes.js';
import { quire, startQuire } from './quire.js';

/** After a kill the lease of the dead one is waited for. */
const LONG_MS = 90_000;

describeModes('cli: gc that is killed', (makePlace) => {
  const getWard = wardOf(makePlace);

  it('completes when it is run again after a kill', async function () {
    this.timeout(LONG_MS);
    const ward = getWard();
    const env = { S3_TIMEOUT_MS: '1000', ...ward.place.env };
    const planted: EndedDocument[] = [];
    for (let i = 0; i < 300; i++) planted.push(await plantDeleted(ward, { versions: 2, left: [1, 2] }));
    const child = startQuire(env, 'gc');
    await eventually('it removes', async () => (await countLeft(ward, planted)) < planted.length);
    child.kill('SIGKILL');
    await child.ended;
    const { code, stderr } = await quire(env, 'gc');
    expect(code, stderr).to.equal(0);
    // Those at which it was killed wait for another retention.
    expect(await countLeft(ward, planted)).to.be.at.most(8);
    expect((await ward.look()).left).to.equal(0);
  });
});

async function countLeft(ward: Ward, planted: readonly EndedDocument[]): Promise<number> {
  const left = await Promise.all(planted.map(({ id }) => ward.parts.store.read(slotKey(id, 1))));
  return left.filter((body) => body !== undefined).length;
}
