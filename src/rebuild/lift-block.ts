import type { Tools } from './job.js';

/**
 * Lifts a block that somebody has left, or that may still come: the hold is taken over first, so that nothing which a
 * former holder has sent does anything later.
 */
export async function liftBlock({ rebuild, lease }: Pick<Tools, 'rebuild' | 'lease'>, index: string): Promise<void> {
  await rebuild.unblock(await rebuild.hold(index, lease.number));
}
