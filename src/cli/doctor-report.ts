import type { DoctorReport, Excess } from '../maintenance/doctor/doctor.js';
import { fateOf, type FindingKind } from '../maintenance/doctor/findings.js';
import { exampleLines, strangeLines } from './strange-lines.js';

type FindingWords = { is: string; mend: string };

const LEFT_ALONE = 'the log does not say what is right: look at it by hand';

const WORDS: Record<FindingKind, FindingWords> = {
  'missing head': { is: 'documents are missing in the index', mend: 'made from their last objects' },
  'stale head': { is: 'heads are behind their log', mend: 'brought forward' },
  'differing head': { is: 'heads are not what their versions say', mend: 'written anew' },
  'head of a deleted document': { is: 'deleted documents live on in the index', mend: 'ended' },
  'ghost head': { is: 'heads of documents that the log does not have', mend: 'removed' },
  'head ahead of the log': { is: 'heads are ahead of their log, which has lost versions', mend: LEFT_ALONE },
  'deletion missing in the log': { is: 'documents are deleted, and the log does not know it', mend: LEFT_ALONE },
  'damaged log': { is: 'documents lack versions in the log, or the last one is not readable', mend: LEFT_ALONE },
  'versions without a first one': { is: 'identifiers have objects, but no first version: no documents', mend: 'left' },
  'tombstone left to gc': { is: 'deleted documents have nothing but a head left', mend: 'left to `quire gc`' },
  'write under way': { is: 'documents were being written to', mend: 'left' },
  'missing summary': { is: 'versions have no summary', mend: 'put back by whoever asks for one' },
  'differing summary': { is: 'summaries are not what their versions say', mend: 'written anew' },
  'ghost summary': { is: 'summaries of deleted documents are left', mend: 'removed' },
  'stray summary': { is: 'summaries of documents that do not exist', mend: 'removed' },
  'damaged version': { is: 'older versions whose objects are not readable', mend: LEFT_ALONE },
  'missing folder': { is: 'folders are missing in the index', mend: 'made' },
  'differing folder': { is: 'folders are not what their objects say', mend: 'written anew' },
  'ghost folder': { is: 'folders that the log does not have', mend: 'left to `quire reindex`' },
  'damaged folder object': { is: 'folders whose objects are not readable', mend: LEFT_ALONE },
  'low month count': { is: 'owners have more documents this month than is counted', mend: 'counted anew' },
  'high month count': { is: 'owners have fewer documents this month than is counted', mend: 'counted anew' },
  'damaged key object': { is: 'keys, revocations or plans whose objects are not readable', mend: LEFT_ALONE },
};

export function doctorText(report: DoctorReport): string {
  const { index, counts, findings, repaired, refused, strange, left } = report;
  const { documents, versions, folders } = counts;
  return [
    `The index ${index} was ${comparedText(report)} with the log: ` +
      `${documents} documents with ${versions} versions, ${folders} folders, ${monthsText(report)}.`,
    ...Object.entries(findings).flatMap(([kind, found]) => findingLines(kind as FindingKind, found, repaired)),
    ...strangeLines(strange),
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
  const { is, mend } = WORDS[kind];
  return [
    `  ${count} ${is}: ${outcomeText(kind, { count, repaired, mend }, isRepair)}`,
    ...exampleLines(examples, count),
  ];
}

type Outcome = { count: number; repaired: number; mend: string };

function outcomeText(kind: FindingKind, { count, repaired, mend }: Outcome, isRepair: boolean): string {
  const fate = fateOf(kind);
  if (fate !== 'repairable') return repaired > 0 ? `${mend}; ${repaired} of them now` : mend;
  if (!isRepair) return `would be ${mend}`;
  return repaired === count ? mend : `${repaired} of them ${mend}`;
}

function refusalLine({ realm, faults, of, atMost }: Excess): string {
  return `Refused: of ${of} ${realm} ${faults} or more are wrong, and more than ${atMost} are not repaired without --force.`;
}

function lastLine({ repaired, left, refused }: Pick<DoctorReport, 'repaired' | 'left' | 'refused'>): string {
  if (refused.length > 0) return 'With so much wrong `quire reindex` is safer, which builds the whole index anew.';
  if (left === 0) return repaired ? 'Everything is repaired.' : 'Nothing is wrong.';
  return repaired ? `${left} faults are left.` : 'Nothing was changed. --repair repairs what the log can decide.';
}
