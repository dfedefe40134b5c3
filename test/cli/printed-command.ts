import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MAIN } from './quire.js';

const run = promisify(execFile);

/** Runs a command as it was printed, in a shell in another folder that has nothing but `quire`. Raises if it fails. */
export async function runPrinted(command: string): Promise<{ stdout: string; stderr: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-shell-'));
  try {
    const script = `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`;
    await writeFile(join(folder, 'quire'), script, { mode: 0o755 });
    return await run('/bin/sh', ['-c', command], { cwd: folder, env: { PATH: folder } });
  } finally {
    await rm(folder, { recursive: true });
  }
}
