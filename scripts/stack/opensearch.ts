import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunningBackend, StackContext } from './context.js';
import { fetchJars } from './jars.js';
import { freePorts } from './ports.js';
import { projectRoot } from './project-root.js';

const BACKEND = 'OpenSearch';
const TIMEOUT_MS = 180_000;
const NEEDED_PLUGIN = 'CommonAnalysisModulePlugin';

export interface OpenSearchOptions {
  readonly jars: string;
  /** Of the first node. */
  readonly port: number;
  readonly nodes: number;
  /** As Java's `-Xmx` takes it, of all nodes together. */
  readonly heap: string;
}

/** Gives the folder of its jars, fetched where they are not there yet. */
export async function fetchOpenSearch(context: StackContext): Promise<string> {
  return fetchJars(context, {
    backend: BACKEND,
    pom: 'opensearch.xml',
    goal: 'dependency:copy-dependencies',
    size: '71 MB',
  });
}

export async function startOpenSearch(context: StackContext, options: OpenSearchOptions): Promise<RunningBackend> {
  const cwd = join(context.runFolder, 'opensearch');
  await mkdir(cwd);
  const child = context.supervisor.keep(BACKEND, {
    program: context.java,
    args: await javaArgs(cwd, options),
    cwd,
    logFile: join(context.runFolder, 'opensearch.log'),
  });
  const url = `http://127.0.0.1:${options.port}`;
  const probe = (signal: AbortSignal): Promise<void> => isReady(url, options.nodes, signal);
  await context.supervisor.untilReady({ backend: BACKEND, child, probe, timeoutMs: TIMEOUT_MS });
  return { name: BACKEND, url, env: { OPENSEARCH_URL: url } };
}

async function javaArgs(cwd: string, { jars, port, nodes, heap }: OpenSearchOptions): Promise<string[]> {
  const others = await freePorts(2 * nodes - 1);
  const transports = others.splice(0, nodes);
  return [
    `-Xms${heap}`,
    `-Xmx${heap}`,
    '-XX:-UsePerfData',
    `-Djava.io.tmpdir=${cwd}`,
    '--add-modules=jdk.incubator.vector',
    '--enable-native-access=ALL-UNNAMED',
    '-Dlog4j2.disable.jmx=true',
    '-Dorg.apache.lucene.store.MMapDirectory.sharedArenaMaxPermits=1',
    '-cp',
    `${jars}/*`,
    join(projectRoot(), 'scripts/stack/java/OpenSearchNodes.java'),
    // Nodes of another stack on this machine must not join: the name is this one's own.
    join(cwd, 'nodes'),
    `quire-${process.pid}-${port}`,
    ...[port, ...others].map((http, index) => `${http}:${transports[index]}`),
  ];
}

/** A module that cannot be loaded is skipped in silence, hence the look at the plugins. */
async function isReady(url: string, nodes: number, signal: AbortSignal): Promise<void> {
  const health = (await getJson(`${url}/_cluster/health`, signal)) as { status?: string; number_of_nodes?: number };
  if (health.status !== 'green' && health.status !== 'yellow') throw new Error(`its status is ${health.status}`);
  if (health.number_of_nodes !== nodes) throw new Error(`${health.number_of_nodes} of ${nodes} nodes are there`);
  const plugins = (await getJson(`${url}/_cat/plugins?format=json`, signal)) as { component?: string }[];
  if (!plugins.some(({ component }) => component?.includes(NEEDED_PLUGIN) === true)) {
    throw new Error(`its ${NEEDED_PLUGIN} is not loaded`);
  }
}

async function getJson(url: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.json();
}
