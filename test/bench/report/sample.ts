import type { KindFigures } from '../driver/load.js';

/** What one run of one leg came to. */
export type Sample = {
  /** Requests, or whatever the leg does, a second. */
  perSecond: number;
  sent: number;
  kinds: Readonly<Record<string, KindFigures>>;
  /** CPU microseconds a request, by the name of the process: of the tree of processes that it has started. */
  cpuMicros: Readonly<Record<string, number>>;
  /** Of a leg that the driver ran: its CPU time by wall time. */
  driverShare?: number;
};

/** Of the requests of one kind; raises an error where there were none. */
export function ofKind(kind: string, figure: keyof KindFigures): (sample: Sample) => number {
  return ({ kinds }) => {
    const figures = kinds[kind];
    if (!figures) throw new Error(`nothing was measured of ${kind}`);
    return figures[figure];
  };
}

export function cpuOf(process: string): (sample: Sample) => number {
  return ({ cpuMicros }) => cpuMicros[process] ?? NaN;
}
