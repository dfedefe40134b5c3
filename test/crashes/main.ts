/** `npm run crashes`: the crash tests in full, on real backends that it starts where none are given. */
import { nameOf } from '../support/fleet/steps.js';
import { atEachMode } from '../support/each-mode.js';
import type { TestStorage } from '../support/modes.js';
import { runCrashes, type CrashRun, type CrashRunOptions } from './crash-run.js';
import { readOptions } from './options.js';

const options = readOptions(process.argv);

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function roundLine(mode: TestStorage['mode']): CrashRunOptions['onRound'] {
  let lastAt = performance.now();
  return (round, { points }, { world }) => {
    const writes = world.documents.reduce((sum, record) => sum + record.writes.length, 0);
    const seconds = (performance.now() - lastAt) / 1_000;
    lastAt = performance.now();
    const steps = points.map((point) => `${nameOf(point)} (${point.nth}.)`).join(', then ');
    print(
      `${mode} ${round}/${options.rounds}: ${steps}; ${writes} writes, ${world.checked} answers, ${seconds.toFixed(1)} s`,
    );
  };
}

function report(run: CrashRun): void {
  for (const [step, kills] of Object.entries(run.killsByStep).sort()) print(`  ${String(kills).padStart(4)}  ${step}`);
  for (const fault of run.faults) print(`  FAULT ${fault}`);
  const kills = Object.values(run.killsByStep).reduce((sum, count) => sum + count, 0);
  const verdict =
    run.faults.length === 0 ? 'SOUND: nothing lost, nothing doubled' : `BROKEN: ${run.faults.length} faults`;
  print(
    `crashes ${run.mode}, seed ${run.seed}: ${run.rounds} rounds, ${kills} kills, ${run.writes} writes sent, ` +
      `${run.acknowledged} acknowledged, ${run.checked} answers checked in ${run.seconds.toFixed(0)} s. ${verdict}`,
  );
}

const isSound = await atEachMode(options.mode, async (storage) => {
  const { rounds, seed, json } = options;
  const run = await runCrashes(storage, { rounds, seed, onRound: json ? undefined : roundLine(storage.mode) });
  if (json) print(JSON.stringify(run));
  else report(run);
  return run.faults.length === 0;
});
process.exit(isSound ? 0 : 1);
