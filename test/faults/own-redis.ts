import { describeCluster } from '../support/backends.js';
import { OwnRedis } from '../support/own-redis.js';

/** Facts that need a Redis which nobody else uses; skipped where this machine has no program for one. */
export function describeOwnRedis(title: string, facts: (redis: () => OwnRedis) => void): void {
  describeCluster(title, function () {
    let redis: OwnRedis | undefined;
    before(async function () {
      this.timeout(60_000);
      redis = await OwnRedis.start().catch((error: unknown) => {
        if (process.env.CI === 'true') throw error;
        return undefined;
      });
      if (!redis) this.skip();
    });
    after(() => redis?.stop());
    facts(() => redis as OwnRedis);
  });
}
