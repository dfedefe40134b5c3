import type { Fleet } from '../support/fleet/fleet.js';
import type { FleetMember } from '../support/fleet/member.js';
import { nameOf, type CrashPoint } from '../support/fleet/steps.js';
import { auditWorld } from '../support/load/audit.js';
import { act } from '../support/load/operations.js';
import type { WorkerContext } from '../support/load/worker-context.js';
import { Load } from '../support/load/load.js';
import type { Reader } from '../support/load/reads.js';
import type { RoundPlan } from './plan.js';

const WORKERS = 6;
const DOCUMENTS = 3;
const FOLDERS = 1;
/** What is done between a crash and the return of the process, where another one goes on. */
const STEPS_BETWEEN = 20;
/** What is done after the last return. */
const STEPS_AFTER = 20;
/** For a step to be reached, and for an answer at an audit: long, as the machine may be busy with other things. */
export const PATIENCE_MS = 120_000;

/** One round: load, a crash at each point of the plan, more load, and the verdict of all that was done. */
export async function runRound(fleet: Fleet, worker: WorkerContext, { points, weights }: RoundPlan): Promise<void> {
  for (let i = 0; i < DOCUMENTS; i++) await act(worker, 'keyed create');
  for (let i = 0; i < FOLDERS; i++) await act(worker, 'keyed folder');
  const load = new Load(worker, weights);
  try {
    const first = worker.random.pick(fleet.members);
    await first.order({ crashAt: points[0] });
    load.start(WORKERS);
    await crashAtEach(fleet, { first, points, load });
    await load.more(STEPS_AFTER);
    await load.stop();
  } finally {
    load.halt();
  }
  await auditWorld(worker, readersOf(fleet, worker));
}

type Crashes = { first: FleetMember; points: readonly CrashPoint[]; load: Load };

async function crashAtEach(fleet: Fleet, { first, points, load }: Crashes): Promise<void> {
  let victim = first;
  for (const [i, point] of points.entries()) {
    await expectDeath(victim, point);
    const next = points[i + 1];
    load.limit(STEPS_BETWEEN);
    [victim] = (await fleet.start(next && { crashAt: next })) as [FleetMember];
    load.limit(Infinity);
  }
}

async function expectDeath(victim: FleetMember, point: CrashPoint): Promise<void> {
  const ended = await Promise.race([victim.ended, patience()]);
  if (ended === 'SIGKILL') return;
  throw new Error(
    `the step "${nameOf(point)}" was not reached for the ${point.nth}. time: ${ended}\n${victim.lines.join('\n')}`,
  );
}

/** Every process is asked, the one that came back too. */
function readersOf(fleet: Fleet, { caller }: WorkerContext): [Reader, ...Reader[]] {
  const readers = fleet.all().map(
    (url): Reader =>
      (call) =>
        caller.insist(call, { url, forMs: PATIENCE_MS }),
  );
  return readers as [Reader, ...Reader[]];
}

function patience(): Promise<string> {
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS, `not within ${PATIENCE_MS} ms`).unref();
  });
}
