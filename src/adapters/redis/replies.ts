import type { EpochBump, QuotaRequest, RateWindow, ReservedBytes } from '../../ports/counters.js';
import type { Uncounted } from '../../ports/month-counts.js';
import type { ReserveReply, WindowReply } from './connect.js';

/** Limit and size for the window of bytes. The script replies with that window only if it checks it. */
export function checkedBytes(limit: number, bytes: QuotaRequest['bytes']): number[] {
  if (bytes === undefined) return [];
  // Of a window that is only shown the script gets a limit that nothing reaches: it knows no other way.
  return bytes === 'shown' ? [Number.MAX_SAFE_INTEGER, 0] : [limit, bytes];
}

export const NONE: ReservedBytes = { bytes: 0, leftMs: 0 };

/** Neither can be an identifier. */
const MARKS = { folder: '/', unknown: '?' } as const;

export function reservationOf(bytes: QuotaRequest['bytes'], [, leftMs]: WindowReply): ReservedBytes | undefined {
  return typeof bytes === 'number' && bytes > 0 ? { bytes, leftMs } : undefined;
}

export function writeChange(change: EpochBump): string {
  return typeof change === 'string' ? MARKS[change] : change.document;
}

export function readChange(numbered: string): EpochBump {
  const text = numbered.slice(numbered.indexOf(':') + 1);
  if (text === MARKS.folder) return 'folder';
  return text === MARKS.unknown ? 'unknown' : { document: text };
}

/** Rules addTaken, leaveOutTaken. */
export function uncounted([, round, ended, documents]: ReserveReply & [null, ...unknown[]]): Uncounted {
  return { outcome: 'uncounted', round: { round, ended, underWay: documents } };
}

export function presentWindow(limit: number, [count, leftMs]: WindowReply): RateWindow {
  return { limit, remaining: Math.max(0, limit - count), resetInMs: leftMs };
}
