import type { HeadOutcome, HeadWrite, RevisedHead } from '../../../ports/document-index.js';
import { headAddress, summaryAddress } from '../model/addresses.js';
import type { Operation, BulkWriter } from './bulk-writer.js';
import { isBlocked, isIndexMissing, unavailable } from '../transport/cluster-failure.js';
import {
  sourceOfHead,
  sourceOfSummary,
  headOfSource,
  type HeadSource,
  type TombstoneSource,
} from '../model/sources.js';
import { headWords, type WordsIndex } from './words-index.js';
import { isId } from '../../../domain/ids.js';
import type { MultiGetReader } from './multi-get-reader.js';

/**
 * Where a head goes if there must be none yet. `concrete`: the index that the alias stands for; an alias that is gone
 * is one of an index that is gone.
 */
export type Target = { index: string; alias: boolean; concrete?: string };

/** As `DocumentIndex.writeHead`. A missing alias of requests raises an error: nothing can be read through it. */
export async function writeHead(
  { writer, words }: { writer: BulkWriter; words: WordsIndex },
  write: HeadWrite,
  target: Target,
): Promise<HeadOutcome> {
  const to = write.expected === 'absent' ? target : { index: write.expected.index, alias: false };
  const { head, slot } = write;
  const version = slot?.deleted === false ? slot : undefined;
  const concrete = to.concrete ?? to.index;
  const hasWords = (head.deleted || version !== undefined) && (await words.of(concrete)) !== undefined;
  const worded = hasWords ? await words.write(writer, concrete, [await headWords(head, version)]) : undefined;
  const [result] = await writer.write(operationsOf(write, to, sourceOfHead(head, worded)), 1);
  if (result === undefined) return 'written';
  if (result.status === 409) return 'conflict';
  const gone = (!to.alias || to.concrete !== undefined) && isIndexMissing(result);
  if (gone || isBlocked(result)) return 'refused';
  throw unavailable('write of a head', result);
}

/** A conditional write goes to the concrete index of its revision: the numbers mean nothing in another index. */
function operationsOf({ head, expected, summaries }: HeadWrite, { index, alias }: Target, source: object): Operation[] {
  const to = { index, alias };
  const headWrite = { ...to, address: headAddress(head.id), source };
  return [
    expected === 'absent' ? { kind: 'create', ...headWrite } : { kind: 'index', ...headWrite, revision: expected },
    ...summaries.map((summary): Operation => ({
      kind: 'index',
      ...to,
      address: summaryAddress(head.id, summary.version),
      source: sourceOfSummary(summary),
    })),
  ];
}

/** Only identifiers are sent: any other string would fail the whole multi-get. */
export async function readHead(reader: MultiGetReader, id: string): Promise<RevisedHead | undefined> {
  if (!isId(id)) return undefined;
  const found = await reader.read<HeadSource | TombstoneSource>(headAddress(id));
  return (
    found && {
      head: headOfSource(found._source),
      revision: { index: found._index, seqNo: found._seq_no, primaryTerm: found._primary_term },
    }
  );
}
