import { InvalidArgumentError, Option } from 'commander';
import { clusterStorageOf, embeddedStorage, type TestStorage } from './modes.js';
import { startBackends } from './backends.js';

/** Undefined: both modes, one after the other. */
export type ModeWish = TestStorage['mode'] | undefined;

export function modeOption(): Option {
  return new Option('--mode <mode>', 'that mode alone').choices(['embedded', 'cluster']);
}

/** Of a command line. */
export function toWholeNumber(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('it must be a whole number.');
  return Number(text);
}

/** What the choices of a run are made from, where nobody says it. */
export function newSeed(): number {
  return Date.now() % 2 ** 32;
}

/** Runs a program at a place of each mode; false where it was in one of them, or where the backends cannot be had. */
export async function atEachMode(mode: ModeWish, run: (storage: TestStorage) => Promise<boolean>): Promise<boolean> {
  const outcomes = mode === 'cluster' ? [] : [await runAt(await embeddedStorage(), run)];
  if (mode !== 'embedded') outcomes.push(await runOnBackends(run));
  return outcomes.every((isSound) => isSound);
}

async function runOnBackends(run: (storage: TestStorage) => Promise<boolean>): Promise<boolean> {
  const backends = await startBackends();
  if (!backends) return false;
  try {
    return await runAt(clusterStorageOf(backends.env), run);
  } finally {
    await backends.stop?.();
  }
}

async function runAt(storage: TestStorage, run: (storage: TestStorage) => Promise<boolean>): Promise<boolean> {
  try {
    return await run(storage);
  } finally {
    await storage.dispose();
  }
}
