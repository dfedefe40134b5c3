import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProgressReporter } from '../../../platform/progress.js';
import type { LogFile } from '../files/log-file.js';
import { ObjectReader } from './object-reader.js';
import { isDamage } from '../files/sqlite-errors.js';

/** `fault`: of the structure of the file. `damaged`: keys of objects with wrong sums. */
export type LogCheck = { objects: number; damaged: string[]; fault: string | undefined };

/** Raises the reason of `stop` when it is aborted. */
export type CheckOptions = { progress: ProgressReporter; stop: AbortSignal };

/** Reads the whole file: a second for 150 MB. */
export async function checkLog(log: LogFile, { progress, stop }: CheckOptions): Promise<LogCheck> {
  const reader = new ObjectReader(log);
  const check: LogCheck = { objects: 0, damaged: [], fault: undefined };
  try {
    progress.start('Checking the file');
    check.fault = reader.structureFault();
    progress.start('Checking the objects', reader.count());
    for (let after = -1; ;) {
      stop.throwIfAborted();
      const { last, count, damaged } = reader.check(after);
      if (count === 0) return check;
      after = last;
      check.objects += count;
      check.damaged.push(...damaged);
      progress.advance(count);
      await nextTurn();
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    check.fault ??= (error as Error).message;
    return check;
  } finally {
    progress.stop();
  }
}
