import { Redis } from 'ioredis';
import { readConfig } from '../../src/config/read-config.js';
import { quire, startQuire } from '../cli/quire.js';
import { openMaintenance } from '../../src/server/backends.js';
import type { Fleet } from '../support/fleet/fleet.js';
import type { FleetMember } from '../support/fleet/member.js';
import type { FaultKind } from '../support/fleet/backend-faults.js';
import { STEPS, type CrashPoint } from '../support/fleet/steps.js';
import type { TestStorage } from '../support/modes.js';
import type { SeededRandom } from '../support/oracle/seeded-random.js';
import type { OwnRedis } from '../support/own-redis.js';
import { freezeRedis, loseRedis, restoreRedis } from './redis-disturbances.js';

/** What a disturbance works with. `fleet.env` leads any program to the place, an operator's command for example. */
export type Scene = {
  mode: TestStorage['mode'];
  fleet: Fleet;
  random: SeededRandom;
  /** The run's own; undefined: the counters are in embedded mode's process, or in a Redis that others use too. */
  redis: OwnRedis | undefined;
  /** Says what cannot be. */
  blame(fault: string): void;
  /** Says what was done: it helps to find the cause of a fault. */
  tell(event: string): void;
};

/**
 * One way to disturb a running service. When `run` has ended, the service has to be whole again by itself, but for
 * processes that do not run: those are started.
 */
export type Disturbance = {
  weight: number;
  modes: readonly TestStorage['mode'][];
  /** Nothing else may go wrong meanwhile. */
  alone?: true;
  /** Needs a Redis that nobody else uses. */
  ownRedis?: true;
  run(scene: Scene): Promise<void>;
};

const BOTH = ['embedded', 'cluster'] as const;
/** Longer than the service waits before it tries the counters again. */
const UNITS_TOLD_MS = 2_000;
const ALL_KINDS = ['failed', 'lost', 'late', 'slow'] as const;
/** The service gives requests in flight 30 seconds, and its background work 5. */
const STOP_MS = 40_000;
/** A step that nobody comes to in this time is given up. */
const STEP_MS = 8_000;
/** Until the command has begun its work, and the work itself, as a rule. */
const LOADING_MS = 400;
const REINDEX_MS = 3_000;

/** All of them; a row more is all that another one takes. */
export const DISTURBANCES: Readonly<Record<string, Disturbance>> = {
  'kill -9': { weight: 3, modes: BOTH, run: killSome },
  'kill -9 at a step': { weight: 5, modes: BOTH, run: killAtStep },
  SIGTERM: { weight: 2, modes: BOTH, run: terminate },
  SIGSTOP: { weight: 2, modes: BOTH, run: freeze },
  'faults of the object store': { weight: 3, modes: BOTH, run: (scene) => failSome(scene, 'store') },
  'faults of the index': { weight: 3, modes: BOTH, run: (scene) => failSome(scene, 'index') },
  'faults of the counters': { weight: 2, modes: ['cluster'], alone: true, run: failCounters },
  'counters lost': { weight: 2, modes: ['cluster'], run: flushCounters },
  'Redis frozen, kill -9': { weight: 2, modes: ['cluster'], alone: true, ownRedis: true, run: freezeRedis },
  'Redis back empty, kill -9': { weight: 2, modes: ['cluster'], alone: true, ownRedis: true, run: loseRedis },
  'Redis back as it was, kill -9': { weight: 2, modes: ['cluster'], alone: true, ownRedis: true, run: restoreRedis },
  reindex: { weight: 2, modes: BOTH, run: (scene) => maintain(scene, 'reindex') },
  'reindex killed': { weight: 2, modes: BOTH, run: killReindex },
  'index lost': { weight: 2, modes: BOTH, run: loseIndex },
  gc: { weight: 1, modes: BOTH, run: (scene) => maintain(scene, 'gc', '--retention', '1d') },
  'doctor --repair': { weight: 2, modes: BOTH, run: (scene) => maintain(scene, 'doctor', '--repair') },
};

async function killSome({ fleet, random }: Scene): Promise<void> {
  await pick(fleet, random)?.kill();
  await pause(random.below(2_000));
}

async function killAtStep({ fleet, random, mode }: Scene): Promise<void> {
  const steps = STEPS.filter(({ operation }) => mode === 'cluster' || operation !== 'help');
  const point: CrashPoint = { ...random.pick(steps), nth: 1 + random.below(4) };
  const victim = pick(fleet, random);
  await victim?.order({ crashAt: point });
  await Promise.race([victim?.ended, pause(STEP_MS)]);
  await victim?.order({ crashAt: null });
}

