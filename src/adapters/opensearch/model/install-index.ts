import { concreteIndexName, GENERATION_ADDRESS, guardOf, wordsIndexName } from './addresses.js';
import { firstFencingToken } from './fencing-token.js';
import { readGeneration, indexBehind, DISCARD } from './index-schema.js';
import { findShapeDifference } from './index-shape.js';
import { templateName, templateOf, type IndexKind, type TemplateOptions } from './own-template.js';
import type { GenerationSource } from './sources.js';
import { failureOfBody, isIndexMissing, unavailable, type ClusterFailure } from '../transport/cluster-failure.js';
import type { Cluster, ClusterRequest } from '../transport/cluster.js';
import { MisconfiguredError } from '../../../domain/errors.js';

/** Idempotent: several processes may run it at once, and the next one finishes an interrupted run. */
export async function installIndex(cluster: Cluster, options: InstallOptions, generation: string): Promise<void> {
  const alias = options.indexPrefix;
  const made = newIndex(cluster, options, generation);
  const aliases = [alias, firstFencingToken(alias, generation), guardOf(made.index)];
  await putTemplate(made);
  // A second index behind the alias would make reads by id through it fail for good.
  const behind = await indexBehind(cluster, alias);
  if (behind === undefined) {
    await installWords(made);
    await createIndex(made, aliases);
  }
  await expectOwnShape({ ...made, index: behind ?? made.index }, DISCARD);
  await writeGeneration(cluster, alias, generation);
}

/** Makes an index of this generation without the alias; returns its name. */
export async function installConcreteIndex(
  cluster: Cluster,
  options: InstallOptions,
  generation: string,
): Promise<string> {
  const token = firstFencingToken(options.indexPrefix, generation);
  const made = newIndex(cluster, options, generation);
  const { index } = made;
  await putTemplate(made);
  await extendMapping(cluster, options);
  await guardCurrent(cluster, options.indexPrefix);
  await installWords(made);
  await createIndex(made, [token, guardOf(index)]);
  await expectOwnShape(made, ANOTHER_TRY);
  // Read before it is written: an existing index may be blocked.
  if ((await readGeneration(cluster, index)) === undefined) {
    await writeGeneration(cluster, token, generation);
  }
  return index;
}

type InstallOptions = TemplateOptions & { fullText?: boolean | undefined };
type NewIndex = { cluster: Cluster; options: InstallOptions; kind: IndexKind; index: string };

const ANOTHER_TRY = 'run `quire reindex` again, which makes another one, or `quire reindex --abort`';

function newIndex(cluster: Cluster, options: InstallOptions, generation: string): NewIndex {
  return { cluster, options, kind: 'documents', index: concreteIndexName(options.indexPrefix, generation) };
}

/** The index of words beside another, which is made after it: none of its heads may be written without words. */
async function installWords({ options, index, ...made }: NewIndex): Promise<void> {
  const name = wordsIndexName(options.indexPrefix, index);
  if (options.fullText === false || name === undefined) return;
  const words: NewIndex = { ...made, options, kind: 'words', index: name };
  await putTemplate(words);
  await createIndex(words, [guardOf(name)]);
  await expectOwnShape(words, ANOTHER_TRY);
}

/** It keeps templates for all indices from adding to the index. The index does not rely on it. */
async function putTemplate(made: NewIndex): Promise<void> {
  const failure = await writeOrFailure(made.cluster, {
    what: 'installation of the index template',
    method: 'PUT',
    path: `/_index_template/${encodeURIComponent(templateName(made.kind, made.options.indexPrefix))}`,
    body: JSON.stringify(templateOf(made.options, made.kind)),
  });
  if (failure) throw await refusedAs(made, 'installation of the index template', failure);
}

/** A rebuild brings heads of the current index forward, which may be of an older schema: it gets today's fields. */
async function extendMapping(cluster: Cluster, options: TemplateOptions): Promise<void> {
  const { indexPrefix } = options;
  const { properties } = templateOf(options).template.mappings;
  const { status, body } = await cluster.write({
    what: 'extension of the mapping',
    method: 'PUT',
    path: `/${encodeURIComponent(indexPrefix)}/_mapping`,
    body: JSON.stringify({ properties }),
    accept: [400, 404],
  });
  const failure = failureOfBody(body, status);
  if (status === 400) {
    throw new MisconfiguredError(
      `OpenSearch extension of the mapping: ${failure.message}: the index ${indexPrefix} has another mapping than ` +
        `Quire gives it: ${DISCARD}`,
    );
  }
  if (status === 404 && !isIndexMissing(failure)) throw unavailable('extension of the mapping', failure);
}

