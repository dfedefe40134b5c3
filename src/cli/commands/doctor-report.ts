import type { DoctorReport } from '../../maintenance/doctor/doctor.js';
import { KINDS, type FindingKind } from '../../maintenance/doctor/findings.js';
import { exampleLines, anomalyLines } from './anomaly-lines.js';

export function doctorText(report: DoctorReport): string {
  const { index, counts, findings, repaired, refused, anomalies, left } = report;
  const { documents, versions, folders } = counts;
  return [
    `The index ${index} was compared with the log: ` +
      `${documents} documents with ${versions} versions, ${folders} folders of older releases, ${monthsText(report)}.`,
    ...Object.entries(findings).flatMap(([kind, found]) => findingLines(kind as FindingKind, found, repaired)),
    ...anomalyLines(anomalies),
    ...(refused ? [refusalLine(refused)] : []),
    lastLine({ repaired, left, refused }),
  ].join('\n');
}

function monthsText({ counts: { months } }: DoctorReport): string {
  if (typeof months === 'number') return `month counts of ${months} owners`;
  if (months === 'unreachable') return 'but no month counts: the counters cannot be reached';
  return 'but no month counts: in embedded mode they are in the memory of the service, where doctor cannot read them';
}

type FoundCounts = { count: number; repaired: number; examples: string[] };

function findingLines(kind: FindingKind, { count, repaired, examples }: FoundCounts, isRepair: boolean): string[] {
  const { is } = KINDS[kind];
  const line = `  ${count} ${is}: ${outcomeText(kind, { count, repaired }, isRepair)}`;
  return [line, ...exampleLines(examples, count)];
}

type Repaired = Omit<FoundCounts, 'examples'>;

function outcomeText(kind: FindingKind, { count, repaired }: Repaired, isRepair: boolean): string {
  const { fate, outcome } = KINDS[kind];
  if (fate !== 'repairable') return repaired > 0 ? `${outcome}; ${repaired} of them now` : outcome;
  if (!isRepair) return `would be ${outcome}`;
  return repaired === count ? outcome : `${repaired} of them ${outcome}`;
}

function refusalLine({ faults, atMost }: NonNullable<DoctorReport['refused']>): string {
  return `Refused: ${faults} entries of the index are wrong, and more than ${atMost} are not repaired without --force.`;
}

function lastLine({ repaired, left, refused }: Pick<DoctorReport, 'repaired' | 'left' | 'refused'>): string {
  if (refused) return 'With so much wrong `quire reindex` is safer, which builds the whole index anew.';
  if (left === 0) return repaired ? 'Everything is repaired.' : 'Nothing is wrong.';
  return repaired ? `${left} faults are left.` : 'Nothing was changed. --repair repairs what the log can decide.';
}
