import type { Version } from '../../domain/version.js';
import type { Context } from '../context.js';

/** Removes an own version claimed behind a tombstone, which would otherwise stay until gc. */
export function removeStray(context: Context, version: Version): void {
  context.background.start('remove a stray version', () => context.log.remove(version.document.id, version.version));
}
