import { MisconfiguredError, UnusableIndexError } from '../../../domain/errors.js';
import type { Cluster } from '../transport/cluster.js';
import { schemaVersion } from './own-template.js';

export type MappingMeta = { schema_version?: number };

/** For an index that an index template made: nothing of it can be used. */
export const DISCARD =
  'an index template may have changed it. Remove that, stop the services, and run `quire reindex --discard-index`';

/** `_meta` of the mapping, written by the index template or by a swap. */
export async function readMappingMeta(cluster: Cluster, index: string): Promise<MappingMeta> {
  const { body } = await cluster.read<Record<string, { mappings?: { _meta?: MappingMeta } }>>({
    what: 'read of the mapping',
    method: 'GET',
    path: `/${encodeURIComponent(index)}/_mapping`,
  });
  const [mapping] = Object.values(body);
  return mapping?.mappings?._meta ?? {};
}

/** Raises `UnusableIndexError` for an index of an older schema. A later program may have made a newer one. */
export async function expectSchema(cluster: Cluster, alias: string): Promise<void> {
  const { schema_version: found = 0 } = await readMappingMeta(cluster, alias);
  const own = schemaVersion();
  if (found >= own) return;
  if (found === 0) throw new MisconfiguredError(`the index ${alias} has no mapping of Quire: ${DISCARD}`);
  throw new UnusableIndexError(`the index is of schema ${found}, not ${own}: run \`quire reindex\``);
}
