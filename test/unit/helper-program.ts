/** Stands in for `quire reindex-helper`: what an order is answered with stands in its index. */
import type { FromHelper, ToHelper } from '../../src/cli/helper-process.js';

process.on('message', ({ id, to }: ToHelper) => {
  const answer = (message: FromHelper) => {
    process.send?.(message);
  };
  if (to === 'loads') answer({ id, kind: 'loaded', loaded: { documents: 7, deleted: 1, behind: 2, anomalies: {} } });
  if (to === 'asks again') answer({ id, kind: 'retrying', reason: 'S3 is away' });
  if (to === 'has no patience') answer({ id, kind: 'failed', reason: 'S3 is away', isUnavailable: true });
  if (to === 'fails') answer({ id, kind: 'failed', reason: 'a fault', isUnavailable: false });
  if (to === 'dies') process.exit(3);
});
