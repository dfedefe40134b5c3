import type { Bench } from './bench.js';
import type { Watched } from './driver/driver.js';
import type { LoadPlan } from './driver/load.js';
import type { Pace } from './pace.js';
import type { Sample } from './report/sample.js';

/** One run of so many seconds. */
export type Leg = (seconds: number) => Promise<Sample>;

/** Runs of a plan. Each goes on where the last one ended. */
export function runsOf(bench: Bench, plan: LoadPlan, { clients, watched }: { clients: number; watched: Watched }): Leg {
  let first = 0;
  return async (seconds) => {
    const sample = await bench.driver.run(plan, { clients, seconds, first }, watched);
    first += sample.sent;
    return sample;
  };
}

type Measuring = {
  rounds?: number;
  seconds?: number;
  warmUpSeconds?: number;
  /** What is measured has been at work before. */
  isWarm?: boolean;
};

const WARM_UP_STEP_SECONDS = 0.2;

/**
 * Runs the legs in turn, round after round, so that what changes on the machine meanwhile meets all of them. Before
 * that each runs for a while for nothing.
 */
export async function interleave<Legs extends Readonly<Record<string, Leg>>>(
  bench: Bench,
  what: string,
  legs: Legs,
  measuring: Measuring = {},
): Promise<{ [Name in keyof Legs]: Sample[] }> {
  const pace = { ...bench.pace, ...measuring };
  const { rounds, seconds, isWarm = false } = pace;
  const turns = Object.entries(legs).map(([name, leg]) => ({ name, leg, samples: [] as Sample[] }));
  bench.progress.start(`Measuring ${what}`, rounds * turns.length);
  if (!isWarm) for (const { leg } of turns) await warmUp(leg, pace);
  for (let round = 0; round < rounds; round++) {
    for (const { leg, samples } of turns) {
      const sample = await leg(seconds);
      noteExtremes(bench, sample);
      samples.push(sample);
      bench.progress.advance();
    }
  }
  bench.progress.stop();
  return Object.fromEntries(turns.map(({ name, samples }) => [name, samples])) as { [Name in keyof Legs]: Sample[] };
}

async function warmUp(leg: Leg, { warmUpRequests, warmUpSeconds }: Pace): Promise<void> {
  const endsAt = performance.now() + warmUpSeconds * 1_000;
  for (let sent = 0; sent < warmUpRequests && performance.now() < endsAt;) {
    sent += (await leg(WARM_UP_STEP_SECONDS)).sent;
  }
}

function noteExtremes({ extremes }: Bench, { perSecond, driverShare }: Sample): void {
  if (driverShare === undefined) return;
  extremes.fastest = Math.max(extremes.fastest, perSecond);
  extremes.busiest = Math.max(extremes.busiest, driverShare);
}
