import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Plan } from '../domain/api-key.js';
import { canonicalLanguage } from '../domain/content/language.js';
import type { Limits } from '../domain/limits.js';
import type { TracingSettings } from '../platform/tracer.js';
import type { Config, HttpConfig, Storage } from './config.js';
import { EnvReader, type Env } from './env-reader.js';
import { readPlans, UNMETERED } from './read-plans.js';
import { readStorage } from './read-storage.js';
import { MAX_WORKERS } from './settings.js';

/** Raises `ConfigError` with every fault at once. */
export function readConfig(variables: Env): Config {
  const env = new EnvReader(variables);
  const storage = readStorage(env);
  const plans = readPlans(env);
  const config: Config = {
    storage,
    workers: readWorkers(env, storage.mode),
    http: readHttp(env, storage),
    limits: readLimits(env),
    plans,
    defaultPlan: readDefaultPlan(env, plans),
    writeDeadlineMs: env.get('WRITE_DEADLINE_MS'),
    keysWithoutStoreMs: env.get('KEYS_WITHOUT_STORE_MS'),
    logLevel: env.get('LOG_LEVEL'),
    logFormat: env.get('LOG_FORMAT'),
    tracing: readTracing(env),
  };
  if (config.http.bodiesInFlightBytes < config.limits.bodyBytes) {
    env.fault('BODIES_IN_FLIGHT_BYTES must not be less than MAX_BODY_BYTES');
  }
  if (sharePort(config.http)) {
    if (config.http.mayMoveMetrics) config.http.metricsPort = 0;
    else env.fault('METRICS_PORT must be another port than PORT');
  }
  env.finish();
  return config;
}

function readHttp(env: EnvReader, storage: Storage): HttpConfig {
  const robots = env.get('VIEWER_ROBOTS');
  return {
    host: env.get('HOST', storage.mode === 'embedded' ? '127.0.0.1' : '0.0.0.0'),
    port: env.get('PORT'),
    // Independent of HOST: metrics have no key, and are for operators.
    metricsHost: env.get('METRICS_HOST'),
    metricsPort: env.given('METRICS_PORT') === 'off' ? undefined : env.get('METRICS_PORT'),
    mayMoveMetrics: env.given('METRICS_PORT') === undefined,
    publicUrl: readPublicUrl(env),
    trustedProxyHops: env.get('TRUSTED_PROXY_HOPS'),
    corsOrigins: readOrigins(env),
    unauthenticatedPerMinute: env.get('UNAUTHENTICATED_PER_MINUTE'),
    viewerPerMinute: env.get('VIEWER_PER_MINUTE'),
    renderingsPerMinute: env.get('RENDERINGS_PER_MINUTE'),
    viewerLang: readLanguage(env),
    viewerRobots: robots === 'all' ? undefined : robots,
    bodiesInFlightBytes: env.get('BODIES_IN_FLIGHT_BYTES'),
    answersInFlightBytes: env.get('ANSWERS_IN_FLIGHT_BYTES'),
    ...readConnections(env, storage.mode),
  };
}

/** As browsers send them: no other text is equal to one. Every sandboxed frame sends `null`. */
function readOrigins(env: EnvReader): string[] {
  const origins = env
    .get('CORS_ORIGINS')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  const wrong = origins.find((origin) => origin !== '*' && !isOrigin(origin));
  if (wrong !== undefined) {
    env.fault(
      `CORS_ORIGINS must be * or origins such as https://app.example.com, without path or final slash: ${wrong}`,
    );
  }
  return origins;
}

