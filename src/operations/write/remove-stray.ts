import type { BackgroundTasks } from '../../consistency/background-tasks.js';
import type { Version } from '../../domain/version.js';
import type { VersionLog } from '../../log/version-log.js';

export type StrayPorts = { log: VersionLog; background: BackgroundTasks };

/** Removes an own version claimed behind a tombstone, which would otherwise stay until gc. */
export function removeStray({ log, background }: StrayPorts, { document, version }: Version): void {
  background.start('remove a stray version', () => log.remove(document.id, version));
}
