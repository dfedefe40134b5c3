// Alone: measures for seconds beside an attack.
/** An owner who moves a large tree again and again, 64 times at once: each move looks at all that is below. */
import { expect } from 'chai';
import { rootFolderId } from '../../src/domain/ids.js';
import { folderEntryKey, folderTreeKey } from '../../src/log/object-keys.js';
import { Driver } from '../bench/driver/driver.js';
import { newOwner } from '../support/factories.js';
import { embeddedStorage } from '../support/modes.js';
import { rounds } from '../support/rounds.js';
import { eventually } from '../races/support.js';
import { Bystander, expectWithinBounds } from './bystander.js';
import { FOLDER_ATTACKS, MOVES } from './support/folder-attacks.js';
import { chainOf, folderNode, PlantedFolders } from './support/planted-folders.js';
import { WatchedTarget } from './support/watched-target.js';

const SETUP_MS = 120_000;
const TEST_MS = 240_000;
const SECONDS = rounds(6, 10);
/** Below a folder that is moved deeper there may be so many. */
const BELOW = 10_000;
const DEEP = 88;
const STRETCH_MS = 60;
/** Of the log, for each move. */
const BYTES_A_MOVE = 20 * 1024;
/** A tree is written after so many entries at the earliest. */
const MOVES_A_TREE = 256;

describe('hostile: moves of a large tree', () => {
  const driver = new Driver();
  const owner = newOwner();
  let watched: WatchedTarget;
  let planted: PlantedFolders;
  let places: string[];
  before(async function () {
    this.timeout(SETUP_MS);
    watched = await WatchedTarget.start(await embeddedStorage());
    planted = new PlantedFolders(watched.target.env);
    const top = folderNode(owner, { name: 'm' });
    const chain = chainOf(owner, DEEP, top.id);
    const parentId = chain.at(-1)?.id as string;
    // Names as long as paths allow.
    const lowest = Array.from({ length: BELOW - DEEP }, (_, n) =>
      folderNode(owner, { name: `${'😀'.repeat(240)}${n}`, parentId }),
    );
    const others = chainOf(owner, 10, null, 'o');
    await planted.plant(owner, [top, ...chain, ...lowest, ...others]);
    const [first, last] = [others[0]?.id as string, others.at(-1)?.id as string];
    places = [`/v1/folders/${top.id}`, rootFolderId(owner), first, last];
  });
  after(async () => {
    await planted.close();
    await driver.stop();
    await watched.dispose();
  });

  it('keep others waiting within the bound, and the log small', async function () {
    this.timeout(TEST_MS);
    this.retries(1);
    const { url, env } = watched.target;
    const key = await watched.target.key({ owner });
    const at = { url, key, paths: { [MOVES]: places }, largeId: '', dearId: '' };
    const bystander = await Bystander.arrive({ url, env, driver, seconds: SECONDS });
    const calm = await bystander.measure();
    const { attacked } = await bystander.beside({ at, only: MOVES });
    expectWithinBounds({ calm, attacked });
  });

  it('keep the main thread without a turn only for a short time', async function () {
    this.timeout(TEST_MS);
    const key = await watched.target.key({ owner });
    const at = { url: watched.target.url, key, paths: { [MOVES]: places }, largeId: '', dearId: '' };
    const tries: number[] = [];
    while (tries.length < 3 && !tries.some((ms) => ms < STRETCH_MS)) {
      tries.push(await watched.longestDuring(() => FOLDER_ATTACKS[MOVES]?.(at) as Promise<void>));
    }
    expect(Math.min(...tries)).to.be.below(STRETCH_MS);
  });

  it('leave little in the log', async function () {
    this.timeout(TEST_MS);
    const key = await watched.target.key({ owner });
    const at = { url: watched.target.url, key, paths: { [MOVES]: places }, largeId: '', dearId: '' };
    const logged = () => planted.log.list(owner, 1);
    while ((await logged()).entries.length < 4 * MOVES_A_TREE) await FOLDER_ATTACKS[MOVES]?.(at);
    // It is written after the answer that made it due.
    await eventually('a tree is written', async () => (await logged()).trees.length > 0);
    const { entries, trees } = await logged();
    const keys = [
      ...entries.map((number) => folderEntryKey(owner, number)),
      ...trees.map((number) => folderTreeKey(owner, number)),
    ];
    let bytes = 0;
    for (const each of keys) bytes += (await planted.store.read(each))?.length ?? 0;
    process.stdout.write(`      ${entries.length} entries and ${trees.length} trees: ${bytes} bytes\n`);
    expect(bytes / entries.length).to.be.below(BYTES_A_MOVE);
  });
});
