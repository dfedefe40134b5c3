import type { Revision } from '../../../ports/document-index.js';
import type { HeadRemoval } from '../../../ports/index-admin.js';
import { headAddress } from '../transport/addresses.js';
import { isBlocked, isIndexMissing, unavailable } from '../transport/cluster-failure.js';
import type { BulkWriter } from '../documents/bulk-writer.js';

/** An engine delete in the concrete index of the revision. An absent head is a `conflict` too. */
export async function removeHead(writer: BulkWriter, id: string, expected: Revision): Promise<HeadRemoval> {
  const [result] = await writer.write([
    { kind: 'delete', index: expected.index, alias: false, address: headAddress(id), revision: expected },
  ]);
  if (result === undefined) return 'removed';
  if (result.status === 409) return 'conflict';
  if (isIndexMissing(result) || isBlocked(result)) return 'refused';
  throw unavailable('removal of a head', result);
}
