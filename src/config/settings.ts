import { KEYS_WITHOUT_STORE_MS, WRITE_DEADLINE_MS } from '../domain/limits.js';
import { SAMPLERS } from '../platform/tracer.js';

/** `rule`: what a fault says that a value must be. `parse` gives undefined for another one. */
type Setting<T, D extends T | undefined> = {
  meaning: string;
  fallback: D;
  parse: (text: string) => T | undefined;
  rule?: string;
  /** A fault shows the value, which is no password. */
  isShown?: boolean;
};

function text<D extends string | undefined = undefined>(meaning: string, fallback?: D): Setting<string, D> {
  return { meaning, fallback: fallback as D, parse: (value) => value };
}

function matching(
  meaning: string,
  fallback: string,
  { pattern, ...like }: { pattern: RegExp; rule: string; isShown?: boolean },
): Setting<string, string> {
  return { meaning, fallback, parse: (value) => (pattern.test(value) ? value : undefined), ...like };
}

function integer<D extends number | undefined>(
  meaning: string,
  fallback: D,
  [min, max = Number.MAX_SAFE_INTEGER]: [min: number, max?: number],
): Setting<number, D> {
  const parse = (value: string): number | undefined =>
    /^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max ? Number(value) : undefined;
  return { meaning, fallback, parse, rule: `must be a whole number from ${min} to ${max}`, isShown: true };
}

function choice<const T extends string, D extends T | undefined = undefined>(
  meaning: string,
  choices: readonly T[],
  fallback?: D,
): Setting<T, D> {
  const parse = (value: string): T | undefined => choices.find((each) => each === value);
  return { meaning, fallback: fallback as D, parse, rule: `must be one of ${choices.join(', ')}`, isShown: true };
}

function url(meaning: string, protocols: readonly string[]): Setting<string, undefined> {
  const parse = (value: string): string | undefined =>
    URL.canParse(value) && protocols.includes(new URL(value).protocol) ? value : undefined;
  const rule = `must be a URL that begins with ${protocols.map((each) => `${each}//`).join(' or ')}`;
  return { meaning, fallback: undefined, parse, rule };
}

const WEB = ['http:', 'https:'];
const MIB = 1024 * 1024;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export const DEFAULT_DATA_DIR = './data';
/** More than any machine can use: a typing error would take all its memory. */
export const MAX_WORKERS = 64;

/**
 * Every setting, in the order of the reference. The configuration is read by this list, and `npm run tables` makes the
 * reference and `.env.example` of it. A default that depends on the machine or on other settings is given where the
 * setting is read, and its meaning says how.
 */
