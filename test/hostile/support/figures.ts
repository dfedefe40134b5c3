import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { residentBytesOf } from '../../bench/support/process-tree.js';

export const MIB = 1024 * 1024;

/** `utime` and `stime` are in this unit on every Linux. */
const MS_PER_TICK = 10;
const BYTES_PER_BLOCK = 512;
const LOOK_EVERY_MS = 25;
/** What the kernel prints for a connection that no process holds: not accepted yet, or closed. */
const NO_INODE = '0';

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

/** How many of these connections the service at `url` has accepted and not closed yet. */
export function accepted(url: string, clientPorts: readonly number[]): number {
  const { port } = new URL(url);
  const wanted = new Set(clientPorts.map((clientPort) => `${hex(Number(port))} ${hex(clientPort)}`));
  const [, ...rows] = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n');
  return rows.filter((row) => {
    const fields = row.trim().split(/\s+/);
    const [local, remote] = [fields[1], fields[2]].map((address) => address?.split(':')[1]);
    return fields[9] !== NO_INODE && wanted.has(`${local} ${remote}`);
  }).length;
}

/** A port as the kernel prints it. */
function hex(port: number): string {
  return port.toString(16).toUpperCase().padStart(4, '0');
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
