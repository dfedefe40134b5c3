import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { LINES } from '../../../src/directory/push/push-writer.js';
import type { SeededRandom } from '../../support/oracle/seeded-random.js';
import type { KeptFiles } from './kept-files.js';
import type { ProofScene } from './proof-scene.js';
import type { RunningPush } from './running-push.js';

/** Where writes are under way the kill comes after one of so many, else within so long after the start. */
const WRITES_BEFORE = 60;
const START_MS = 600;
const START_SHARE = 0.15;
const MOST_KILLS_IN_TURN = 8;
/** Of the files, before each push. */
const CHANGED_SHARE = 0.15;
const ADDED = 10;
const REMOVED = 10;
/** In so many turns the directory forgets what it remembers, which may be deleted at any time. */
const FORGETFUL_SHARE = 0.4;
const CONFLICTS_LEFT = 3;
/** Of each push of a turn in which the directory forgets. */
const REQUESTS_UNDER_WAY = 2;
const FEW_UNDER_WAY = ['--concurrency', String(REQUESTS_UNDER_WAY)];

export type KillRun = {
  kills: number;
  /** Of them: after the first write that was answered. */
  amidWrites: number;
  endedPushes: number;
  /** Since a push last ended as it should. */
  hasForgotten: boolean;
};

/** Kills pushes of changing files, and checks after each that ends by itself. */
export async function killPushes(scene: ProofScene, kills: number, random: SeededRandom): Promise<KillRun> {
  const run: KillRun = { kills: 0, amidWrites: 0, endedPushes: 0, hasForgotten: false };
  while (run.kills < kills) {
    const last = Math.min(kills, run.kills + 1 + random.below(MOST_KILLS_IN_TURN));
    const forgetAfter = random.chance(FORGETFUL_SHARE) ? run.kills + 1 + random.below(last - run.kills) : undefined;
    const options = forgetAfter === undefined ? [] : FEW_UNDER_WAY;
    while (run.kills < last) {
      await killOne(scene, run, { random, options });
      await changeFiles(scene.kept, random, CHANGED_SHARE);
      if (run.kills !== forgetAfter) continue;
      await scene.kept.forget();
      run.hasForgotten = true;
    }
    await endOne(scene, scene.push(), run);
    await changeFiles(scene.kept, random, CHANGED_SHARE);
  }
  return run;
}

async function killOne(
  scene: ProofScene,
  run: KillRun,
  { random, options }: { random: SeededRandom; options: readonly string[] },
): Promise<void> {
  const push = scene.push({ options });
  if (random.chance(START_SHARE)) await Promise.race([push.ended, delay(random.below(START_MS))]);
  else await push.untilWritten(1 + random.below(WRITES_BEFORE));
  push.kill();
  const { code } = await push.ended;
  if (code !== null) return endOne(scene, push, run);
  run.kills += 1;
  if (push.written > 0) run.amidWrites += 1;
}

/**
 * Writes of a killed push may take effect after the next push has listed the documents. Where the directory has
 * forgotten them meanwhile they are somebody else's, so that push leaves conflicts: at most what was under way.
 */
async function endOne(scene: ProofScene, push: RunningPush, run: KillRun): Promise<void> {
  run.endedPushes += 1;
  const first = await push.ended;
  const mayOverwrite = run.hasForgotten && first.code === CONFLICTS_LEFT;
  if (mayOverwrite) expect(first.counts?.conflict).to.be.within(1, REQUESTS_UNDER_WAY * LINES);
  const ended = mayOverwrite ? await scene.push({ options: ['--on-conflict', 'overwrite'] }).ended : first;
  await scene.expectPushed(ended, `after ${run.kills} kills`);
  run.hasForgotten = false;
}

export type FileChanges = { created: number; updated: number; deleted: number };

/** Adds, removes, and changes that share of the others. */
export async function changeFiles(kept: KeptFiles, random: SeededRandom, share: number): Promise<FileChanges> {
  for (const path of random.shuffled(kept.paths).slice(0, REMOVED)) await kept.remove(path);
  const changed = kept.paths.filter(() => random.chance(share));
  await Promise.all(changed.map((path) => kept.write(path)));
  for (let n = 0; n < ADDED; n++) await kept.add();
  return { created: ADDED, updated: changed.length, deleted: REMOVED };
}
