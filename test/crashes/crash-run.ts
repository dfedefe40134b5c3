import { Fleet } from '../support/fleet/fleet.js';
import { nameOf } from '../support/fleet/steps.js';
import { issueKey } from '../support/issue-key.js';
import { auditAgain } from '../support/load/audit.js';
import { Caller, type CallTraffic } from '../support/load/caller.js';
import type { WorkerContext } from '../support/load/worker-context.js';
import { newHand } from '../support/load/load.js';
import type { TestStorage } from '../support/modes.js';
import { SeededRandom } from '../support/oracle/seeded-random.js';
import { World } from '../support/oracle/world.js';
import { planRounds, type RoundPlan } from './plan.js';
import { PATIENCE_MS, runRound } from './round.js';

export type CrashRun = {
  mode: TestStorage['mode'];
  seed: number;
  rounds: number;
  /** Sent, and those of them that were acknowledged. */
  writes: number;
  acknowledged: number;
  /** Answers held against what is known, at once and at the audits. */
  checked: number;
  killsByStep: Record<string, number>;
  faults: string[];
  seconds: number;
};

export type CrashRunOptions = {
  rounds: number;
  seed: number;
  onRound: ((round: number, plan: RoundPlan, worker: WorkerContext) => void) | undefined;
};

/**
 * Kills at the steps of the protocol, round after round, and in the end looks at everything once more. After a fault
 * the rest is not run.
 */
export async function runCrashes(storage: TestStorage, options: CrashRunOptions): Promise<CrashRun> {
  const random = new SeededRandom(options.seed);
  const plans = planRounds(storage.mode, options.rounds, random);
  const fleet = new Fleet(storage, random.fork());
  const startedAt = performance.now();
  const faults: string[] = [];
  const workers: WorkerContext[] = [];
  try {
    await fleet.start();
    for (const [round, plan] of plans.entries()) {
      const blame = (fault: string) => {
        faults.push(`round ${round + 1}: ${fault}`);
      };
      const worker = await makeWorker(fleet, random.below(2 ** 32), blame);
      workers.push(worker);
      await runRound(fleet, worker, plan).catch((error: unknown) => blame(String(error)));
      options.onRound?.(round + 1, plan, worker);
      if (faults.length > 0) break;
    }
    for (const worker of faults.length > 0 ? [] : workers) await lookAgain(worker, faults);
  } finally {
    await fleet.stop();
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  return {
    mode: storage.mode,
    seed: options.seed,
    rounds: workers.length,
    ...figuresOf(workers, plans),
    faults,
    seconds,
  };
}

async function makeWorker(fleet: Fleet, seed: number, blame: (fault: string) => void): Promise<WorkerContext> {
  const traffic: CallTraffic = { answered: 0, unavailable: 0, cut: 0 };
  const caller = new Caller(fleet, await issueKey(fleet.env), { traffic, blame });
  return newHand({ world: new World(blame), caller, seed });
}

async function lookAgain(worker: WorkerContext, faults: string[]): Promise<void> {
  await auditAgain(worker, (call) => worker.caller.insist(call, { forMs: PATIENCE_MS })).catch((error: unknown) => {
    faults.push(`at the end: ${String(error)}`);
  });
}

function figuresOf(workers: readonly WorkerContext[], plans: readonly RoundPlan[]) {
  const writes = workers.flatMap(({ world }) => world.documents.flatMap((record) => record.writes));
  const killsByStep: Record<string, number> = {};
  for (const { points } of plans.slice(0, workers.length)) {
    for (const point of points) killsByStep[nameOf(point)] = (killsByStep[nameOf(point)] ?? 0) + 1;
  }
  return {
    writes: writes.length,
    acknowledged: writes.filter(({ outcome }) => outcome === 'acknowledged').length,
    checked: workers.reduce((sum, { world }) => sum + world.checked, 0),
    killsByStep,
  };
}
