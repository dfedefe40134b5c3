import type { Actor } from '../../domain/api-key.js';
import { QuireError, UnavailableError } from '../../domain/errors.js';
import { monthOf } from '../../domain/month.js';
import type { Version } from '../../domain/version.js';
import type { VersionLog } from '../../log/version-log.js';
import type {
  MonthCounts,
  QuotaMonth,
  QuotaReading,
  QuotaReservation,
  ReservationOutcome,
  Uncounted,
} from '../../ports/month-counts.js';
import type { Freshness } from '../../consistency/freshness.js';
import type { DocumentIndex } from '../../ports/document-index.js';

export type ReservePorts = QuotaPorts & { log: VersionLog };
type QuotaPorts = {
  counters: Pick<MonthCounts, 'reserveQuota' | 'readQuota' | 'seedQuota'>;
  freshness: Freshness;
  index: Pick<DocumentIndex, 'countCreated'>;
};

export type QuotaReads = QuotaPorts & { now(): Date };

export type DocumentCreate = { actor: Actor; first: Version };

const ATTEMPTS = 10;

/**
 * Takes the unit, over the limit too where an earlier attempt of this create has its slot: its document will be made,
 * and must be in the count. Raises `QUOTA_EXCEEDED`.
 */
export async function reserveQuota(ports: ReservePorts, { actor, first }: DocumentCreate): Promise<QuotaReservation> {
  const reservation = reservationOf(first);
  const limit = actor.plan.documentsPerMonth;
  const reserve = (most: number) =>
    whenCounted(ports, reservation, () => ports.counters.reserveQuota(reservation, most));
  const { outcome, used } = await reserve(limit);
  if (outcome === 'reserved') return reservation;
  const mayHaveSlot = first.idempotency !== null || first.document.byKey !== null;
  const hasSlot = mayHaveSlot && (await ports.log.read(first.document.id, 1)) !== undefined;
  if (!hasSlot) throw new QuireError('QUOTA_EXCEEDED', { used, limit });
  await reserve(Number.MAX_SAFE_INTEGER);
  return reservation;
}

export function reservationOf({ document: { id, owner }, createdAt, writeId }: Version): QuotaReservation {
  return { owner, month: monthOf(createdAt), documentId: id, name: writeId };
}

export type Quota = {
  limit: number;
  /** Undefined: neither counters nor index can be read. No number is better than a wrong one. */
  used: number | undefined;
  /** `YYYY-MM-DD`, UTC. */
  resetsOn: string;
};

export async function readQuota(ports: QuotaReads, { owner, plan }: Actor): Promise<Quota> {
  const month = monthOf(ports.now().toISOString());
  const used = await readUsed(ports, { owner, month }).catch(ignoreKnown);
  return { limit: plan.documentsPerMonth, used, resetsOn: firstDayAfter(month) };
}

async function readUsed(ports: QuotaPorts, month: QuotaMonth): Promise<number> {
  const reading = await whenCounted(ports, month, () => ports.counters.readQuota(month));
  return reading.used;
}

function ignoreKnown(error: unknown): undefined {
  if (!(error instanceof QuireError)) throw error;
}

function firstDayAfter(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
}

/** A month unknown to the counters is counted in the index after a refresh, tombstones included. */
async function whenCounted<T extends ReservationOutcome | QuotaReading>(
  ports: QuotaPorts,
  { owner, month }: QuotaMonth,
  ask: () => Promise<T>,
): Promise<Exclude<T, Uncounted>> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const answer = await ask();
    if (answer.outcome !== 'uncounted') return answer as Exclude<T, Uncounted>;
    const { round } = answer;
    await ports.freshness.refresh();
    const count = await ports.index.countCreated(owner, month, round.underWay);
    await ports.counters.seedQuota({ owner, month }, round, count);
  }
  throw new UnavailableError(`the month was still uncounted after ${ATTEMPTS} counts`);
}
