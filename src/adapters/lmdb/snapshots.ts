import { setTimeout } from 'node:timers/promises';
import { Deadline } from '../../platform/deadline.js';
import type { IndexEnvironment } from './index-environment.js';

/** A thread's snapshot lasts one event loop turn. A copying tool's may last for minutes, but it serves no request. */
const WAIT_AT_MOST_MS = 1_000;
const LOOK_AGAIN_MS = 1;

/**
 * Waits until no thread or copying tool reads a snapshot older than `newest`. Gives up after 1 s: old ones allow no
 * write.
 */
export async function snapshotsFrom({ tables }: IndexEnvironment, newest: number): Promise<void> {
  const deadline = new Deadline(WAIT_AT_MOST_MS);
  tables.root.resetReadTxn();
  tables.root.readerCheck();
  while (snapshotsOf(tables.root.readerList()).some((snapshot) => snapshot < newest)) {
    if (deadline.isOver) return;
    await setTimeout(LOOK_AGAIN_MS);
  }
}

/** Parses a table "pid thread transaction", with `-` for a reader without a snapshot. */
function snapshotsOf(readers: string): number[] {
  return readers.split('\n').flatMap((line) => {
    const snapshot = /^\s*\d+\s+[0-9a-f]+\s+(\d+)\s*$/.exec(line)?.[1];
    return snapshot === undefined ? [] : [Number(snapshot)];
  });
}
