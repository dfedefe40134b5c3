import { Command } from 'commander';
import { restoreBackUp } from '../../server/folder-care.js';
import { expectNoForeignFolder } from '../../server/backends.js';
import { embeddedFolder } from './backup.js';
import { FaultsLeftError, stopSignal } from '../process/exit-status.js';
import { jsonLine } from '../process/json-line.js';
import { isSound, logCheckText } from './log-check-text.js';
import type { ProcessContext } from '../process/process-context.js';
import { progressOn } from '../process/progress.js';
import { rebuildIndex } from './reindex.js';

const HELP = `
For the embedded mode. No service and no other command may use the data folder. The backup is checked first; nothing
changes if it is no whole backup. A log that is in the folder is kept beside it, under a name that is printed. The index is
built anew at the end. After a kill run this again, or \`quire reindex\` if the log is in place.

Exit code: 0 the backup is in use; 1 it is not; 2 it is in use, and has damaged objects.
`;

export function restoreBackupCommand(io: ProcessContext): Command {
  return new Command('restore-backup')
    .argument('<file>', 'a file that `quire backup` has made')
    .option('--json', 'print one JSON line for programs, and progress as JSON lines on standard error', false)
    .addHelpText('after', HELP)
    .action((file: string, { json }: { json: boolean }) => run(io, file, json));
}

async function run(io: ProcessContext, file: string, json: boolean): Promise<void> {
  const dataDir = embeddedFolder(io, 'restore the bucket by `quire sync`');
  expectNoForeignFolder(dataDir);
  const done = await restoreBackUp(dataDir, file, { progress: progressOn(io.stderr, { json }), stop: stopSignal(io) });
  const { objects, damaged, replaced } = done;
  const text = [
    `${file} is the log of ${dataDir} now; ${logCheckText(done)}.`,
    ...(replaced === undefined ? [] : [`The log before is ${replaced}.`]),
  ].join('\n');
  io.print(json ? jsonLine({ file, objects, damaged, replaced: replaced ?? null }) : text, 'lines');
  await rebuildIndex(io, { json });
  if (!isSound(done)) throw new FaultsLeftError('the backup has damaged objects');
}
