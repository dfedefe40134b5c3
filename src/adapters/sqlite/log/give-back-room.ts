import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProgressReporter } from '../../../platform/progress.js';
import { pragmaOf } from '../files/connection.js';
import { expectWritable, openLog } from '../files/log-file.js';
import { unavailable } from '../files/sqlite-errors.js';
import { removeLeftParts } from './object-parts.js';

/** Of 4 KiB: some milliseconds, for which the service's writes wait. */
const PAGES_TOGETHER = 500;
const BUSY_MS = 10_000;
/** An older attempt has ended: no write takes an hour. */
const LEFT_MS = 3_600_000;

/** Gives the room of removed objects back to the file system, beside the service. Returns how many bytes. */
export async function giveBackRoom(folder: string, progress: ProgressReporter, stop: AbortSignal): Promise<number> {
  const log = openLog(folder, { busyMs: BUSY_MS });
  try {
    expectWritable(log);
    removeLeftParts(log.connection, new Date(Date.now() - LEFT_MS));
    const free = () => pragmaOf(log.connection, 'freelist_count');
    const before = free();
    progress.start('Giving back room', before);
    for (let left = before; left > 0 && !stop.aborted;) {
      log.connection.exec(`PRAGMA incremental_vacuum(${PAGES_TOGETHER})`);
      const now = free();
      if (now >= left) break;
      progress.advance(left - now);
      left = now;
      await nextTurn();
    }
    return Math.max(0, before - free()) * pragmaOf(log.connection, 'page_size');
  } catch (error) {
    throw unavailable(error, log.path);
  } finally {
    progress.stop();
    log.connection.close();
  }
}
