import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

/** A new, empty folder, which is removed when the process of the tests ends. */
export function temporaryFolder(): string {
  if (made.length === 0) process.once('exit', removeAll);
  const folder = mkdtempSync(join(tmpdir(), 'quire-test-'));
  made.push(folder);
  return folder;
}

function removeAll(): void {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
}
