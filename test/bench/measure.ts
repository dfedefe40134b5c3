import type { Bench } from './bench.js';
import type { Watched } from './driver/driver.js';
import type { Plan } from './driver/load.js';
import type { Sample } from './report/sample.js';

/** One run of so many seconds. */
export type Leg = (seconds: number) => Promise<Sample>;

/** Runs of a plan, each of which goes on where the last one ended. */
export function runsOf(bench: Bench, plan: Plan, { clients, watched }: { clients: number; watched: Watched }): Leg {
  let first = 0;
  return async (seconds) => {
    const sample = await bench.driver.run(plan, { clients, seconds, first }, watched);
    first += sample.sent;
    return sample;
  };
}

type Measuring = { rounds?: number; seconds?: number; warmUpSeconds?: number };

/**
 * Runs the legs in turn, round after round, so that what changes on the machine meanwhile meets all of them. Before
 * that each runs once for nothing.
 */
export async function interleave<Name extends string>(
  bench: Bench, what: string, legs: Readonly<Record<Name, Leg>>, measuring: Measuring = {},
): Promise<Record<Name, Sample[]>> {
  const { rounds, seconds, warmUpSeconds } = { ...bench.pace, ...measuring };
  const names = Object.keys(legs) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Sample[]>;
  bench.progress.start(`Measuring ${what}`, rounds * names.length);
  for (const name of names) if (warmUpSeconds > 0) await legs[name](warmUpSeconds);
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const sample = await legs[name](seconds);
      noteExtremes(bench, sample);
      samples[name].push(sample);
      bench.progress.advance();
    }
  }
  bench.progress.stop();
  return samples;
}

function noteExtremes({ extremes }: Bench, { perSecond, driverShare }: Sample): void {
  if (driverShare === undefined) return;
  extremes.fastest = Math.max(extremes.fastest, perSecond);
  extremes.busiest = Math.max(extremes.busiest, driverShare);
}
