import { isId } from '../../../domain/ids.js';
import type { RevisedHead } from '../../../ports/document-index.js';
import { headAddress } from '../transport/addresses.js';
import type { MultiGetReader } from './multi-get-reader.js';
import { headOfSource, type HeadSource, type TombstoneSource } from '../transport/sources.js';

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
