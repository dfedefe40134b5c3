import { GENERATION_ADDRESS } from './addresses.js';
import type { GenerationSource } from './sources.js';
import { OLDEST_SCHEMA, schemaVersion } from './own-template.js';
import { ClusterFailure, unavailable, failureOfBody, isIndexMissing } from '../transport/cluster-failure.js';
import type { Cluster } from '../transport/cluster.js';
import type { Searcher } from '../transport/searcher.js';
import { isWhole, type OfShards } from '../transport/shards.js';
import { MisconfiguredError, UnusableIndexError, UnavailableError } from '../../../domain/errors.js';
import type { ConcreteIndex } from '../../../ports/index-admin.js';

export type MappingMeta = { schema_version?: number };

/** For an index that an index template made: nothing of it can be used. */
export const DISCARD =
  'an index template may have changed it. Remove that, stop the services, and run `quire reindex --discard-index`';

type FoundMapping = { name: string; meta: MappingMeta };

/** Of an index or an alias. `name`: of the concrete index. Undefined: it is missing. */
export async function findMapping(cluster: Cluster, index: string): Promise<FoundMapping | undefined> {
  const { status, body } = await cluster.read<Record<string, { mappings?: { _meta?: MappingMeta } }>>({
    what: 'read of the mapping',
    method: 'GET',
    path: `/${encodeURIComponent(index)}/_mapping`,
    accept: [404],
  });
  if (status === 404) return undefined;
  const [[name, mapping] = [index, undefined]] = Object.entries(body);
  return { name, meta: mapping?.mappings?._meta ?? {} };
}

async function readMapping(cluster: Cluster, index: string): Promise<FoundMapping> {
  const found = await findMapping(cluster, index);
  if (!found) throw unavailable('read of the mapping', new ClusterFailure(['index_not_found_exception'], 404));
  return found;
}

/** `_meta` of the mapping, written by the index template or by a swap. */
export async function readMappingMeta(cluster: Cluster, index: string): Promise<MappingMeta> {
  return (await readMapping(cluster, index)).meta;
}

/**
 * The name of the concrete index. Raises `UnusableIndexError` for one of a schema that is too old. A later program may
 * have made a newer one.
 */
export async function expectSchema(cluster: Cluster, alias: string): Promise<string> {
  const { name, meta } = await readMapping(cluster, alias);
  const { schema_version: found = 0 } = meta;
  if (found >= OLDEST_SCHEMA) return name;
  if (found === 0) throw new MisconfiguredError(`the index ${alias} has no mapping of Quire: ${DISCARD}`);
  throw new UnusableIndexError(`the index is of schema ${found}, not ${schemaVersion()}: run \`quire reindex\``);
}

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

/** Finds nothing and reads no term: no key and no identifier comes after these. */
const OF_EVERY_KIND = JSON.stringify({
  size: 0,
  track_total_hits: false,
  query: { bool: { filter: [{ prefix: { document_key: '\u{10ffff}' } }, { range: { id: { gte: '\u{10ffff}' } } }] } },
});

/**
 * Raises `MisconfiguredError` if the cluster forbids searches by prefix and by range, which long search texts, lists by
 * prefix, deep pages and the scans of commands need. `index`: an index or an alias.
 */
export async function expectSearches(searcher: Searcher, index: string): Promise<void> {
  await searcher.hits({ alias: index, preference: '_local' }, OF_EVERY_KIND);
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

/** Of an index or an alias; a restored index has a new one. Undefined: it is missing. */
export async function readUuid(cluster: Cluster, index: string): Promise<string | undefined> {
  const { status, body } = await cluster.read<Record<string, { settings?: { index?: { uuid?: string } } }>>({
    what: 'read of the index UUID',
    method: 'GET',
    path: `/${encodeURIComponent(index)}/_settings/index.uuid`,
    accept: [404],
  });
  return status === 404 ? undefined : Object.values(body)[0]?.settings?.index?.uuid;
}

export async function describeIndex(cluster: Cluster, name: string): Promise<ConcreteIndex> {
  const [generation, meta] = await Promise.all([readGeneration(cluster, name), readMappingMeta(cluster, name)]);
  return { name, generation, schemaVersion: meta.schema_version ?? 0 };
}

/** Makes earlier writes visible to searches. Raises `UnavailableError` unless every shard has refreshed. */
export async function refreshIndex(cluster: Cluster, index: string): Promise<void> {
  const { body } = await cluster.read<OfShards>({
    what: 'refresh',
    method: 'POST',
    path: `/${encodeURIComponent(index)}/_refresh`,
  });
  if (!isWhole(body)) throw unavailable('refresh', new ClusterFailure(['PartialAnswer']));
}

/** Of an index or an alias. Undefined: it is missing, or has no generation. */
export async function readGeneration(cluster: Cluster, index: string): Promise<string | undefined> {
  const { status, body } = await cluster.read<{ found?: boolean; _source?: GenerationSource }>({
    what: 'read of the generation',
    method: 'GET',
    path: `/${encodeURIComponent(index)}/_doc/${GENERATION_ADDRESS.id}`,
    query: { routing: GENERATION_ADDRESS.routing, preference: '_primary' },
    accept: [404],
  });
  if (status !== 404) return body._source?.generation;
  const failure = failureOfBody(body, status);
  if (body.found === false || isIndexMissing(failure)) return undefined;
  throw unavailable('read of the generation', failure);
}
