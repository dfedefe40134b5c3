import type { Deadline } from '../../platform/deadline.js';
import type { Actor } from '../../domain/api-key.js';
import { QuireError, UnavailableError } from '../../domain/errors.js';
import { monthOf } from '../../domain/month.js';
import type { Version } from '../../domain/version.js';
import type { VersionLog } from '../../log/version-log.js';
import type { Counters, QuotaMonth, QuotaReading, QuotaUnit, Reservation, Uncounted } from '../../ports/counters.js';
import type { Freshness } from '../../consistency/freshness.js';
import type { DocumentIndex } from '../../ports/document-index.js';

export type ReservePorts = QuotaPorts & { log: VersionLog };
export type QuotaPorts = {
  counters: Pick<Counters, 'reserveQuota' | 'readQuota' | 'seedQuota'>;
  freshness: Freshness;
  index: Pick<DocumentIndex, 'countCreated'>;
};

const ATTEMPTS = 10;
const LOOKS = 5;

/** Undefined: the quota is exhausted, but an earlier attempt of this keyed create took a unit. */
export async function reserveQuota(
  ports: ReservePorts,
  actor: Actor,
  first: Version,
  deadline: Deadline,
): Promise<QuotaUnit | undefined> {
  const unit = reservationOf(first);
  for (let look = 1; ; look++) {
    try {
      await reserve(ports, actor, unit);
      return unit;
    } catch (error) {
      const exhausted = error instanceof QuireError && error.code === 'QUOTA_EXCEEDED';
      if (!exhausted || !first.idempotency) throw error;
      if (await ports.log.read(first.document.id, 1)) return undefined;
      if (look === LOOKS) throw error;
      // An earlier attempt in another process may have its unit and not yet its slot: look again.
      await deadline.pause(look + 3, 'looking for an earlier attempt');
    }
  }
}

export function reservationOf({ document: { id, owner }, createdAt, writeId }: Version): QuotaUnit {
  return { owner, month: monthOf(createdAt), name: writeId, documentId: id };
}

async function reserve(ports: QuotaPorts, actor: Actor, unit: QuotaUnit): Promise<void> {
  const { documentsPerMonth: limit } = actor.plan;
  const reservation = await whenCounted(ports, unit, () => ports.counters.reserveQuota(unit, limit));
  if (reservation.outcome === 'exhausted') throw new QuireError('QUOTA_EXCEEDED', { used: reservation.used, limit });
}

export async function readQuota(ports: QuotaPorts, month: QuotaMonth): Promise<number> {
  const reading = await whenCounted(ports, month, () => ports.counters.readQuota(month));
  return reading.used;
}

export function firstDayAfter(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
}

/** A month unknown to the counters is counted in the index after a refresh, tombstones included: never too low. */
async function whenCounted<T extends Reservation | QuotaReading>(
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
  throw new UnavailableError('the month is counted anew again and again');
}
