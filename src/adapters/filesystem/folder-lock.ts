import { link, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { randomBase62 } from '../../domain/base62.js';
import { codeOf, isMissing } from './fs-errors.js';
import { isAnswering, listenAt, openSocketFolder } from './socket-folder.js';
import type { SocketFolder } from './socket-folder.js';

export type FolderLock = { release(): Promise<void> };

export class FolderInUseError extends Error {
  constructor(folder: string) {
    super(`Another process owns the folder ${folder}. Stop it first, or use another folder.`);
    this.name = 'FolderInUseError';
  }
}

const LOCK_NAME = /^lock\.([1-9][0-9]*)\.sock$/;
const CANDIDATE_NAME = /^lock\.[0-9A-Za-z]{12}\.candidate$/;
/** A lost attempt means that another process was faster. It usually answers by the next attempt. */
const ATTEMPTS = 100;

/**
 * Makes this process the owner of an existing folder until `release` or its end. Raises `FolderInUseError` while
 * another process owns it. A lock is a socket `lock.<n>.sock`. An answer there proves that the owner lives. The socket
 * listens first, then gets its name by `link`, one above the highest number. Only the settled owner of a higher number
 * removes another process's number. So a process that linked a number and then finds a higher one came too late.
 */
export async function acquireFolderLock(folder: string): Promise<FolderLock> {
  const place = openSocketFolder(resolve(folder));
  try {
    const candidate = `lock.${randomBase62(12)}.candidate`;
    const listener = await listenAt(place.addressOf(candidate)).catch((error: unknown) => refused(place, error));
    try {
      await claim(place, candidate);
    } catch (error) {
      await listener.close();
      throw error;
    }
    return { release: () => listener.close() };
  } finally {
    place.close();
  }
}

async function claim(place: SocketFolder, candidate: string): Promise<void> {
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const seen = await lockNumbers(place);
      if (await anyAnswers(place, seen)) break;
      if (await settle(place, candidate, Math.max(0, ...seen) + 1)) return;
    }
  } finally {
    await rm(join(place.path, candidate), { force: true });
  }
  throw new FolderInUseError(place.path);
}

/** Whether this process keeps the number. */
async function settle(place: SocketFolder, candidate: string, number: number): Promise<boolean> {
  if (!(await linked(place, candidate, lockName(number)))) return false;
  const others = (await lockNumbers(place)).filter((other) => other !== number);
  if (others.some((other) => other > number) || (await anyAnswers(place, others))) {
    await rm(join(place.path, lockName(number)), { force: true });
    return false;
  }
  await removeDead(place, others.map(lockName));
  return true;
}

async function linked(place: SocketFolder, candidate: string, name: string): Promise<boolean> {
  try {
    await link(join(place.path, candidate), join(place.path, name));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    return refused(place, error);
  }
}

/** If the candidate is missing, an owner that tidied up took it for dead just before it listened. */
function refused(place: SocketFolder, error: unknown): never {
  if (isMissing(error)) throw new FolderInUseError(place.path);
  throw error;
}

async function anyAnswers(place: SocketFolder, numbers: readonly number[]): Promise<boolean> {
  const answers = await Promise.all(numbers.map((number) => isAnswering(place.addressOf(lockName(number)))));
  return answers.includes(true);
}

/** Removes former locks, and candidates of processes that died before they had a number. */
async function removeDead(place: SocketFolder, locks: readonly string[]): Promise<void> {
  const candidates = (await readdir(place.path)).filter((name) => CANDIDATE_NAME.test(name));
  for (const name of [...locks, ...candidates]) {
    if (!(await isAnswering(place.addressOf(name)))) await rm(join(place.path, name), { force: true });
  }
}

async function lockNumbers(place: SocketFolder): Promise<number[]> {
  return (await readdir(place.path)).flatMap((name) => {
    const number = LOCK_NAME.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
}

function lockName(number: number): string {
  return `lock.${number}.sock`;
}
