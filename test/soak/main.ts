/** `npm run soak`: mixed load and disturbances for some minutes. Starts real backends where none are given. */
import { atEachMode } from '../support/each-mode.js';
import type { TestStorage } from '../support/modes.js';
import { OwnRedis } from '../support/own-redis.js';
import { describeFigures, Display } from './display.js';
import { readOptions } from './options.js';
import { SoakRun, type SoakFigures } from './soak-run.js';

/** Here and in the processes that take this one's environment. */
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

const options = readOptions(process.argv);
const display = new Display(process.stdout);

/** A tenth of the time, twice; what a percentile needs at the least, and a run of the driver at the most. */
const HOSTILE_SHARE = 0.1;
const HOSTILE_SECONDS = { least: 10, most: 50 };

function hostileSeconds(minutes: number): number {
  return Math.round(Math.min(HOSTILE_SECONDS.most, Math.max(HOSTILE_SECONDS.least, minutes * 60 * HOSTILE_SHARE)));
}

function conclude(title: string, figures: SoakFigures): void {
  for (const [kind, { calm, attacked, bound }] of Object.entries(figures.hostile)) {
    const [before, during, most] = [calm, attacked, bound].map(Math.round);
    display.line(`  p99 of a ${kind}: ${before} ms, beside hostile ones ${during} ms, at most ${most} ms`);
  }
  for (const [name, count] of Object.entries(figures.disturbances))
    display.line(`  ${String(count).padStart(4)}  ${name}`);
  const verdict = figures.faults.length === 0 ? 'SOUND: nothing lost, nothing doubled, nothing stale' : 'BROKEN';
  display.line(`${title}, ${options.minutes} minutes, seed ${options.seed}: ${describeFigures(figures)}. ${verdict}`);
}

function now(): string {
  return new Date().toISOString();
}

async function startOwnRedis({ mode }: TestStorage): Promise<OwnRedis | undefined> {
  if (mode === 'embedded') return undefined;
  return OwnRedis.start().catch((error: unknown) => {
    const why = (error as Error).message;
    if (!options.json) display.line(`no Redis of its own, so nothing is tried with its loss: ${why}`);
    return undefined;
  });
}

async function runWith(storage: TestStorage, redis: OwnRedis | undefined): Promise<SoakFigures> {
  const { minutes, seed, only, trace, json } = options;
  const title = `soak ${storage.mode}`;
  const env = { ...storage.env, ...(redis && { REDIS_URL: redis.url }) };
  const run = new SoakRun(
    { ...storage, env },
    {
      seconds: minutes * 60,
      hostileSeconds: hostileSeconds(minutes),
      seed,
      redis,
      only,
      onFault: json ? undefined : (fault) => display.line(`${now()} ${title} FAULT: ${fault}`),
      onEvent: json || !trace ? undefined : (event) => display.line(`${now()} ${event}`),
      onProgress: json ? undefined : (figures) => display.progress(title, figures),
    },
  );
  const figures = await run.run();
  if (json) display.line(JSON.stringify({ mode: storage.mode, minutes, seed, ...figures }));
  else conclude(title, figures);
  return figures;
}

const isSound = await atEachMode(options.mode, async (storage) => {
  const redis = await startOwnRedis(storage);
  try {
    return (await runWith(storage, redis)).faults.length === 0;
  } finally {
    await redis?.stop();
  }
});
process.exit(isSound ? 0 : 1);
