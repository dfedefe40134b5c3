import type { Bench } from './bench.js';
import { QueryRing } from './corpus/query-ring.js';
import type { Watched } from './driver/driver.js';
import type { LoadPlan } from './driver/load.js';
import type { Pace } from './pace.js';
import type { Sample } from './report/sample.js';

/** One run of so many seconds. */
export type Leg = (seconds: number) => Promise<Sample>;

type Running = { clients: number; watched: Watched };

/** Runs of a plan. Each goes on where the last one ended. */
export function runsOf(bench: Bench, plan: LoadPlan, running: Running): Leg {
  return legOf(bench, plan, { ...running, isRound: true });
}

/** As `runsOf`, but no request of the plan is sent twice. */
export function onceEach(bench: Bench, plan: LoadPlan, running: Running): Leg {
  return legOf(bench, plan, { ...running, isRound: false });
}

/** Searches that the page cache cannot answer. */
export function uncached(bench: Bench, queries: LoadPlan, { clients, watched }: Running): Leg {
  const ring = new QueryRing(queries.requests.length);
  return async (seconds) => {
    await ring.ready();
    const sample = await bench.driver.run(queries, { clients, seconds, first: ring.first, most: ring.most }, watched);
    ring.used(sample.sent);
    return sample;
  };
}

function legOf(bench: Bench, plan: LoadPlan, { clients, watched, isRound }: Running & { isRound: boolean }): Leg {
  let first = 0;
  return async (seconds) => {
    const most = isRound ? undefined : plan.requests.length - first;
    const sample = await bench.driver.run(plan, { clients, seconds, first, most }, watched);
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
  /** Every other round runs from the last leg to the first. */
  isTurned?: boolean;
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
  const { rounds, seconds, isWarm = false, isTurned = false } = pace;
  const turns = Object.entries(legs).map(([name, leg]) => ({ name, leg, samples: [] as Sample[] }));
  bench.progress.start(`Measuring ${what}`, rounds * turns.length);
  if (!isWarm) for (const { leg } of turns) await warmUp(leg, pace);
  for (let round = 0; round < rounds; round++) {
    for (const { leg, samples } of isTurned && round % 2 === 1 ? turns.toReversed() : turns) {
      const sample = await leg(seconds);
      bench.busiest = Math.max(bench.busiest, sample.driverShare ?? 0);
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
