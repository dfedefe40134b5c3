import { Command } from 'commander';
import { backUp } from '../../server/folder-care.js';
import { expectDataFolder } from '../../server/backends.js';
import { readConfig } from '../../config/read-config.js';
import { OperatorError } from '../../domain/errors.js';
import { bytesText, durationText } from '../process/format.js';
import { FaultsLeftError, stopSignal } from '../process/exit-status.js';
import { jsonLine } from '../process/json-line.js';
import { isSound, logCheckText } from './log-check-text.js';
import type { ProcessContext } from '../process/process-context.js';
import { progressOn } from '../process/progress.js';

const HELP = `
For the embedded mode. The service may run. FILE is one file that has all versions, folders, keys and plans. The index is
not in it: it is built anew. FILE must not exist. It is checked after it was written. A kill leaves a file
FILE.….new, which may be removed.

Never copy the data folder itself while its service runs: such a copy may be damaged.

Exit code: 0 the backup is sound; 1 there is no backup; 2 it was written, and has damaged objects, as the log has.
`;

export function backupCommand(io: ProcessContext): Command {
  return new Command('backup')
    .argument('<file>', 'the file to make')
    .option('--json', 'print one JSON line for programs, and progress as JSON lines on standard error', false)
    .addHelpText('after', HELP)
    .action((file: string, { json }: { json: boolean }) => run(io, file, json));
}

async function run(io: ProcessContext, file: string, json: boolean): Promise<void> {
  const dataDir = embeddedFolder(io, 'copy the bucket by `quire sync`');
  expectDataFolder(dataDir);
  const progress = progressOn(io.stderr, { json });
  const began = performance.now();
  const done = await backUp(dataDir, file, { progress, stop: stopSignal(io) });
  const seconds = (performance.now() - began) / 1_000;
  const { objects, bytes, damaged, fault } = done;
  const text = `${file}: ${bytesText(bytes)} in ${durationText(seconds)}; ${logCheckText(done)}`;
  io.print(json ? jsonLine({ file, objects, bytes, damaged, fault: fault ?? null, seconds }) : text, 'lines');
  if (!isSound(done)) throw new FaultsLeftError('the log that was copied is damaged');
}

/** Raises `OperatorError` in cluster mode. */
export function embeddedFolder(io: ProcessContext, instead: string): string {
  const { storage } = readConfig(io.env);
  if (storage.mode === 'embedded') return storage.dataDir;
  throw new OperatorError(`this is for the embedded mode; in cluster mode ${instead}`);
}