export const SETTING_GROUPS = {
  General: {
    MODE: choice(
      '`embedded` or `cluster`. The default is `cluster` if one of `OPENSEARCH_URL`, `S3_BUCKET` and `REDIS_URL` is set; cluster mode needs all three.',
      ['embedded', 'cluster'],
      'embedded',
    ),
    HOST: text('Address to listen on. Default in cluster mode: 0.0.0.0.', '127.0.0.1'),
    PORT: integer('Port to listen on. 0: any free port.', 8080, [0, 65_535]),
    WORKERS: integer(
      'Worker processes, 1 to 64. Default: one for each core; in embedded mode 1, the only value allowed. `--workers` takes precedence.',
      undefined,
      [1, MAX_WORKERS],
    ),
    METRICS_HOST: text(
      'Address of `/metrics`, independent of `HOST`, because `/metrics` needs no key. The image sets 0.0.0.0.',
      '127.0.0.1',
    ),
    METRICS_PORT: integer(
      'Port of `/metrics`. `off`: no metrics. Where it is not set and the default is taken, a free port is; the log line `listening` names it.',
      9464,
      [0, 65_535],
    ),
    FULL_TEXT: choice(
      '`on` or `off`: whether documents are found by words (`text` of searches). The same for all processes. After it was off, cluster mode needs `quire reindex`.',
      ['on', 'off'],
      'on',
    ),
    PUBLIC_URL: url(
      "Base of viewer addresses, e.g. https://docs.example.com. Default: the listener's own address.",
      WEB,
    ),
    LOG_LEVEL: choice('fatal, error, warn, info, debug, trace or silent.', LOG_LEVELS, 'info'),
    LOG_FORMAT: choice(
      '`json` or `text`. Default: text on a terminal, JSON lines elsewhere. Text has colours on a terminal unless `NO_COLOR` is set.',
      ['json', 'text'],
    ),
    OTEL_EXPORTER_OTLP_ENDPOINT: url(
      'Base URL of an OpenTelemetry collector that takes OTLP over HTTP, e.g. http://collector:4318. Without it no request is traced. The SDK also reads the other `OTEL_EXPORTER_OTLP_*`, `OTEL_BSP_*` and `OTEL_RESOURCE_ATTRIBUTES`.',
      WEB,
    ),
    OTEL_SERVICE_NAME: text('Name of the service in traces.', 'quire'),
    OTEL_TRACES_SAMPLER: choice(
      "Which requests are traced: one of OpenTelemetry's `always_on`, `always_off`, `traceidratio`, and these with `parentbased_` in front.",
      SAMPLERS,
      'parentbased_always_on',
    ),
    OTEL_TRACES_SAMPLER_ARG: matching('Part of the requests, from 0 to 1, for `traceidratio`.', '1', {
      pattern: /^(0(\.\d+)?|1(\.0+)?)$/,
      rule: 'must be a number from 0 to 1',
      isShown: true,
    }),
    TRACES_PER_SECOND: integer(
      'Traced requests of one process in a second, at most, of those that the sampler takes. See [Tracing](OPERATIONS.md#tracing).',
      10,
      [1, 1_000_000],
    ),
    TRUSTED_PROXY_HOPS: integer('Number of proxies in front whose `X-Forwarded-For` is trusted.', 0, [0, 10]),
    CORS_ORIGINS: text('Allowed origins, comma-separated, e.g. https://app.example.com. `*`: all.', ''),
  },
  'Embedded mode': { DATA_DIR: text('Folder for all data.', DEFAULT_DATA_DIR) },
  'Cluster mode': {
    OPENSEARCH_URL: url('e.g. https://search.example.com:9200', WEB),
    OPENSEARCH_AUTH: choice(
      '`none`, `basic` or `sigv4`. Default if a user name is set: `basic`.',
      ['none', 'basic', 'sigv4'],
      'none',
    ),
    OPENSEARCH_USERNAME: text('User name, for `basic`.'),
    OPENSEARCH_PASSWORD: text('Password, for `basic`.'),
    OPENSEARCH_SIGV4_SERVICE: choice(
      '`es` or `aoss`, for `sigv4`, which also needs `AWS_REGION`.',
      ['es', 'aoss'],
      'es',
    ),
    OPENSEARCH_CA_FILE: text('PEM file of the certificate authority.'),
    OPENSEARCH_CLIENT_CERT_FILE: text('PEM file of the client certificate; needs its key.'),
    OPENSEARCH_CLIENT_KEY_FILE: text('PEM file of the client key.'),
    OPENSEARCH_TIMEOUT_MS: integer('Deadline of one call.', 10_000, [100, 30_000]),
    INDEX_PREFIX: matching(
      'Name of the alias. Indices are named {prefix}-{generation} and {prefix}-words-{generation}.',
      'quire',
      { pattern: /^[a-z0-9][a-z0-9_-]{0,99}$/, rule: 'must be 1 to 100 lower-case letters, digits, - and _' },
    ),
    INDEX_SHARDS: integer('Shards of a new index.', 1, [1, 1_000]),
    INDEX_REPLICAS: integer('Replicas of a new index.', 1, [0, 20]),
    S3_BUCKET: text('Bucket that holds the log.', ''),
    S3_PREFIX: text('Prefix of every key, e.g. quire.', ''),
    S3_ENDPOINT: url('URL of an S3 server other than AWS.', WEB),
    S3_FORCE_PATH_STYLE: choice('`true`: the bucket name is part of the path.', ['true', 'false'], 'false'),
    S3_KMS_KEY_ID: text('KMS key for server-side encryption.'),
    S3_TIMEOUT_MS: integer('Deadline of one call.', 10_000, [100, 30_000]),
    AWS_REGION: text(
      "AWS region. If it is absent, `AWS_DEFAULT_REGION` holds; with `S3_ENDPOINT`, us-east-1 is the last choice. The AWS SDK's credential chain also reads the other AWS_* variables.",
    ),
    REDIS_URL: url('redis:// or rediss://. `?cluster=true` for a Redis Cluster.', ['redis:', 'rediss:']),
    REDIS_PREFIX: matching('Prefix of every key. Default: `INDEX_PREFIX` and a colon.', 'quire:', {
      pattern: /^[^{}]*$/,
      rule: 'must be without braces, which mean something to a Redis Cluster',
    }),
    REDIS_TIMEOUT_MS: integer('Deadline of one call.', 100, [10, 500]),
  },
  Limits: {
    PLANS: text(
      'More plans, e.g. {"gold":{"per_minute":600,"per_day":100000,"documents_per_month":100000,"bytes_per_day":10000000000}}',
      '{}',
    ),
    DEFAULT_PLAN: text(
      'Plan of owners without one, and of owners whose plan is in `PLANS` no more. Who serves strangers sets `free`, or a plan of their own.',
      'unmetered',
    ),
    UNAUTHENTICATED_PER_MINUTE: integer(
      'Requests without a valid key or to nothing that exists, per address.',
      600,
      [1],
    ),
    VIEWER_PER_MINUTE: integer('Viewer pages, per address.', 600, [1]),
    RENDERINGS_PER_MINUTE: integer('Viewer pages that are not cached and must be rendered, per address.', 300, [1]),
    VIEWER_LANG: text('Language of viewer pages whose documents have no `lang` in their metadata (BCP 47).', 'en'),
    VIEWER_ROBOTS: matching(
      'What search engines are told of viewer pages (`X-Robots-Tag`), e.g. `noindex, nofollow`.',
      'all',
      {
        pattern: /^[a-z0-9_:-]+(, ?[a-z0-9_:-]+)*$/,
        rule: 'must be directives with commas between them, such as noindex, nofollow',
      },
    ),
    MAX_BODY_BYTES: integer('Bytes of a request body, before and after decompression.', 10 * MIB, [1_024, 100 * MIB]),
    MAX_BLOCKS: integer('Blocks of a version.', 10_000, [1, 100_000]),
    MAX_METADATA_BYTES: integer("Bytes of a document's metadata as JSON.", MIB / 4, [1_024, 4 * MIB]),
    MAX_FOLDER_DEPTH: integer('Greatest depth of a folder.', 100, [0, 1_000]),
    MAX_ASSET_BYTES: integer('Bytes of an asset: an image, or another file that documents show or lead to.', 10 * MIB, [
      1_024,
      50 * MIB,
    ]),
    BODIES_IN_FLIGHT_BYTES: integer(
      'Bytes of all request bodies in flight, per process. One owner gets a quarter.',
      256 * MIB,
      [1],
    ),
    ANSWERS_IN_FLIGHT_BYTES: integer(
      'Bytes of all answers in flight, per process. One owner or one address gets a quarter, all addresses without a key together half.',
      256 * MIB,
      [MIB],
    ),
    MAX_CONNECTIONS: integer(
      'Connections per process. Default: the soft limit of file descriptors minus 384 (cluster mode: minus 1152), but at least half of the limit, and from 32 to 16384.',
      undefined,
      [1],
    ),
    MAX_CONNECTIONS_PER_ADDRESS: integer(
      'Connections per address. Default: half of `MAX_CONNECTIONS`. Not applied behind a proxy (`TRUSTED_PROXY_HOPS`).',
      undefined,
      [1],
    ),
    WRITE_DEADLINE_MS: integer('How long a write keeps retrying.', WRITE_DEADLINE_MS, [1_000, 50_000]),
    KEYS_WITHOUT_STORE_MS: integer(
      'How long cached keys, plans and suspensions stay valid while the object store is unreachable.',
      KEYS_WITHOUT_STORE_MS,
      [5_000],
    ),
  },
};

type Groups = typeof SETTING_GROUPS;
export type Settings = Groups['General'] & Groups['Embedded mode'] & Groups['Cluster mode'] & Groups['Limits'];

export const SETTINGS: Settings = Object.assign({}, ...Object.values(SETTING_GROUPS)) as Settings;
