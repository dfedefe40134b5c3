import type { Scene } from './disturbances.js';

/** Longer than the service waits for the counters, so that it gives them up. */
const LEAST_AWAY_MS = 2_000;
const AWAY_MS = 3_000;
/** Longer than the service waits before it tries the counters again. */
const UNITS_TOLD_MS = 2_000;
/** Of the load, between a snapshot and the loss of what came after it. */
const LATER_MS = 2_000;

/** It comes back with its data, and lacks what the dead process counted for itself. */
export async function freezeRedis(scene: Scene): Promise<void> {
  await outage(scene, { leave: async () => scene.redis?.freeze(), comeBack: async () => scene.redis?.thaw() });
}

export async function loseRedis(scene: Scene): Promise<void> {
  await outage(scene, {
    leave: async () => scene.redis?.kill(),
    comeBack: async () => {
      await scene.redis?.discardSnapshot();
      await scene.redis?.restart();
    },
  });
}

/** It comes back with less than it had. */
export async function restoreRedis(scene: Scene): Promise<void> {
  await scene.redis?.call('SAVE');
  await pause(scene.random.below(LATER_MS));
  await outage(scene, { leave: async () => scene.redis?.kill(), comeBack: async () => scene.redis?.restart() });
}

type Outage = { leave(): Promise<void>; comeBack(): Promise<void> };

/** A process that counts for itself meanwhile dies, at any moment of it. */
async function outage({ fleet, random, tell }: Scene, { leave, comeBack }: Outage): Promise<void> {
  const awayMs = LEAST_AWAY_MS + random.below(AWAY_MS);
  const untilDeathMs = random.below(awayMs);
  await leave();
  await pause(untilDeathMs);
  if (fleet.members.length > 0) await random.pick(fleet.members).kill();
  tell(`a process died ${untilDeathMs} ms after Redis, which is away for ${awayMs} ms`);
  await pause(awayMs - untilDeathMs);
  await comeBack();
  await pause(UNITS_TOLD_MS);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
