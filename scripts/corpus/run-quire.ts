import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from '../stack/project-root.js';
import type { Outcome } from './compare.js';

const COMMAND_MS = 600_000;
/** Files were refused, or are conflicts: each of them has a line. */
const WITH_FAULTS = [0, 1, 3];
/** Of standard error, for the message. */
const LINES_KEPT = 5;

export type QuireOptions = { env: Readonly<Record<string, string>>; signal: AbortSignal };

/** `quire push …` in a process of its own. Raises an `Error` if it ends before its work does. */
export async function runQuire(args: readonly string[], { env, signal }: QuireOptions): Promise<Map<string, Outcome>> {
  const deadline = AbortSignal.timeout(COMMAND_MS);
  const child = spawn(process.execPath, [join(projectRoot(), 'dist/src/main.js'), ...args, '--json'], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: AbortSignal.any([signal, deadline]),
  });
  const closed = once(child, 'close') as Promise<[number | null]>;
  const outcomes = new Map<string, Outcome>();
  const said: string[] = [];
  let isWhole = false;
  createInterface({ input: child.stdout }).on('line', (text) => {
    const { path, action = '', reason, summary } = JSON.parse(text) as Line;
    if (summary !== undefined) isWhole = true;
    if (path !== undefined) outcomes.set(path.normalize(), { action, ...(reason !== undefined && { reason }) });
  });
  createInterface({ input: child.stderr }).on('line', (text) => {
    if (!text.startsWith('{"progress"') && said.push(text) > LINES_KEPT) said.shift();
  });
  const [code] = await closed.catch(async (error: unknown) => {
    // Its folders are removed next.
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    signal.throwIfAborted();
    throw deadline.aborted ? new Error(`quire ${args.join(' ')} has not ended in time`) : error;
  });
  if (isWhole && WITH_FAULTS.includes(code ?? -1)) return outcomes;
  throw new Error(`quire ${args.join(' ')} ended with ${code}: ${said.join(' ')}`);
}

type Line = Partial<Outcome> & { path?: string; summary?: object };
