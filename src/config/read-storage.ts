import { readFileSync } from 'node:fs';
import { errorCode } from '../platform/error-code.js';
import type { ClusterConfig, OpenSearchAuth, OpenSearchConfig, RedisConfig, S3Config, Storage } from './config.js';
import type { Env, EnvReader } from './env-reader.js';

/** A create that ends at its deadline reports it a moment later. */
const SETTLE_SLACK_MS = 1_000;

export const CLUSTER_VARIABLES = ['OPENSEARCH_URL', 'S3_BUCKET', 'REDIS_URL'] as const;

/** The same choice as `readStorage`, without its faults. */
export function isEmbedded(env: Env): boolean {
  const guess = CLUSTER_VARIABLES.some((name) => env[name]) ? 'cluster' : 'embedded';
  return (env['MODE'] || guess) === 'embedded';
}

/** Cluster mode if all its three variables are set, embedded mode if none is. Some of them are a fault. */
export function readStorage(env: EnvReader): Storage {
  const missing = CLUSTER_VARIABLES.filter((name) => env.given(name) === undefined);
  const guess = missing.length < CLUSTER_VARIABLES.length ? 'cluster' : 'embedded';
  const fullText = env.get('FULL_TEXT') === 'on';
  if (env.get('MODE', guess) === 'embedded') {
    return { mode: 'embedded', fullText, dataDir: env.get('DATA_DIR'), settleMs: readSettleMs(env) };
  }
  if (missing.length > 0) env.fault(`cluster mode needs ${missing.join(' and ')} as well`);
  return { mode: 'cluster', fullText, ...readCluster(env) };
}

function readSettleMs(env: EnvReader): number {
  return env.get('WRITE_DEADLINE_MS') + SETTLE_SLACK_MS;
}

function readCluster(env: EnvReader): ClusterConfig {
  const openSearch = readOpenSearch(env);
  const prefix = readPrefix(env, 'S3_PREFIX', env.get('S3_PREFIX'));
  const s3: S3Config = { bucket: env.get('S3_BUCKET'), prefix, ...readS3Connection(env) };
  const redis: RedisConfig = {
    url: env.get('REDIS_URL') ?? '',
    prefix: env.get('REDIS_PREFIX', `${openSearch.indexPrefix}:`),
    timeoutMs: env.get('REDIS_TIMEOUT_MS'),
    settleMs: readSettleMs(env),
  };
  return { openSearch, s3, redis };
}

function readOpenSearch(env: EnvReader): OpenSearchConfig {
  const ca = readPem(env, 'OPENSEARCH_CA_FILE');
  const cert = readPem(env, 'OPENSEARCH_CLIENT_CERT_FILE');
  const key = readPem(env, 'OPENSEARCH_CLIENT_KEY_FILE');
  if ((cert === undefined) !== (key === undefined)) {
    env.fault('OPENSEARCH_CLIENT_CERT_FILE and OPENSEARCH_CLIENT_KEY_FILE belong together');
  }
  return {
    url: readOpenSearchUrl(env),
    auth: readAuth(env),
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && key !== undefined && { clientCertificate: { cert, key } }),
    indexPrefix: env.get('INDEX_PREFIX'),
    shards: env.get('INDEX_SHARDS'),
    replicas: env.get('INDEX_REPLICAS'),
    timeoutMs: env.get('OPENSEARCH_TIMEOUT_MS'),
    fullText: env.get('FULL_TEXT') === 'on',
  };
}

function readOpenSearchUrl(env: EnvReader): string {
  const text = env.get('OPENSEARCH_URL') ?? '';
  if (text.includes('@'))
    env.fault('OPENSEARCH_URL must be without a user: set OPENSEARCH_USERNAME and OPENSEARCH_PASSWORD');
  return text;
}

function readAuth(env: EnvReader): OpenSearchAuth {
  const username = env.get('OPENSEARCH_USERNAME');
  const password = env.get('OPENSEARCH_PASSWORD');
  const auth = env.get('OPENSEARCH_AUTH', username === undefined ? 'none' : 'basic');
  if ((username === undefined) !== (password === undefined) || (auth === 'basic' && username === undefined)) {
    env.fault('OPENSEARCH_USERNAME and OPENSEARCH_PASSWORD belong together');
  }
  if (auth === 'none') return { kind: 'none' };
  if (auth === 'sigv4') {
    const region = readRegion(env);
    if (region === undefined) env.fault('OPENSEARCH_AUTH=sigv4 needs AWS_REGION');
    return { kind: 'sigv4', region: region ?? '', service: env.get('OPENSEARCH_SIGV4_SERVICE') };
  }
  return { kind: 'basic', username: username ?? '', password: password ?? '' };
}

export function readS3Connection(env: EnvReader): Omit<S3Config, 'bucket' | 'prefix'> {
  const endpoint = env.get('S3_ENDPOINT');
  // A self-hosted server takes any region, but the SDK needs one.
  const region = readRegion(env) ?? (endpoint === undefined ? undefined : 'us-east-1');
  const kmsKeyId = env.get('S3_KMS_KEY_ID');
  return {
    ...(region !== undefined && { region }),
    ...(endpoint !== undefined && { endpoint }),
    ...(kmsKeyId !== undefined && { kmsKeyId }),
    forcePathStyle: env.get('S3_FORCE_PATH_STYLE') === 'true',
    timeoutMs: env.get('S3_TIMEOUT_MS'),
  };
}

export function readPrefix(env: EnvReader, name: string, text: string): string {
  const prefix = text.replace(/^\/+|\/+$/g, '');
  if (!/^[A-Za-z0-9._/-]*$/.test(prefix)) env.fault(`${name} must be of letters, digits, and . _ - /`);
  return prefix === '' ? '' : `${prefix}/`;
}

function readRegion(env: EnvReader): string | undefined {
  return env.given('AWS_REGION') ?? env.given('AWS_DEFAULT_REGION');
}

function readPem(
  env: EnvReader,
  name: 'OPENSEARCH_CA_FILE' | 'OPENSEARCH_CLIENT_CERT_FILE' | 'OPENSEARCH_CLIENT_KEY_FILE',
): string | undefined {
  const file = env.given(name);
  if (file === undefined) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    env.fault(`${name}: cannot read ${file} (${errorCode(error)})`);
    return undefined;
  }
}
