import { checkSameRequest } from '../../domain/idempotency.js';
import { IDEMPOTENCY_WINDOW } from '../../domain/limits.js';
import type { IdempotencyMark, VersionSummary } from '../../domain/version.js';
import { readSummaries } from '../read-summaries.js';
import type { Context } from '../context.js';

type Search = {
  documentId: string;
  mark: IdempotencyMark;
  /** Slots up to this one have been looked at. */
  after: number;
  /** The head's version: slots beyond it belong to nobody yet. */
  upTo: number;
};

/**
 * The version that an earlier request with the same Idempotency-Key made, among the newest hundred, those
 * included that were met while helping (rule inspectEverySlot). Raises `IDEMPOTENCY_KEY_REUSED`.
 */
export async function findRepeat(context: Context, search: Search): Promise<VersionSummary | undefined> {
  const first = Math.max(search.after, search.upTo - IDEMPOTENCY_WINDOW) + 1;
  if (first > search.upTo) return undefined;
  const summaries = await readSummaries(context, search.documentId, { from: first, to: search.upTo });
  const repeat = summaries.find((summary) => summary.idempotency?.key === search.mark.key);
  if (repeat) checkSameRequest(search.mark, repeat.idempotency);
  return repeat;
}
