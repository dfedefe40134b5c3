import { checkSameRequest } from '../../domain/idempotency.js';
import { IDEMPOTENCY_WINDOW } from '../../domain/limits.js';
import type { IdempotencyMark, VersionSummary } from '../../domain/version.js';
import { readSummaries } from '../read-summaries.js';
import type { Context } from '../context.js';

type RepeatSearch = { documentId: string; mark: IdempotencyMark; after: number; upTo: number };

/** The version of an earlier request with this key, in the newest hundred. Raises `IDEMPOTENCY_KEY_REUSED`. */
export async function findRepeat(context: Context, search: RepeatSearch): Promise<VersionSummary | undefined> {
  const first = Math.max(search.after, search.upTo - IDEMPOTENCY_WINDOW) + 1;
  if (first > search.upTo) return undefined;
  const summaries = await readSummaries(context, search.documentId, { from: first, to: search.upTo });
  const repeat = summaries.find((summary) => summary.idempotency?.key === search.mark.key);
  if (repeat) checkSameRequest(search.mark, repeat.idempotency);
  return repeat;
}
