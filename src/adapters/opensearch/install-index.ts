import { concreteIndexName, GENERATION_ADDRESS } from './addresses.js';
import { firstHold } from './index-hold.js';
import { failureOfBody, isIndexMissing, unavailable } from './cluster-failure.js';
import type { Cluster } from './cluster.js';
import { documentsTemplate, type TemplateOptions } from './index-template.js';
import type { GenerationSource } from './sources.js';

/**
 * Template, index with its alias in one step, generation document: each is left as it is where it exists, so
 * several processes can take these steps at once, and one that was interrupted is finished by the next.
 */
export async function installIndex(
  cluster: Cluster, options: TemplateOptions, generation: string,
): Promise<void> {
  const alias = options.indexPrefix;
  const aliases = { [alias]: {}, [firstHold(alias, generation)]: {} };
  await putTemplate(cluster, options);
  if (!await aliasExists(cluster, alias)) {
    await createIndex(cluster, concreteIndexName(alias, generation), { aliases });
  }
  await writeGeneration(cluster, alias, generation);
}

/**
 * An index of this generation that no alias leads to; gives its name. Its generation is read before it is
 * written: one that exists may be blocked.
 */
export async function installConcreteIndex(
  cluster: Cluster, options: TemplateOptions, generation: string,
): Promise<string> {
  const index = concreteIndexName(options.indexPrefix, generation);
  const hold = firstHold(options.indexPrefix, generation);
  await putTemplate(cluster, options);
  await createIndex(cluster, index, { aliases: { [hold]: {} } });
  if (await readGeneration(cluster, index) === undefined) {
    await writeGeneration(cluster, hold, generation);
  }
  return index;
}

/** Of an index or an alias. Undefined: there is none, or nothing in it. */
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

/** Never a second index behind the alias: reads by id through it would fail for good. */
async function aliasExists(cluster: Cluster, alias: string): Promise<boolean> {
  const { status } = await cluster.read({
    what: 'look for the alias',
    method: 'GET',
    path: `/_alias/${encodeURIComponent(alias)}`,
    accept: [404],
  });
  return status !== 404;
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

/**
 * Through an alias: the hold that the index is made with, so that a write which comes late, when somebody has taken
 * that hold, cannot make a right index of one that was emptied since.
 */
async function writeGeneration(cluster: Cluster, alias: string, generation: string): Promise<void> {
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
