/** `npm run crashes`: the crash tests in full, on real parts that it starts where none are given. */
import { nameOf } from '../support/fleet/steps.js';
import { clusterPlaceOf, embeddedPlace, type Place } from '../support/modes.js';
import { startParts } from '../support/parts.js';
import { runCrashes, type CrashRun, type CrashRunOptions } from './crash-run.js';
import { readOptions } from './options.js';

const options = readOptions(process.argv);

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function roundLine(mode: Place['mode']): CrashRunOptions['onRound'] {
  let lastAt = performance.now();
  return (round, { points }, { world }) => {
    const writes = world.documents.reduce((sum, record) => sum + record.writes.length, 0);
    const seconds = (performance.now() - lastAt) / 1_000;
    lastAt = performance.now();
    const steps = points.map((point) => `${nameOf(point)} (${point.nth}.)`).join(', then ');
    print(`${mode} ${round}/${options.rounds}: ${steps}; ${writes} writes, ${world.judged} answers, ${seconds.toFixed(1)} s`);
  };
}

function report(run: CrashRun): void {
  for (const [step, kills] of Object.entries(run.killsByStep).sort()) print(`  ${String(kills).padStart(4)}  ${step}`);
  for (const fault of run.faults) print(`  FAULT ${fault}`);
  const verdict = run.faults.length === 0 ? 'nothing lost, nothing doubled' : `${run.faults.length} FAULTS`;
  print(`${run.mode}: ${run.rounds} rounds, ${run.writes} writes sent, ${run.acknowledged} acknowledged, `
    + `${run.judged} answers judged in ${run.seconds.toFixed(0)} s, seed ${run.seed}: ${verdict}`);
}

async function runAt(place: Place): Promise<boolean> {
  const { rounds, seed, json } = options;
  try {
    const run = await runCrashes(place, { rounds, seed, onRound: json ? undefined : roundLine(place.mode) });
    if (json) print(JSON.stringify(run));
    else report(run);
    return run.faults.length === 0;
  } finally {
    await place.dispose();
  }
}

async function main(): Promise<boolean> {
  let isSound = true;
  if (options.mode !== 'cluster') isSound = await runAt(await embeddedPlace());
  if (options.mode === 'embedded') return isSound;
  const parts = await startParts();
  if (!parts) return false;
  try {
    return await runAt(clusterPlaceOf(parts.env)) && isSound;
  } finally {
    await parts.stop?.();
  }
}

process.exit(await main() ? 0 : 1);
