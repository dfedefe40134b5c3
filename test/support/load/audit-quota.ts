import { monthOf } from '../../../src/domain/month.js';
import type { DocumentRecord } from '../oracle/document-record.js';
import { DOCUMENTS, type Hand } from './hand.js';
import type { Reader } from './reads.js';

/** A create that cannot be: its answer says what is counted, and counts nothing. */
const INVALID = { method: 'POST', path: DOCUMENTS, body: {} } as const;

/** A create that was under way when the counters were lost may be in the new count twice, never less than once. */
const MOST_PER_REQUEST = 2;

/**
 * The month's count is not below the documents whose creates were acknowledged, and not far above the requests that
 * asked for one. What a rebuild makes of a create without an answer may be missing in it.
 */
export async function auditQuota({ world, caller }: Hand, read: Reader): Promise<void> {
  const monthBefore = monthOf(new Date().toISOString());
  const answer = await read(INVALID);
  if (!answer) return;
  world.judged++;
  if (answer.status !== 400) caller.unexpected(INVALID, answer);
  const used = Number(answer.headers['x-quota-used']);
  const made = world.known.filter(isAnswered).flatMap(({ sights }) => sights.get(1)?.createdAt ?? []);
  const months = new Set([monthBefore, ...made.map(monthOf)]);
  // Around the turn of a month nobody knows which month an unanswered create belongs to.
  if (months.size > 1) return;
  if (!(used >= made.length)) world.blame(`${used} documents are counted, ${made.length} were made`);
  if (used > MOST_PER_REQUEST * world.createsSent) world.blame(`${used} documents are counted, ${world.createsSent} were asked for`);
}

function isAnswered({ writes }: DocumentRecord): boolean {
  return writes.some(({ kind, outcome }) => kind === 'create' && outcome === 'acknowledged');
}
