import type { ConcreteIndex } from '../../../ports/index-admin.js';
import type { Cluster } from '../transport/cluster.js';
import { readMappingMeta } from '../model/index-schema.js';
import { readGeneration } from '../model/install-index.js';

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
