import { jsonLine } from '../process/json-line.js';
import { Command } from 'commander';
import type { Config, Storage } from '../../config/config.js';
import { OperatorError } from '../../domain/errors.js';
import { readConfig } from '../../config/read-config.js';
import { expectDataFolder, openMaintenance, openSharedCounters } from '../../server/backends.js';
import type { CounterStore } from '../../ports/counter-store.js';
import { compareIndex, repairIndex, type DoctorReport } from '../../maintenance/doctor/doctor.js';
import type { ProgressReporter } from '../../platform/progress.js';
import { readContext, withLease, type MaintenanceBackends } from '../../maintenance/shared/with-lease.js';
import { withPlace } from '../process/command-at.js';
import { doctorText } from './doctor-report.js';
import { logCheckText } from './log-check-text.js';
import type { ProcessContext } from '../process/process-context.js';
import { notedRun } from './noted-run.js';
import { progressOn } from '../process/progress.js';
import { FaultsLeftError, stopSignal } from '../process/exit-status.js';

type DoctorOptions = { repair: boolean; force: boolean; adopt: boolean; json: boolean };

/** The most that process clocks differ. With a larger difference doctor may report a running write as a fault. */
const CLOCKS_DIFFER_MS = 5_000;

const HELP = `
The services keep running. Without --repair, doctor changes nothing, and several may run at once. With --repair, doctor
first counts all faults and then repairs them; no rebuild and no gc may run at the same time. A killed repair starts over
when it is run again.

A repair writes what the log says, and only if the index entry is still the one that was compared. It never brings a deleted
document back and never takes a document to an earlier version. Doctor reports what the log cannot decide, and leaves it.
Of the versions of a document the newest one is compared: the service restores an older one when it is asked for. Only
fields returned to clients are compared.

A repair changes at most 10 entries of the index, or 5% of the number of documents. If more are wrong, it changes
nothing. --force repairs them anyway, but \`quire reindex\` is safer.

Cost: listings of log and index, and one GET for each document, folder and key.

--adopt is for a data folder that was copied while its service ran, or moved after a crash: services and commands refuse
it until then. It checks the whole log first, and says what it found. A log whose structure is damaged is adopted only
with --force. No service may use the folder.

Exit code: 0 nothing is wrong, or all is repaired; 1 doctor failed; 2 faults are left, or not everything was compared.
`;

export function doctorCommand(io: ProcessContext): Command {
  return new Command('doctor')
    .option('--repair', 'repair what is found', false)
    .option('--force', 'repair any number of faults; adopt a damaged copy', false)
    .option('--adopt', 'embedded mode: go on with a copy of a data folder', false)
    .option('--json', 'print one JSON line for programs, and progress as JSON lines on standard error', false)
    .addHelpText('after', HELP)
    .action((options: DoctorOptions) => {
      return run(io, readConfig(io.env), options);
    });
}

async function run(io: ProcessContext, { storage, writeDeadlineMs }: Config, options: DoctorOptions): Promise<void> {
  if (options.adopt) await adopt(io, storage, options);
  const backends = await openMaintenance(storage);
  const counters = await openSharedCounters(storage);
  const progress = progressOn(io.stderr, { json: options.json });
  const writeMs = writeDeadlineMs + CLOCKS_DIFFER_MS;
  const examined = async () => {
    const report = await examine({ io, backends, counters, progress, writeMs }, options);
    progress.stop();
    io.print(options.json ? jsonLine(report) : withPlace(doctorText(report), io.command), 'lines');
    if (report.refused) throw new FaultsLeftError('too many faults to repair without --force');
    if (report.left > 0) throw new FaultsLeftError(`${report.left} faults are left`);
    if (report.counts.months === 'unreachable') throw new FaultsLeftError('month counts were not compared');
  };
  try {
    await notedRun(backends.store, 'doctor', examined);
  } finally {
    progress.stop();
    await Promise.all([backends.store.close(), backends.admin.close(), counters?.close()]);
  }
}

async function adopt(io: ProcessContext, storage: Storage, { json, force }: DoctorOptions): Promise<void> {
  if (storage.mode !== 'embedded') throw new OperatorError('--adopt is for a data folder of the embedded mode');
  expectDataFolder(storage.dataDir);
  const progress = progressOn(io.stderr, { json });
  const { adoptCopy } = await import('../../server/folder-care.js');
  const check = await adoptCopy(storage.dataDir, { progress, stop: stopSignal(io), isForced: force });
  if (!check) return progress.note(`the log of ${storage.dataDir} is no copy: there was nothing to adopt`);
  if (!check.isAdopted) {
    throw new OperatorError(`${check.path} was not adopted: ${logCheckText(check)}. Restore a backup, or add --force`);
  }
  progress.note(`${check.path} is in use again: ${logCheckText(check)}`);
  if (!check.hasWal) progress.note('it has no write-ahead log: the last writes before the copy may be missing');
}

type DoctorCommand = {
  io: ProcessContext;
  backends: MaintenanceBackends;
  counters: CounterStore | undefined;
  progress: ProgressReporter;
  writeMs: number;
};

async function examine(
  { io, backends, counters, progress, writeMs }: DoctorCommand,
  options: DoctorOptions,
): Promise<DoctorReport> {
  const work = { progress, stop: stopSignal(io) };
  if (!options.repair) return compareIndex({ ...readContext(backends, work), counters, writeMs });
  return withLease(backends, { ...work, maintenance: 'doctor' }, (context) =>
    repairIndex({ ...context, counters, writeMs }, options),
  );
}
