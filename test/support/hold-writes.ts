import type { makeClient } from './opensearch-client.js';
import { until } from './until.js';

type Held = { ended: Promise<unknown> };

/**
 * A write that changes nothing and takes `ms`. Resolves when it is under way. Until it ends, a block of its index is
 * only half set.
 */
export async function holdWrites(
  client: ReturnType<typeof makeClient>,
  { index, ms }: { index: string; ms: number },
): Promise<Held> {
  const action = { update: { _index: index, _id: 'held', routing: 'held' } };
  const script = { source: SPIN, params: { ms } };
  const ended = client.bulk({ body: [action, { scripted_upsert: true, upsert: {}, script }] }).then(({ body }) => {
    if (body.errors) throw new Error(JSON.stringify(body.items));
  });
  ended.catch(() => undefined);
  await until(async () => {
    const { body } = await client.tasks.list({ actions: 'indices:data/write/bulk[s][p]', detailed: true });
    return JSON.stringify(body).includes(`index[${index}]`);
  });
  return { ended };
}

/** A script may go round one loop a million times only. */
const SPIN = `
  boolean isOver(long end) {
    for (int i = 0; i < 900000; i++) if (System.currentTimeMillis() >= end) return true;
    return false;
  }
  long end = System.currentTimeMillis() + params.ms;
  while (!isOver(end));
  ctx.op = 'none';
`;
