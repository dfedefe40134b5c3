import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 100;
/** A holder whose process number belongs to another program by now would hold for ever. */
const EXPIRY_MS = 15 * 60_000;

/**
 * Runs `work` while no other process runs anything under the same lock file. The file names its holder; that of a
 * holder that is gone, or of one from a quarter of an hour ago, does not count.
 *
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @param {(holder: string) => void} onWait called once where another process is met
 * @returns {Promise<T>}
 */
export async function withLock(file, work, onWait) {
  await mkdir(dirname(file), { recursive: true });
  let told = false;
  while (!(await claim(file))) {
    const holder = await holderOf(file);
    if (holder === undefined) continue;
    if (await isStale(file, holder)) {
      await removeStale(file, holder);
      continue;
    }
    if (!told) onWait(holder);
    told = true;
    await delay(POLL_MS);
  }
  try {
    return await work();
  } finally {
    if ((await holderOf(file)) === String(process.pid)) await rm(file, { force: true });
  }
}

/** A link makes the file appear with its content, so that no other process ever reads it half written. */
async function claim(file) {
  const own = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
  await writeFile(own, String(process.pid));
  try {
    await link(own, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(own, { force: true });
  }
}

/** What was moved away may be the lock of a process that was faster: it is put back then. */
async function removeStale(file, holder) {
  const moved = `${file}.stale-${randomBytes(4).toString('hex')}`;
  await rename(file, moved).catch(ignoreMissing);
  if ((await holderOf(moved)) !== holder) await link(moved, file).catch(() => undefined);
  await rm(moved, { force: true });
}

async function holderOf(file) {
  return readFile(file, 'utf8').catch(ignoreMissing);
}

async function isStale(file, holder) {
  const info = await stat(file).catch(ignoreMissing);
  return info !== undefined && (!isAlive(Number(holder)) || Date.now() - info.mtimeMs > EXPIRY_MS);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function ignoreMissing(error) {
  if (error.code !== 'ENOENT') throw error;
}
