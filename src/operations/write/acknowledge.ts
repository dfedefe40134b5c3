import { setTimeout as delay } from 'node:timers/promises';
import { UnavailableError } from '../../domain/errors.js';
import { UNTOLD_WAIT_MS } from '../../domain/limits.js';
import type { Change, Written } from '../../ports/counters.js';
import type { Context } from '../context.js';

/** Timers of Node may be a little early. */
const CLOCK_SLACK_MS = 20;

/**
 * The last step before a write is answered: searches that begin after the answer must see it. The epoch is bumped
 * first (rule bumpBeforeAck); when that fails the writer refreshes by itself (rule refreshWhenBumpFails), and then
 * waits until nobody may serve a page that was made before (rules waitWhenBumpFails, waitAfterRefresh). Raises
 * `UnavailableError` when neither works.
 */
export async function acknowledge(
  context: Context, owner: string, change: Change, written?: Written,
): Promise<void> {
  try {
    await context.counters.bumpEpoch(owner, change, written);
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    await context.freshness.refresh();
    await delay(UNTOLD_WAIT_MS + CLOCK_SLACK_MS);
  }
}
