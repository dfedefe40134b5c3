import type { Version } from '../../domain/version.js';
import type { Context } from '../context.js';

/** Removes one's own version object that was claimed behind a tombstone; otherwise it would lie there until gc. */
export function removeStray(context: Context, version: Version): void {
  context.background.start('remove a stray version', () =>
    context.log.remove(version.document.id, version.version));
}
