import { readFileSync } from 'node:fs';
import { WRITE_DEADLINE_MS } from '../domain/limits.js';
import { errorCode } from '../platform/error-code.js';
import type { ClusterConfig, OpenSearchAuth, OpenSearchConfig, RedisConfig, S3Config, Storage } from './config.js';
import type { Env, EnvReader } from './env-reader.js';

/** A create that ends at its deadline reports it a moment later. */
const SETTLE_SLACK_MS = 1_000;

export const CLUSTER_VARIABLES = ['OPENSEARCH_URL', 'S3_BUCKET', 'REDIS_URL'] as const;

export const DEFAULT_DATA_DIR = './data';

/** The same choice as `readStorage`, without its faults. */
export function isEmbedded(env: Env): boolean {
  const guess = CLUSTER_VARIABLES.some((name) => env[name]) ? 'cluster' : 'embedded';
  return (env['MODE'] || guess) === 'embedded';
}

/** Cluster mode if all its three variables are set, embedded mode if none is. Some of them are a fault. */
export function readStorage(env: EnvReader, writeDeadlineMs = WRITE_DEADLINE_MS): Storage {
  const missing = CLUSTER_VARIABLES.filter((name) => env.optional(name) === undefined);
  const guess = missing.length < CLUSTER_VARIABLES.length ? 'cluster' : 'embedded';
  if (env.oneOf('MODE', ['embedded', 'cluster'], guess) === 'embedded') {
    return { mode: 'embedded', dataDir: env.string('DATA_DIR', DEFAULT_DATA_DIR) };
  }
  if (missing.length > 0) env.fault(`cluster mode needs ${missing.join(' and ')} as well`);
  return { mode: 'cluster', ...readCluster(env, writeDeadlineMs) };
}

function readCluster(env: EnvReader, writeDeadlineMs: number): ClusterConfig {
  const openSearch = readOpenSearch(env);
  return { openSearch, s3: readS3(env), redis: readRedis(env, writeDeadlineMs, openSearch.indexPrefix) };
}

function readRedis(env: EnvReader, writeDeadlineMs: number, indexPrefix: string): RedisConfig {
  const prefix = env.string('REDIS_PREFIX', `${indexPrefix}:`);
  if (/[{}]/.test(prefix)) env.fault('REDIS_PREFIX must be without braces, which mean something to a Redis Cluster');
  return {
    url: env.url('REDIS_URL', ['redis:', 'rediss:']) ?? '',
    prefix,
    timeoutMs: env.integer('REDIS_TIMEOUT_MS', { default: 100, min: 10, max: 500 }),
    settleMs: writeDeadlineMs + SETTLE_SLACK_MS,
  };
}

function readOpenSearch(env: EnvReader): OpenSearchConfig {
  const ca = readPem(env, 'OPENSEARCH_CA_FILE');
  const cert = readPem(env, 'OPENSEARCH_CLIENT_CERT_FILE');
  const key = readPem(env, 'OPENSEARCH_CLIENT_KEY_FILE');
  if ((cert === undefined) !== (key === undefined)) {
    env.fault('OPENSEARCH_CLIENT_CERT_FILE and OPENSEARCH_CLIENT_KEY_FILE belong together');
  }
  const indexPrefix = env.string('INDEX_PREFIX', 'quire');
  if (!/^[a-z0-9][a-z0-9_-]{0,99}$/.test(indexPrefix)) {
    env.fault('INDEX_PREFIX must be 1 to 100 lower-case letters, digits, - and _');
  }
  return {
    url: readOpenSearchUrl(env),
    auth: readAuth(env),
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && key !== undefined && { clientCertificate: { cert, key } }),
    indexPrefix,
    shards: env.integer('INDEX_SHARDS', { default: 1, min: 1, max: 1_000 }),
    replicas: env.integer('INDEX_REPLICAS', { default: 1, min: 0, max: 20 }),
    timeoutMs: env.integer('OPENSEARCH_TIMEOUT_MS', { default: 10_000, min: 100, max: 30_000 }),
  };
}

function readOpenSearchUrl(env: EnvReader): string {
  const text = env.url('OPENSEARCH_URL', ['http:', 'https:']) ?? '';
  if (text.includes('@'))
    env.fault('OPENSEARCH_URL must be without a user: set OPENSEARCH_USERNAME and OPENSEARCH_PASSWORD');
  return text;
}

function readAuth(env: EnvReader): OpenSearchAuth {
  const username = env.optional('OPENSEARCH_USERNAME');
  const password = env.optional('OPENSEARCH_PASSWORD');
  const auth = env.oneOf('OPENSEARCH_AUTH', ['none', 'basic', 'sigv4'], username === undefined ? 'none' : 'basic');
  if ((username === undefined) !== (password === undefined) || (auth === 'basic' && username === undefined)) {
    env.fault('OPENSEARCH_USERNAME and OPENSEARCH_PASSWORD belong together');
  }
  if (auth === 'none') return { kind: 'none' };
  if (auth === 'sigv4') {
    const region = readRegion(env);
    if (region === undefined) env.fault('OPENSEARCH_AUTH=sigv4 needs AWS_REGION');
    return {
      kind: 'sigv4',
      region: region ?? '',
      service: env.oneOf('OPENSEARCH_SIGV4_SERVICE', ['es', 'aoss'], 'es'),
    };
  }
  return { kind: 'basic', username: username ?? '', password: password ?? '' };
}

function readS3(env: EnvReader): S3Config {
  const prefix = readPrefix(env, 'S3_PREFIX', env.string('S3_PREFIX', ''));
  return { bucket: env.string('S3_BUCKET', ''), prefix, ...readS3Connection(env) };
}

export function readS3Connection(env: EnvReader): Omit<S3Config, 'bucket' | 'prefix'> {
  const endpoint = env.url('S3_ENDPOINT', ['http:', 'https:']);
  // A self-hosted server takes any region, but the SDK needs one.
  const region = readRegion(env) ?? (endpoint === undefined ? undefined : 'us-east-1');
  const kmsKeyId = env.optional('S3_KMS_KEY_ID');
  return {
    ...(region !== undefined && { region }),
    ...(endpoint !== undefined && { endpoint }),
    ...(kmsKeyId !== undefined && { kmsKeyId }),
    forcePathStyle: env.flag('S3_FORCE_PATH_STYLE', false),
    timeoutMs: env.integer('S3_TIMEOUT_MS', { default: 10_000, min: 100, max: 30_000 }),
  };
}

export function readPrefix(env: EnvReader, name: string, text: string): string {
  const prefix = text.replace(/^\/+|\/+$/g, '');
  if (!/^[A-Za-z0-9._/-]*$/.test(prefix)) env.fault(`${name} must be of letters, digits, and . _ - /`);
  return prefix === '' ? '' : `${prefix}/`;
}

function readRegion(env: EnvReader): string | undefined {
  return env.optional('AWS_REGION') ?? env.optional('AWS_DEFAULT_REGION');
}

function readPem(env: EnvReader, name: string): string | undefined {
  const file = env.optional(name);
  if (file === undefined) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    env.fault(`${name}: cannot read ${file} (${errorCode(error)})`);
    return undefined;
  }
}
