import { Command, Option } from 'commander';
import { readConfig } from '../config/read-config.js';
import { openRebuild, openSharedCounters } from '../parts.js';
import type { Counters } from '../ports/counters.js';
import { lookAround, repairIndex, type DoctorReport } from '../rebuild/doctor.js';
import type { Progress } from '../rebuild/progress.js';
import { lookTools, withLease, type Place } from '../rebuild/with-lease.js';
import { doctorText } from './doctor-texts.js';
import type { Io } from './io.js';
import { parseShare } from './parse-options.js';
import { progressOn } from './progress.js';
import { FaultsLeftError, stopSignal } from './stopping.js';

type Options = {
  repair: boolean; quick: boolean; everyVersion: boolean; limitShare: number; force: boolean; json: boolean;
};

/** The most that process clocks differ. With a larger difference doctor may report a running write as a fault. */
const CLOCKS_DIFFER_MS = 5_000;

const HELP = `
The services go on meanwhile. Without --repair nothing is changed, and any number may look at once. A repair counts
everything first and then goes its way again; no rebuild and no gc runs beside it. It may be killed, and goes on where it
was when the same is asked for again.

What a repair writes is what the log says, on condition that the head is still the one that was compared: a deleted
document never comes back, and no head goes back to an earlier version. What the log cannot decide is told and left.
Missing summaries of older versions are no fault: a rebuild leaves them to whoever asks for one. Compared is what requests
are answered with; of what only the index itself looks at, nothing is said.

Of the documents, of the summaries and of the folders a repair may change 10, or a share of them (--limit-share). Where
more is wrong nothing is changed: --force repairs it all the same, but \`quire reindex\` is the safer way.

Cost: listings of log and index, and one GET for each document and folder; --quick leaves the GETs and summaries out, and
sees by keys and numbers what is missing, behind or too much; --every-version takes a GET for each version, and puts
missing summaries back.

Exit code: 0 nothing is wrong, or everything was repaired; 1 it could not be done; 2 faults are left, or not all was compared.
`;

export function doctorCommand(io: Io): Command {
  return new Command('doctor').description('compare log and index beside the running service, and repair what differs')
    .option('--repair', 'repair what is found', false)
    .option('--quick', 'compare by keys and version numbers only', false)
    .addOption(new Option('--every-version', 'compare the summary of every version with its object, and put back missing ones')
      .default(false).conflicts('quick'))
    .addOption(new Option('--limit-share <share>', 'repair no more than this')
      .argParser(parseShare).default(parseShare('5%'), '5%'))
    .option('--force', 'repair however much it is', false)
    .option('--json', 'print one JSON line for programs, and progress as JSON lines on standard error', false)
    .addHelpText('after', HELP)
    .action((options: Options) => run(io, options));
}

async function run(io: Io, options: Options): Promise<void> {
  const { storage, writeDeadlineMs } = readConfig(io.env);
  const place = await openRebuild(storage, 'refuse');
  const counters = await openSharedCounters(storage);
  const progress = progressOn(io.stderr, { json: options.json });
  const writeMs = writeDeadlineMs + CLOCKS_DIFFER_MS;
  try {
    const report = await examine({ io, place, counters, progress, writeMs }, options);
    progress.stop();
    io.print(options.json ? JSON.stringify(report) : doctorText(report));
    if (report.refused.length > 0) throw new FaultsLeftError('there is more to repair than may be without --force');
    if (report.left > 0) throw new FaultsLeftError(`${report.left} faults are left`);
    if (report.counts.months === 'unreachable') throw new FaultsLeftError('month counts were not compared');
  } finally {
    progress.stop();
    await Promise.all([place.store.close(), place.rebuild.close(), counters?.close()]);
  }
}

type Means = { io: Io; place: Place; counters: Counters | undefined; progress: Progress; writeMs: number };

async function examine({ io, place, counters, progress, writeMs }: Means, options: Options): Promise<DoctorReport> {
  const { quick, everyVersion, limitShare, force } = options;
  const care = { quick, everyVersion, writeMs };
  const work = { progress, stop: stopSignal(io) };
  if (!options.repair) return lookAround({ ...lookTools(place, work), counters }, care);
  return withLease(place, { ...work, maintenance: 'doctor' }, (tools) =>
    repairIndex({ ...tools, counters }, { ...care, limitShare, force }));
}
