import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Makes an empty folder inside `parent`, named after this process, and removes those of processes that are gone: a
 * process that is killed cannot remove its own.
 */
export async function freshFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  for (const name of await readdir(parent)) {
    if (!isAlive(Number.parseInt(name, 10))) await rm(join(parent, name), { recursive: true, force: true });
  }
  const folder = join(parent, `${process.pid}-${randomBytes(4).toString('hex')}`);
  await mkdir(folder);
  return folder;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
