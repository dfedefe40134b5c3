import { UnavailableError } from '../../../domain/errors.js';
import type { ConcreteIndex } from '../../../ports/index-admin.js';
import type { Cluster } from '../transport/cluster.js';
import { readGeneration } from '../transport/install-index.js';

export type MappingMeta = { schema_version?: number };

/** The index behind the alias. Raises `UnavailableError` if there are several: reads by id fail then. */
export async function indexBehind(cluster: Cluster, alias: string): Promise<string | undefined> {
  const { status, body } = await cluster.read<object>({
    what: 'look for the alias',
    method: 'GET',
    path: `/_alias/${encodeURIComponent(alias)}`,
    accept: [404],
  });
  if (status === 404) return undefined;
  const names = Object.keys(body).sort();
  if (names.length > 1) {
    throw new UnavailableError(`OpenSearch: the alias ${alias} leads to ${names.join(' and ')}; it must lead to one`);
  }
  return names[0];
}

export async function indexExists(cluster: Cluster, index: string): Promise<boolean> {
  const { status } = await cluster.read({
    what: 'look for an index',
    method: 'GET',
    path: `/${encodeURIComponent(index)}/_settings`,
    accept: [404],
  });
  return status !== 404;
}

export async function describeIndex(cluster: Cluster, name: string): Promise<ConcreteIndex> {
  const [generation, meta] = await Promise.all([readGeneration(cluster, name), readMappingMeta(cluster, name)]);
  return { name, generation, schemaVersion: meta.schema_version ?? 0 };
}

/** `_meta` of the mapping, written by the index template or by a swap. */
export async function readMappingMeta(cluster: Cluster, index: string): Promise<MappingMeta> {
  const { body } = await cluster.read<Record<string, { mappings?: { _meta?: MappingMeta } }>>({
    what: 'read of the mapping',
    method: 'GET',
    path: `/${encodeURIComponent(index)}/_mapping`,
  });
  return body[index]?.mappings?._meta ?? {};
}
