/** `month`: `YYYY-MM`, UTC. */
export type QuotaMonth = { owner: string; month: string };

/**
 * The unit of a create in flight. Its document names it: two creates with one Idempotency-Key share one. `name`: of the
 * create, random.
 */
export type QuotaReservation = QuotaMonth & { documentId: string; name: string };

/** `ended`: creates that the store counts and that are not in flight. `underWay`: documents of those in flight. */
export type CountRound = { round: string; ended: number; underWay: readonly string[] };

/** `uncounted`: refresh, count the index's documents that are not in `round.underWay`, `seedQuota`, ask again. */
export type Uncounted = { outcome: 'uncounted'; round: CountRound };
export type ReservationOutcome = { outcome: 'reserved' | 'exhausted'; used: number } | Uncounted;
/** `underWay`: how many of the `used` units belong to creates in flight. */
export type QuotaReading = { outcome: 'known'; used: number; underWay: number } | Uncounted;

/**
 * Documents that an owner has created in a month: those in the index, and creates in flight, each by its document.
 * Shared by all processes. May be lost. Raises `UnavailableError` within about 100 ms.
 *
 * A month is `uncounted` if the store has no count of it, after `forgetQuota` and `renewQuotas`, and after the store
 * was restored or failed over. It is counted at once, and once more a write deadline later. Meanwhile the count may be
 * off by the creates that were in flight and unknown to the store, in either direction; never otherwise. A unit is in
 * flight until `bumpEpoch` or `releaseQuota` ends it. If none has within a write deadline, the month is counted without
 * it.
 */
export interface MonthCounts {
  /** Takes a unit of its month if fewer than `limit` are taken, or shares one, atomically. Repeats do no harm. */
  reserveQuota(reservation: QuotaReservation, limit: number): Promise<ReservationOutcome>;

  /** `count`: of the index. If another count was faster or the round is over, nothing happens: ask again. */
  seedQuota(month: QuotaMonth, round: CountRound, count: number): Promise<void>;

  /** Of a create that has made no document. The month is counted anew. Of a unit that is shared nothing happens. */
  releaseQuota(reservation: QuotaReservation): Promise<void>;

  /** Has the month counted anew, as after a loss. A lost answer does no harm. */
  forgetQuota(month: QuotaMonth): Promise<void>;

  /** Has all months of all owners counted anew, as after a loss. Units stay taken. */
  renewQuotas(): Promise<void>;

  /** The units taken in the month. */
  readQuota(month: QuotaMonth): Promise<QuotaReading>;
}
