import type { DoctorReport, Excess } from '../maintenance/doctor/doctor.js';
import { KINDS, type FindingKind } from '../maintenance/doctor/findings.js';
import { exampleLines, anomalyLines } from './anomaly-lines.js';

export function doctorText(report: DoctorReport): string {
  const { index, counts, findings, repaired, refused, anomalies, left } = report;
  const { documents, versions, folders } = counts;
  return [
    `The index ${index} was ${comparedText(report)} with the log: ` +
      `${documents} documents with ${versions} versions, ${folders} folders, ${monthsText(report)}.`,
    ...Object.entries(findings).flatMap(([kind, found]) => findingLines(kind as FindingKind, found, repaired)),
    ...anomalyLines(anomalies),
    ...refused.map(refusalLine),
    lastLine({ repaired, left, refused }),
  ].join('\n');
}

function comparedText({ repaired, refused }: DoctorReport): string {
  return repaired && refused.length > 0 ? 'in part repaired by a comparison' : 'compared';
}

function monthsText({ counts: { months } }: DoctorReport): string {
  if (typeof months === 'number') return `month counts of ${months} owners`;
  if (months === 'unreachable') return 'but no month counts: the counters cannot be reached';
  return 'but no month counts: in embedded mode they are in the memory of the service, where doctor cannot read them';
}

type FoundCounts = { count: number; repaired: number; examples: string[] };

function findingLines(kind: FindingKind, { count, repaired, examples }: FoundCounts, isRepair: boolean): string[] {
  const { is, fate } = KINDS[kind];
  const line = `  ${count} ${is}: ${outcomeText(kind, { count, repaired }, isRepair)}`;
  // After a rebuild all older versions are like this, and no operator has to do anything.
  return fate === 'on-demand' ? [line] : [line, ...exampleLines(examples, count)];
}

type Repaired = Omit<FoundCounts, 'examples'>;

function outcomeText(kind: FindingKind, { count, repaired }: Repaired, isRepair: boolean): string {
  const { fate, outcome } = KINDS[kind];
  if (fate !== 'repairable') return repaired > 0 ? `${outcome}; ${repaired} of them now` : outcome;
  if (!isRepair) return `would be ${outcome}`;
  return repaired === count ? outcome : `${repaired} of them ${outcome}`;
}

function refusalLine({ realm, faults, of, atMost }: Excess): string {
  return `Refused: of ${of} ${realm} ${faults} or more are wrong, and more than ${atMost} are not repaired without --force.`;
}

function lastLine({ repaired, left, refused }: Pick<DoctorReport, 'repaired' | 'left' | 'refused'>): string {
  if (refused.length > 0) return 'With so much wrong `quire reindex` is safer, which builds the whole index anew.';
  if (left === 0) return repaired ? 'Everything is repaired.' : 'Nothing is wrong.';
  return repaired ? `${left} faults are left.` : 'Nothing was changed. --repair repairs what the log can decide.';
}