async function terminate({ fleet, random, blame }: Scene): Promise<void> {
  const member = pick(fleet, random);
  const ended = await Promise.race([member?.stop(), pause(STOP_MS).then(() => `nothing in ${STOP_MS} ms`)]);
  // One that was killed meanwhile has ended all the same.
  if (ended !== 0 && ended !== 'SIGKILL') blame(`SIGTERM was answered with ${ended}:\n${member?.lines.join('\n')}`);
}

async function freeze({ fleet, random }: Scene): Promise<void> {
  const member = pick(fleet, random);
  member?.signal('SIGSTOP');
  await pause(500 + random.below(5_500));
  member?.signal('SIGCONT');
}

async function failSome({ fleet, random }: Scene, port: 'store' | 'index' | 'counters'): Promise<void> {
  const member = pick(fleet, random);
  const kinds = random.pick<readonly FaultKind[]>([['failed'], ['lost'], ['late'], ['slow'], ALL_KINDS]);
  await member?.order({ fault: { port, kinds, share: random.pick([0.1, 0.3, 1]), seed: random.below(2 ** 32) } });
  await pause(1_000 + random.below(4_000));
  await member?.order({ fault: null });
}

/**
 * A process that cannot reach the counters counts the units of a month for itself, and adds them to the shared count
 * when it can; a process that dies in between takes them with it.
 */
async function failCounters(scene: Scene): Promise<void> {
  await failSome(scene, 'counters');
  await pause(UNITS_TOLD_MS);
}

/** Of this place alone: the store may be others' too. */
async function flushCounters({ fleet: { env } }: Scene): Promise<void> {
  const redis = new Redis(env['REDIS_URL'] as string);
  try {
    for await (const keys of redis.scanStream({ match: `${env['REDIS_PREFIX']}*`, count: 1_000 })) {
      if ((keys as string[]).length > 0) await redis.del(keys as string[]);
    }
  } finally {
    redis.disconnect();
  }
}

/** The operator's commands come one after another: two at once are refused, which is not what is tried here. */
let maintenance: Promise<unknown> = Promise.resolve();

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = maintenance.then(work);
  maintenance = done.catch(() => undefined);
  return done;
}

function maintain(scene: Scene, ...command: readonly string[]): Promise<void> {
  return inTurn(() => expectDone(scene, ...command));
}

/** In embedded mode a command ends with the service that it runs in. Then it is run again, as the message says. */
const SERVICE_ENDED = /the service (ended before the command did|is ending)/;
const RUNS = 20;

async function expectDone({ fleet, blame, tell }: Scene, ...command: readonly string[]): Promise<void> {
  for (let run = 1; ; run++) {
    const { code, stdout, stderr } = await quire(fleet.env, ...command, '--json');
    tell(`quire ${command.join(' ')}: ${stdout.trimEnd()}`);
    if (code === 0) return;
    if (run < RUNS && SERVICE_ENDED.test(stderr)) continue;
    return blame(`quire ${command.join(' ')} ended with ${code}:\n${stderr}`);
  }
}

/** A block that it may have left ends with the next run, or when it is given up. */
function killReindex(scene: Scene): Promise<void> {
  const { fleet, random } = scene;
  return inTurn(async () => {
    const running = startQuire(fleet.env, 'reindex', '--json');
    await Promise.race([running.ended, pause(LOADING_MS + random.below(REINDEX_MS))]);
    running.kill('SIGKILL');
    scene.tell(`killed, or ended before: ${(await running.ended).code}`);
    await expectDone(scene, 'reindex', ...(random.chance(0.5) ? [] : ['--abort']));
  });
}

/** Until it is there again nothing may be acknowledged that is not in the log. */
function loseIndex(scene: Scene): Promise<void> {
  return inTurn(async () => {
    const { storage } = readConfig(scene.fleet.env);
    // The service alone may open the embedded index, so its own command discards it.
    if (storage.mode === 'embedded') return expectDone(scene, 'reindex', '--discard-index');
    const { store, admin } = await openMaintenance(storage);
    await admin.discardCurrent().finally(() => Promise.all([store.close(), admin.close()]));
    scene.tell('the index is lost');
    await pause(scene.random.below(1_000));
    await expectDone(scene, 'reindex');
  });
}

function pick(fleet: Fleet, random: SeededRandom): FleetMember | undefined {
  return fleet.members.length > 0 ? random.pick(fleet.members) : undefined;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
