import type { RevisedHead } from '../../ports/document-index.js';
import type { IndexPlace } from './index-catalog.js';
import { idBytes, idKey } from './index-keys.js';
import { headOfRecord } from './index-records.js';
import type { IndexTables } from './index-tables.js';

/** `id` must be valid. The revision is the sequence number of the head's last write. */
export function readHead({ heads }: IndexTables, { name, prefix }: IndexPlace, id: string): RevisedHead | undefined {
  const record = heads.get(idKey(prefix, idBytes(id)));
  if (!record) return undefined;
  return { head: headOfRecord(id, record), revision: { index: name, seqNo: record[0], primaryTerm: 1 } };
}
