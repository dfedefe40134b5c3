import { UnavailableError } from '../../domain/errors.js';
import type { QuotaUnit } from '../../ports/counters.js';
import type { Context } from '../context.js';

/**
 * The last step before a write is answered: searches that begin after the answer must see it. The epoch
 * is bumped first (rule bumpBeforeAck); when that fails the writer refreshes by itself (rule
 * refreshWhenBumpFails). Raises `UnavailableError` when neither works.
 */
export async function acknowledge(context: Context, owner: string, created?: QuotaUnit): Promise<void> {
  try {
    await context.counters.bumpEpoch(owner, created);
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    await context.freshness.refresh();
  }
}
