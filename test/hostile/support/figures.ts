import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { residentBytesOf } from '../../bench/support/process-tree.js';

export const MIB = 1024 * 1024;

/** `utime` and `stime` are in this unit on every Linux. */
const MS_PER_TICK = 10;
const BYTES_PER_BLOCK = 512;
const LOOK_EVERY_MS = 25;

/** CPU time of the thread that runs JavaScript, in milliseconds. */
export function mainThreadMs(pid: number): number {
  return cpuMs(`/proc/${pid}/task/${pid}/stat`);
}

/** CPU time of all threads of the process, in milliseconds. */
export function processMs(pid: number): number {
  return cpuMs(`/proc/${pid}/stat`);
}

/** The name of a program, in parentheses, may hold spaces: the fields begin after the last one. */
function cpuMs(file: string): number {
  const text = readFileSync(file, 'utf8');
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return ((fields[11] as number) + (fields[12] as number)) * MS_PER_TICK;
}

/** 0 where the process has ended. */
export function descriptors(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  return existsSync(folder) ? readdirSync(folder).length : 0;
}

/** Sockets alone: a file that a process reads for a moment is no connection. */
export function sockets(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((name) => isSocket(join(folder, name))).length;
}

function isSocket(descriptor: string): boolean {
  try {
    return readlinkSync(descriptor).startsWith('socket:');
  } catch {
    return false;
  }
}

/** What a folder and all in it take on the disk, in bytes; a file of several names once. */
export async function diskBytes(folder: string): Promise<number> {
  const paths = [folder, ...(await readdir(folder, { recursive: true })).map((name) => join(folder, name))];
  const entries = await Promise.all(paths.map((path) => lstat(path).catch(asNothing)));
  const byInode = new Map(entries.map(({ ino, blocks }) => [ino, blocks * BYTES_PER_BLOCK]));
  return [...byInode.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** A running service removes its temporary files meanwhile. */
function asNothing(error: NodeJS.ErrnoException): { ino: number; blocks: number } {
  if (error.code !== 'ENOENT') throw error;
  return { ino: 0, blocks: 0 };
}

/** The most that a process holds in memory while something is done, in bytes. */
export async function peakWhile(pid: number, work: () => Promise<unknown>): Promise<number> {
  let peak = residentBytesOf(pid);
  const looking = setInterval(() => {
    peak = Math.max(peak, residentBytesOf(pid));
  }, LOOK_EVERY_MS);
  await work().finally(() => clearInterval(looking));
  return Math.max(peak, residentBytesOf(pid));
}
