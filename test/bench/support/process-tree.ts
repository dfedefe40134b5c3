import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** `utime`, `stime` and those of ended children are in this unit on every Linux, whatever the kernel's own clock. */
const MICROS_PER_TICK = 10_000;

type Stat = { parent: number; ticks: number };

/** A process and everything that it has started and that still runs. Linux only, as all of this file. */
export function processTree(root: number): number[] {
  const parents = new Map<number, number[]>();
  for (const pid of allProcesses()) {
    const parent = statOf(pid)?.parent;
    if (parent !== undefined) parents.set(parent, [...(parents.get(parent) ?? []), pid]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(parents.get(pid) ?? []));
  return tree;
}

/**
 * CPU time of the tree since it began, in microseconds. What ended children took stays in it, so it never falls while
 * processes of the tree come and go.
 */
export function cpuMicrosOf(root: number): number {
  const ticks = processTree(root).reduce((sum, pid) => sum + (statOf(pid)?.ticks ?? 0), 0);
  return ticks * MICROS_PER_TICK;
}

/** As `cpuMicrosOf`, of the main thread of each process alone, without ended children. */
export function mainThreadMicrosOf(root: number): number {
  const ticks = processTree(root).map((pid) => fieldsOf(`/proc/${pid}/task/${pid}/stat`)?.slice(11, 13) ?? []);
  return sumOf(ticks.flat()) * MICROS_PER_TICK;
}

/** What the tree holds in memory; pages that two of its processes share count twice. */
export function residentBytesOf(root: number): number {
  return processTree(root).reduce((sum, pid) => sum + residentBytes(pid), 0);
}

/** The process that listens on a TCP port of this machine; undefined where it is not to be seen from here. */
export function listenerOn(port: number): number | undefined {
  const inodes = new Set(['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => listeningInodes(table, port)));
  return allProcesses().find((pid) => socketsOf(pid).some((inode) => inodes.has(inode)));
}

function allProcesses(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function statOf(pid: number): Stat | undefined {
  const fields = fieldsOf(`/proc/${pid}/stat`);
  return fields && { parent: fields[1] as number, ticks: sumOf(fields.slice(11, 15)) };
}

/** The name of a program, in parentheses, may hold spaces and parentheses: the fields begin after the last one. */
function fieldsOf(file: string): number[] | undefined {
  const text = readOrNothing(file);
  if (text === '') return undefined;
  return text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function residentBytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readOrNothing(`/proc/${pid}/status`)) ?? [];
  return Number(kilobytes ?? 0) * 1024;
}

function listeningInodes(table: string, port: number): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return readOrNothing(table)
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => state === '0A' && local?.endsWith(suffix) === true)
    .map((fields) => fields[9] as string);
}

function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((name) => socketInode(`/proc/${pid}/fd/${name}`));
  } catch {
    return [];
  }
}

function socketInode(link: string): string[] {
  try {
    const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(link)) ?? [];
    return inode === undefined ? [] : [inode];
  } catch {
    return [];
  }
}

/** A process may end while it is looked at. */
function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
