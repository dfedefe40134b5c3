import type { HeadOutcome, HeadWrite } from '../../ports/document-index.js';
import { headAddress, summaryAddress } from './addresses.js';
import type { Operation } from './bulk-lines.js';
import { isBlocked, isIndexMissing, unavailable } from './cluster-failure.js';
import type { DocumentWriter } from './document-writer.js';
import { sourceOfHead, sourceOfSummary } from './sources.js';

/** Where a head goes of which there must be none yet. */
export type Target = { index: string; alias: boolean };

/** As `DocumentIndex.writeHead` says. An alias that is missing is no refusal: nothing can be read through it. */
export async function writeHead(writer: DocumentWriter, write: HeadWrite, target: Target): Promise<HeadOutcome> {
  const to = write.expected === 'absent' ? target : { index: write.expected.index, alias: false };
  const [result] = await writer.write(operationsOf(write, to), 1);
  if (result === undefined) return 'written';
  if (result.status === 409) return 'conflict';
  const gone = !to.alias && isIndexMissing(result);
  if (gone || isBlocked(result)) return 'refused';
  throw unavailable('write of a head', result);
}

/**
 * A conditional write goes to the concrete index that the revision is of: its numbers mean nothing in
 * another.
 */
function operationsOf({ head, expected, summaries }: HeadWrite, to: Target): Operation[] {
  const headWrite = { ...to, address: headAddress(head.id), source: sourceOfHead(head) };
  return [
    expected === 'absent'
      ? { kind: 'create', ...headWrite }
      : { kind: 'index', ...headWrite, revision: expected },
    ...summaries.map((summary): Operation => ({
      kind: 'index',
      ...to,
      address: summaryAddress(head.id, summary.version),
      source: sourceOfSummary(summary),
    })),
  ];
}
