// Alone: measures for seconds beside each attack.
/** What an owner notices of others who do what their plans allow, measured in an open loop. */
import { Driver } from '../bench/driver/driver.js';
import { embeddedStorage } from '../support/modes.js';
import { rounds } from '../support/rounds.js';
import { Bystander, expectWithinBounds, prepare, type Meanwhile } from './bystander.js';
import type { AttackTarget } from './support/attacks.js';
import { DEAR_ATTACKS, pathsOf } from './support/dear-attacks.js';
import { DearStore, LARGE_STORE } from './support/dear-store.js';
import { HostileTarget } from './support/target.js';
import { plantWords } from './support/word-attacks.js';

const SETUP_MS = 240_000;
const TEST_MS = 120_000;
const SECONDS = rounds(6, 10);
const PAGES = 4;
const DOCUMENTS_OF_WORDS = 2_000;

describe('hostile: an owner beside others', () => {
  const driver = new Driver();
  let target: HostileTarget;
  let bystander: Bystander;
  let at: AttackTarget;
  let calm: Meanwhile;
  before(async function () {
    this.timeout(SETUP_MS);
    target = await HostileTarget.start(await embeddedStorage());
    const key = await target.key();
    const store = await DearStore.make(target, { ...LARGE_STORE, folders: 10, versions: 10 }, key);
    at = { ...(await prepare(target.url, key)), paths: await pathsOf(store, PAGES) };
    await plantWords(target.url, key, DOCUMENTS_OF_WORDS);
    bystander = await Bystander.arrive({ url: target.url, env: target.env, driver, seconds: SECONDS });
    calm = await bystander.measure();
  });
  after(async () => {
    await driver.stop();
    await target.dispose();
  });

  for (const only of Object.keys(DEAR_ATTACKS)) {
    it(`waits within the bound beside ${only}`, async function () {
      this.timeout(TEST_MS);
      // Another program may take a core of the machine for seconds.
      this.retries(1);
      const { attacked } = await bystander.beside({ at, only });
      expectWithinBounds({ calm, attacked });
    });
  }
});
