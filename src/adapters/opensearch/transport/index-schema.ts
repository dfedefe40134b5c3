import { UnusableIndexError } from '../../../domain/errors.js';
import type { Cluster } from './cluster.js';
import { schemaVersion } from './install-index.js';

export type MappingMeta = { schema_version?: number };

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
  throw new UnusableIndexError(`the index is of schema ${found}, not ${own}: run \`quire reindex\``);
}
