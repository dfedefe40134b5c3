import type { Tools } from './job.js';

/**
 * Lifts a block that somebody else has left. The hold on it is taken over first, so that nothing which the former
 * holder still sends can lift a later block.
 */
export async function liftBlock(
  { rebuild, lease }: Pick<Tools, 'rebuild' | 'lease'>, index: string,
): Promise<'lifted' | 'there was none'> {
  if (!await rebuild.isBlocked(index)) return 'there was none';
  await rebuild.unblock(await rebuild.block(index, lease.number));
  return 'lifted';
}