/** Apps and extensions have schemes of their own, whose origins the parser does not know. */
function isOrigin(text: string): boolean {
  if (text.length > LONGEST_ORIGIN || !/^[a-z][a-z\d+.-]*:\/\/[^\s/?#@*\\]+$/.test(text)) return false;
  return !/^https?:/.test(text) || (URL.canParse(text) && new URL(text).origin === text);
}

const LONGEST_ORIGIN = 300;

const ALL_ADDRESSES = ['0.0.0.0', '::'];

/** Port 0 is a free one each time. */
function sharePort({ host, port, metricsHost, metricsPort }: HttpConfig): boolean {
  const shareAddress = host === metricsHost || [host, metricsHost].some((each) => ALL_ADDRESSES.includes(each));
  return port !== 0 && port === metricsPort && shareAddress;
}

function readLanguage(env: EnvReader): string {
  const lang = canonicalLanguage(env.get('VIEWER_LANG'));
  if (lang === undefined) env.fault('VIEWER_LANG must be a language tag of BCP 47, such as en or pt-BR');
  return lang ?? 'en';
}

function readPublicUrl(env: EnvReader): string | undefined {
  const text = env.get('PUBLIC_URL');
  if (text !== undefined && /[?#@]/.test(text)) env.fault('PUBLIC_URL must be without a query, a fragment and a user');
  return text?.replace(/\/+$/, '');
}

function readLimits(env: EnvReader): Limits {
  return {
    bodyBytes: env.get('MAX_BODY_BYTES'),
    blocks: env.get('MAX_BLOCKS'),
    metadataBytes: env.get('MAX_METADATA_BYTES'),
    folderDepth: env.get('MAX_FOLDER_DEPTH'),
    assetBytes: env.get('MAX_ASSET_BYTES'),
  };
}

/** Who runs Quire for others sets a plan that bounds them; nobody's own service locks its people out. */
function readDefaultPlan(env: EnvReader, plans: ReadonlyMap<string, Plan>): Plan {
  const name = env.get('DEFAULT_PLAN');
  const plan = plans.get(name);
  if (!plan) env.fault(`DEFAULT_PLAN: there is no plan "${name}", only ${[...plans.keys()].join(', ')}`);
  return plan ?? (plans.get(UNMETERED) as Plan);
}

/** For files, connections being closed, and in cluster mode those to OpenSearch (256), S3 (512) and Redis. */
const OTHER_DESCRIPTORS = { embedded: 384, cluster: 1_152 } as const;
const USUAL_DESCRIPTORS = 1_024;
const FEWEST = 32;
/** Each connection takes some kilobytes, and descriptors are often unlimited. */
const MOST_BY_DEFAULT = 16_384;
const ADDRESS_PART = 2;

/** By default from the soft limit of descriptors. Behind a proxy all connections come from its address. */
function readConnections(
  env: EnvReader,
  mode: Storage['mode'],
): Pick<HttpConfig, 'maxConnections' | 'maxConnectionsPerAddress'> {
  const isBehindProxy = (env.given('TRUSTED_PROXY_HOPS') ?? '0') !== '0';
  const maxConnections = env.get('MAX_CONNECTIONS', defaultConnections(mode));
  const share = Math.max(1, Math.floor(maxConnections / ADDRESS_PART));
  const perAddress = env.get('MAX_CONNECTIONS_PER_ADDRESS', share);
  return { maxConnections, maxConnectionsPerAddress: isBehindProxy ? undefined : perAddress };
}

function defaultConnections(mode: Storage['mode']): number {
  const limit = softLimit();
  const others = Math.min(OTHER_DESCRIPTORS[mode], Math.floor(limit / 2));
  return Math.max(FEWEST, Math.min(MOST_BY_DEFAULT, limit - others));
}

function softLimit(): number {
  try {
    const soft = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return soft === 'unlimited' ? Infinity : Number(soft ?? USUAL_DESCRIPTORS);
  } catch {
    return USUAL_DESCRIPTORS;
  }
}

function readWorkers(env: EnvReader, mode: Storage['mode']): number {
  const cores = Math.min(availableParallelism(), MAX_WORKERS);
  const workers = env.get('WORKERS', mode === 'embedded' ? 1 : cores);
  if (mode === 'embedded' && workers > 1) {
    env.fault(`WORKERS must be 1 in embedded mode, where one process owns the folder, not "${workers}"`);
  }
  return workers;
}

/** The standard variables of OpenTelemetry, and a bound of our own. */
function readTracing(env: EnvReader): TracingSettings | undefined {
  const endpoint = env.get('OTEL_EXPORTER_OTLP_ENDPOINT');
  const settings = {
    serviceName: env.get('OTEL_SERVICE_NAME'),
    sampler: env.get('OTEL_TRACES_SAMPLER'),
    ratio: Number(env.get('OTEL_TRACES_SAMPLER_ARG')),
    perSecond: env.get('TRACES_PER_SECOND'),
  };
  return endpoint === undefined ? undefined : { endpoint, ...settings };
}
