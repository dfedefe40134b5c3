import { concreteIndexName, GENERATION_ADDRESS } from './addresses.js';
import { firstFencingToken } from './fencing-token.js';
import { failureOfBody, isIndexMissing, unavailable } from './cluster-failure.js';
import type { Cluster } from './cluster.js';
import { indexBehind } from './index-behind.js';
import type { GenerationSource } from './sources.js';
import { readOwnFile } from '../../../platform/own-file.js';

/** Idempotent: several processes may run it at once, and the next one finishes an interrupted run. */
export async function installIndex(cluster: Cluster, options: TemplateOptions, generation: string): Promise<void> {
  const alias = options.indexPrefix;
  const aliases = { [alias]: {}, [firstFencingToken(alias, generation)]: {} };
  await putTemplate(cluster, options);
  // A second index behind the alias would make reads by id through it fail for good.
  if ((await indexBehind(cluster, alias)) === undefined) {
    await createIndex(cluster, concreteIndexName(alias, generation), { aliases });
  }
  await writeGeneration(cluster, alias, generation);
}

/** Makes an index of this generation without the alias; returns its name. */
export async function installConcreteIndex(
  cluster: Cluster,
  options: TemplateOptions,
  generation: string,
): Promise<string> {
  const index = concreteIndexName(options.indexPrefix, generation);
  const token = firstFencingToken(options.indexPrefix, generation);
  await putTemplate(cluster, options);
  await extendMapping(cluster, options);
  await createIndex(cluster, index, { aliases: { [token]: {} } });
  // Read before it is written: an existing index may be blocked.
  if ((await readGeneration(cluster, index)) === undefined) {
    await writeGeneration(cluster, token, generation);
  }
  return index;
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

async function putTemplate(cluster: Cluster, options: TemplateOptions): Promise<void> {
  await cluster.write({
    what: 'installation of the index template',
    method: 'PUT',
    path: `/_index_template/${encodeURIComponent(options.indexPrefix)}`,
    body: documentsTemplate(options),
  });
}

/** A rebuild brings heads of the current index forward, which may be of an older schema: it gets today's fields. */
async function extendMapping(cluster: Cluster, options: TemplateOptions): Promise<void> {
  const { properties } = templateOf(options).template.mappings;
  const { status, body } = await cluster.write({
    what: 'extension of the mapping',
    method: 'PUT',
    path: `/${encodeURIComponent(options.indexPrefix)}/_mapping`,
    body: JSON.stringify({ properties }),
    accept: [404],
  });
  const failure = failureOfBody(body, status);
  if (status === 404 && !isIndexMissing(failure)) throw unavailable('extension of the mapping', failure);
}

async function createIndex(cluster: Cluster, index: string, settings: object): Promise<void> {
  const { status, body } = await cluster.write({
    what: 'creation of the index',
    method: 'PUT',
    path: `/${encodeURIComponent(index)}`,
    body: JSON.stringify(settings),
    accept: [400],
  });
  const failure = failureOfBody(body, status);
  if (status === 400 && !failure.types.includes('resource_already_exists_exception')) {
    throw unavailable('creation of the index', failure);
  }
}

/** `alias`: the alias of requests, or the token that the index was made with. */
async function writeGeneration(cluster: Cluster, alias: string, generation: string): Promise<void> {
  // A late write fails once that token is replaced: it must not make an emptied index look right.
  const source: GenerationSource = { kind: 'generation', generation };
  await cluster.write({
    what: 'write of the generation',
    method: 'PUT',
    path: `/${encodeURIComponent(alias)}/_create/${GENERATION_ADDRESS.id}`,
    query: { routing: GENERATION_ADDRESS.routing, timeout: `${cluster.timeoutMs}ms`, require_alias: 'true' },
    body: JSON.stringify(source),
    accept: [409],
  });
}

type TemplateOptions = { indexPrefix: string; shards: number; replicas: number };

type Template = {
  index_patterns: string[];
  priority?: number;
  template: {
    settings: Record<string, unknown>;
    mappings: { _meta: { schema_version: number }; properties: Record<string, unknown> };
  };
};

/** `index-templates/documents.json` for one index prefix. */
export function documentsTemplate(options: TemplateOptions): string {
  return JSON.stringify(templateOf(options));
}

function templateOf({ indexPrefix, shards, replicas }: TemplateOptions): Template {
  const template = JSON.parse(readTemplate()) as Template;
  template.index_patterns = template.index_patterns.map((name) => name.replace('{prefix}', indexPrefix));
  // Patterns of `quire` and `quire-staging` overlap. Such templates must differ in priority: the longer prefix wins.
  template.priority = 1_000 + indexPrefix.length;
  template.template.settings['index.number_of_shards'] = shards;
  template.template.settings['index.number_of_replicas'] = replicas;
  return template;
}

/** The schema of the indices that this program makes. */
export function schemaVersion(): number {
  return (JSON.parse(readTemplate()) as Template).template.mappings._meta.schema_version;
}

function readTemplate(): string {
  return readOwnFile('index-templates/documents.json');
}
