import { setTimeout as delay } from 'node:timers/promises';
import { UnavailableError } from '../../domain/errors.js';
import { PAGE_LIFE_MS } from '../../domain/limits.js';
import type { Counters, EpochBump, Written } from '../../ports/counters.js';
import type { Freshness } from '../../consistency/freshness.js';

export type AnnouncePorts = { counters: Pick<Counters, 'bumpEpoch'>; freshness: Freshness };

type Announcement = Written & { change: EpochBump };

/** Timers of Node may fire a little early. */
const CLOCK_SLACK_MS = 20;

/** Runs before the answer (rule bumpBeforeAck), so that later searches see the write. Raises `UnavailableError`. */
export async function announceWrite(
  ports: AnnouncePorts,
  owner: string,
  { change, ...written }: Announcement,
): Promise<void> {
  try {
    await ports.counters.bumpEpoch(owner, change, written);
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    // Refresh, then wait out cached pages (rules refreshWhenBumpFails, waitWhenBumpFails, waitAfterRefresh).
    await ports.freshness.refresh();
    await delay(PAGE_LIFE_MS + CLOCK_SLACK_MS);
  }
}
