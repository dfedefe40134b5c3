import type { Plan } from '../domain/api-key.js';
import { KEYS_WITHOUT_STORE_MS, WRITE_DEADLINE_MS, type Limits } from '../domain/limits.js';
import type { Config, HttpConfig, Storage } from './config.js';
import { canonicalLanguage } from '../domain/language.js';
import { EnvReader, type Env } from './env-reader.js';
import { readPlans, UNMETERED } from './read-plans.js';
import { readStorage } from './read-storage.js';
import { readTracing } from './read-tracing.js';
import { readWorkers } from './read-workers.js';
import { readFileSync } from 'node:fs';

const MIB = 1024 * 1024;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Raises `ConfigError` with every fault at once. */
export function readConfig(variables: Env): Config {
  return readSettings(new EnvReader(variables));
}

export function readSettings(env: EnvReader): Config {
  const writeDeadlineMs = env.integer('WRITE_DEADLINE_MS', { default: WRITE_DEADLINE_MS, min: 1_000, max: 50_000 });
  const storage = readStorage(env, writeDeadlineMs);
  const plans = readPlans(env);
  const config: Config = {
    storage,
    workers: readWorkers(env, storage),
    http: readHttp(env, storage),
    limits: readLimits(env),
    plans,
    defaultPlan: readDefaultPlan(env, plans),
    writeDeadlineMs,
    keysWithoutStoreMs: env.integer('KEYS_WITHOUT_STORE_MS', { default: KEYS_WITHOUT_STORE_MS, min: 5_000 }),
    logLevel: env.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    logFormat: env.oneOf('LOG_FORMAT', ['json', 'text'], undefined),
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
  return {
    host: env.string('HOST', storage.mode === 'embedded' ? '127.0.0.1' : '0.0.0.0'),
    port: env.integer('PORT', { default: 8080, min: 0, max: 65_535 }),
    // Independent of HOST: metrics have no key, and are for operators.
    metricsHost: env.string('METRICS_HOST', '127.0.0.1'),
    metricsPort:
      env.optional('METRICS_PORT') === 'off'
        ? undefined
        : env.integer('METRICS_PORT', { default: 9464, min: 0, max: 65_535 }),
    mayMoveMetrics: env.optional('METRICS_PORT') === undefined,
    publicUrl: readPublicUrl(env),
    trustedProxyHops: env.integer('TRUSTED_PROXY_HOPS', { default: 0, min: 0, max: 10 }),
    corsOrigins: readOrigins(env),
    unauthenticatedPerMinute: env.integer('UNAUTHENTICATED_PER_MINUTE', { default: 600, min: 1 }),
    viewerPerMinute: env.integer('VIEWER_PER_MINUTE', { default: 600, min: 1 }),
    renderingsPerMinute: env.integer('RENDERINGS_PER_MINUTE', { default: 300, min: 1 }),
    viewerLang: readLanguage(env),
    viewerRobots: readRobots(env),
    bodiesInFlightBytes: env.integer('BODIES_IN_FLIGHT_BYTES', { default: 256 * MIB, min: 1 }),
    answersInFlightBytes: env.integer('ANSWERS_IN_FLIGHT_BYTES', { default: 256 * MIB, min: MIB }),
    ...readConnections(env, storage.mode),
  };
}

/** As browsers send them: no other text is equal to one. Every sandboxed frame sends `null`. */
function readOrigins(env: EnvReader): string[] {
  const origins = env.list('CORS_ORIGINS');
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
  const lang = canonicalLanguage(env.string('VIEWER_LANG', 'en'));
  if (lang === undefined) env.fault('VIEWER_LANG must be a language tag of BCP 47, such as en or pt-BR');
  return lang ?? 'en';
}

const ROBOTS = /^[a-z0-9_:-]+(, ?[a-z0-9_:-]+)*$/;

function readRobots(env: EnvReader): string | undefined {
  const text = env.string('VIEWER_ROBOTS', 'all');
  if (!ROBOTS.test(text))
    env.fault('VIEWER_ROBOTS must be directives with commas between them, such as noindex, nofollow');
  return text === 'all' ? undefined : text;
}

function readPublicUrl(env: EnvReader): string | undefined {
  const text = env.url('PUBLIC_URL', ['http:', 'https:']);
  if (text !== undefined && /[?#@]/.test(text)) env.fault('PUBLIC_URL must be without a query, a fragment and a user');
  return text?.replace(/\/+$/, '');
}

function readLimits(env: EnvReader): Limits {
  return {
    bodyBytes: env.integer('MAX_BODY_BYTES', { default: 10 * MIB, min: 1_024, max: 100 * MIB }),
    blocks: env.integer('MAX_BLOCKS', { default: 10_000, min: 1, max: 100_000 }),
    metadataBytes: env.integer('MAX_METADATA_BYTES', { default: 256 * 1024, min: 1_024, max: 4 * MIB }),
    folderDepth: env.integer('MAX_FOLDER_DEPTH', { default: 100, min: 0, max: 1_000 }),
  };
}

/** Who runs Quire for others sets a plan that bounds them; nobody's own service locks its people out. */
function readDefaultPlan(env: EnvReader, plans: ReadonlyMap<string, Plan>): Plan {
  const name = env.string('DEFAULT_PLAN', UNMETERED);
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
  const isBehindProxy = (env.optional('TRUSTED_PROXY_HOPS') ?? '0') !== '0';
  const maxConnections = env.integer('MAX_CONNECTIONS', { default: defaultConnections(mode), min: 1 });
  const perAddress = env.integer('MAX_CONNECTIONS_PER_ADDRESS', {
    default: Math.max(1, Math.floor(maxConnections / ADDRESS_PART)),
    min: 1,
  });
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