/** An index of an older schema has none. Its new heads need one from now on: see `OpenSearchDocumentIndex`. */
async function guardCurrent(cluster: Cluster, alias: string): Promise<void> {
  const behind = await indexBehind(cluster, alias);
  if (behind === undefined) return;
  await cluster.write({
    what: 'guard of the index',
    method: 'PUT',
    path: `/${encodeURIComponent(behind)}/_alias/${encodeURIComponent(guardOf(behind))}`,
    accept: [404],
  });
}

/** With all that it needs in the request: no index template changes what the request names. */
async function createIndex(made: NewIndex, aliases: readonly string[]): Promise<void> {
  const { settings, mappings } = templateOf(made.options, made.kind).template;
  const failure = await writeOrFailure(made.cluster, {
    what: 'creation of the index',
    method: 'PUT',
    path: `/${encodeURIComponent(made.index)}`,
    body: JSON.stringify({ settings, mappings, aliases: Object.fromEntries(aliases.map((alias) => [alias, {}])) }),
  });
  if (!failure || failure.types.includes('resource_already_exists_exception')) return;
  throw await refusedAs(made, 'creation of the index', failure);
}

/** A 400 is returned. */
async function writeOrFailure(cluster: Cluster, request: ClusterRequest): Promise<ClusterFailure | undefined> {
  const { status, body } = await cluster.write({ ...request, accept: [400] });
  return status === 400 ? failureOfBody(body, status) : undefined;
}

/** The error of a 400. OpenSearch says the reason in a text that is not passed on, so the likely one is looked for. */
async function refusedAs(made: NewIndex, what: string, failure: ClusterFailure): Promise<Error> {
  const above = await templateAbove(made);
  if (above === '') return unavailable(what, failure);
  return new MisconfiguredError(`OpenSearch ${what}: ${failure.message}: ${above}`, { cause: failure });
}

/** An index may be left from an earlier attempt or from another program. `help`: what an operator has to do. */
async function expectOwnShape(made: NewIndex, help: string): Promise<void> {
  const { cluster, options, kind, index } = made;
  const difference = await findShapeDifference(cluster, index, templateOf(options, kind));
  if (difference === undefined) return;
  const above = await templateAbove(made);
  throw new MisconfiguredError(
    [`the index ${index} is not as Quire makes it (${difference})`, above, help]
      .filter((part) => part !== '')
      .join(': '),
  );
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

type Listed = { name: string; index_template: { index_patterns: string[]; priority?: number } };

/** What an operator can do about a template that stands above Quire's own for this index; empty: none is known. */
async function templateAbove({ cluster, options, kind, index }: NewIndex): Promise<string> {
  const { priority: own = 0 } = templateOf(options, kind);
  const { body } = await cluster.read<{ index_templates?: Listed[] }>({
    what: 'look for index templates',
    method: 'GET',
    path: '/_index_template',
    // Without the right to see templates their names stay unknown.
    accept: [401, 403, 404],
  });
  const above = (body.index_templates ?? [])
    .map(({ name, index_template: { index_patterns: patterns, priority = 0 } }) => ({ name, patterns, priority }))
    .filter(({ name, patterns, priority }) => {
      return (
        name !== templateName(kind, options.indexPrefix) &&
        priority >= own &&
        patterns.some((pattern) => isMatch(pattern, index))
      );
    })
    .sort((one, other) => other.priority - one.priority)[0];
  if (!above) return '';
  const place = `of priority ${above.priority} for ${above.patterns.join(', ')}`;
  return `the index template ${above.name} ${place} stands above Quire's own of ${own}: remove it or lower its priority`;
}

/** A pattern of OpenSearch knows `*` only. */
function isMatch(pattern: string, index: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return pattern === index;
  if (!index.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = index.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return index.length - last.length >= at && index.endsWith(last);
}
