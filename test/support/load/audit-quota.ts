import { monthOf } from '../../../src/domain/month.js';
import type { DocumentRecord } from '../oracle/document-record.js';
import type { World } from '../oracle/world.js';
import { DOCUMENTS, type WorkerContext } from './worker-context.js';
import type { Reader } from './reads.js';

/** A create that cannot be: its answer says what is counted, and counts nothing. */
const INVALID = { method: 'POST', path: DOCUMENTS, body: {} } as const;

/** A create that was under way when the counters were lost may be in the new count twice, never less than once. */
const MOST_PER_REQUEST = 2;

/**
 * The month's count is not below the documents whose creates were acknowledged, and not far above the requests that
 * asked for one. What a rebuild makes of a create without an answer may be missing in it, and while each process
 * counts for itself what others have made.
 */
export async function auditQuota(worker: WorkerContext, read: Reader): Promise<void> {
  const { world } = worker;
  const startedAt = performance.now();
  const used = await readUsed(worker, read);
  if (used === undefined) return;
  const { certain } = quotaBounds(world);
  const isShared = !worker.wereApartSince?.(startedAt);
  if (isShared && !(used >= certain)) world.blame(`${used} documents are counted, ${certain} were made`);
  if (used > MOST_PER_REQUEST * world.createsSent) {
    world.blame(`${used} documents are counted, ${world.createsSent} were asked for`);
  }
}

/** What a process counts; undefined: no answer, or the month has turned. */
export async function readUsed({ world, caller }: WorkerContext, read: Reader): Promise<number | undefined> {
  const monthBefore = monthOf(new Date().toISOString());
  const answer = await read(INVALID);
  if (!answer) return undefined;
  world.checked++;
  if (answer.status !== 400) caller.unexpected(INVALID, answer);
  const made = world.known.flatMap(({ sights }) => sights.get(1)?.createdAt ?? []);
  const months = new Set([monthBefore, monthOf(new Date().toISOString()), ...made.map(monthOf)]);
  return months.size > 1 ? undefined : Number(answer.headers['x-quota-used']);
}

/** `certain`: acknowledged; `there`: and seen by anybody; `most`: and asked for, without anything known of it. */
export function quotaBounds(world: World): { certain: number; there: number; most: number } {
  const lives = world.byKey.flatMap((record) => [...record.lives.values()]);
  const there = world.known.length + lives.length;
  const seen = new Set(lives.flatMap(({ words }) => [...words.values()]));
  const puts = world.byKey.flatMap((record) => [...record.puts]).filter((word) => !seen.has(word));
  const unknown = world.documents.filter(({ id, writes }) => id === undefined && writes[0]?.outcome === 'open').length;
  return { certain: world.known.filter(isAnswered).length, there, most: there + unknown + puts.length };
}

function isAnswered({ writes }: DocumentRecord): boolean {
  return writes.some(({ kind, outcome }) => kind === 'create' && outcome === 'acknowledged');
}
