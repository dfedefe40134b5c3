/** No request to any route, of the dearest that are legal, keeps the main thread without a turn for long. */
import { expect } from 'chai';
import { embeddedStorage } from '../support/modes.js';
import { DearStore, LARGE_STORE } from './support/dear-store.js';
import { ownDescription } from './support/described-routes.js';
import { publicCases } from './support/public-cases.js';
import { casesOf } from './support/route-cases.js';
import { inWords, isOver, tryRows, type RowFigures } from './support/try-row.js';
import { describeStretches, WatchedTarget } from './support/watched-target.js';

const SETUP_MS = 180_000;
const TEST_MS = 300_000;
/** One more request fits in. */
const TRIED_WITHIN_MS = 200_000;
const SETTINGS = { TRUSTED_PROXY_HOPS: '1', VIEWER_PER_MINUTE: '1000000', UNAUTHENTICATED_PER_MINUTE: '1000000' };
/** Also a precondition that does not hold, and what a stranger's request to nothing gets. */
const ANSWERED = [200, 201, 204, 302, 304, 412];
const REFUSED = [308, 400, 401, 404, 405];

describeStretches('hostile: the dearest legal requests', () => {
  let watched: WatchedTarget;
  let store: DearStore;
  before(async function () {
    this.timeout(SETUP_MS);
    watched = await WatchedTarget.start(await embeddedStorage(), { settings: SETTINGS });
    store = await DearStore.make(watched.target, LARGE_STORE);
  });
  after(() => watched.dispose());

  for (const each of casesOf(ownDescription())) {
    it(`to ${each.name} are answered in stretches within the bound, pairwise`, async function () {
      this.timeout(TEST_MS);
      const tried = await tryRows(watched, store, each, TRIED_WITHIN_MS);
      expect(tried.filter(isUnanswered).map(inWords)).to.deep.equal([]);
      expect(tried.filter(isOver).map(inWords)).to.deep.equal([]);
    });
  }

  for (const each of publicCases()) {
    it(`of strangers to ${each.name} are answered in stretches within the bound`, async function () {
      this.timeout(TEST_MS);
      const tried = await tryRows(watched, store, each, TRIED_WITHIN_MS);
      const statuses = tried.flatMap((row) => row.statuses);
      expect(statuses.filter((status) => ![...ANSWERED, ...REFUSED].includes(status))).to.deep.equal([]);
      expect(tried.filter(isOver).map(inWords)).to.deep.equal([]);
    });
  }
});

function isUnanswered({ statuses, isRefusable }: RowFigures): boolean {
  return statuses.some((status) => !ANSWERED.includes(status) && !(isRefusable && status === 400));
}
