import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PAGE = Buffer.alloc(4_096);

/** A disk of its own: small, and with a switch. */
export type Disk = {
  path: string;
  /** To the last page. */
  fill(): Promise<void>;
  /** Takes away what filled it. */
  free(): Promise<void>;
  /** Possible while nobody has a file on it open for writing. */
  setReadOnly(readOnly: boolean): Promise<void>;
  unmount(): Promise<void>;
};

/** A memory disk, mounted; undefined where this process may not mount any, which is said in one line. */
export async function mountDisk(megabytes: number): Promise<Disk | undefined> {
  const path = await mkdtemp(join(tmpdir(), 'quire-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', path]);
  } catch (error) {
    await rm(path, { recursive: true });
    process.stderr.write(
      `no disk can be mounted here: the tests of full and read-only disks are skipped (${String(error).split('\n')[0]})\n`,
    );
    return undefined;
  }
  const filler = join(path, 'filler');
  return {
    path,
    fill: () => fillWith(filler),
    free: () => rm(filler, { force: true }),
    setReadOnly: async (readOnly) => {
      await run('mount', ['-o', `remount,${readOnly ? 'ro' : 'rw'}`, path]);
    },
    unmount: async () => {
      await run('umount', ['--lazy', path]);
      await rm(path, { recursive: true });
    },
  };
}

async function fillWith(path: string): Promise<void> {
  const file = await open(path, 'a');
  try {
    for (;;) await file.write(PAGE);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    await file.close();
  }
}
