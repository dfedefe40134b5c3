import { setTimeout } from 'node:timers/promises';
import type { IndexEnvironment } from './index-environment.js';

/** A snapshot lasts a turn of an event loop; an operator's copy of the files can last minutes, and answers nobody. */
const WAIT_AT_MOST_MS = 1_000;
const LOOK_AGAIN_MS = 1;

/**
 * Waits until no living process reads in a snapshot older than the transaction `newest`, so that all see what it
 * wrote; not for ever, because an old snapshot shows what was so a moment ago and lets nothing be written.
 */
export async function snapshotsFrom({ tables }: IndexEnvironment, newest: number): Promise<void> {
  const giveUpAt = performance.now() + WAIT_AT_MOST_MS;
  tables.root.resetReadTxn();
  tables.root.readerCheck();
  while (snapshotsOf(tables.root.readerList()).some((snapshot) => snapshot < newest)) {
    if (performance.now() > giveUpAt) return;
    await setTimeout(LOOK_AGAIN_MS);
  }
}

/** Of a table "pid thread transaction", with `-` for a reader that has no snapshot at the moment. */
function snapshotsOf(readers: string): number[] {
  return readers.split('\n').flatMap((line) => {
    const snapshot = /^\s*\d+\s+[0-9a-f]+\s+(\d+)\s*$/.exec(line)?.[1];
    return snapshot === undefined ? [] : [Number(snapshot)];
  });
}
