/** What the settings mean, in the order of the reference. Their defaults come from the code that reads them. */
export const SETTING_TEXTS: Record<string, Record<string, string>> = {
  General: {
    MODE: '`embedded` or `cluster`. The default is `cluster` if one of `OPENSEARCH_URL`, `S3_BUCKET` and `REDIS_URL` is set; cluster mode needs all three.',
    HOST: 'Address to listen on. Default in cluster mode: 0.0.0.0.',
    PORT: 'Port to listen on. 0: any free port.',
    WORKERS:
      'Worker processes, 1 to 64. Default: one for each core; in embedded mode 1, the only value allowed. `--workers` takes precedence.',
    METRICS_HOST:
      'Address of `/metrics`, independent of `HOST`, because `/metrics` needs no key. The image sets 0.0.0.0.',
    METRICS_PORT:
      'Port of `/metrics`. `off`: no metrics. Where it is not set and the default is taken, a free port is; the log line `listening` names it.',
    PUBLIC_URL: "Base of viewer addresses, e.g. https://docs.example.com. Default: the listener's own address.",
    LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent.',
    LOG_FORMAT:
      '`json` or `text`. Default: text on a terminal, JSON lines elsewhere. Text has colours on a terminal unless `NO_COLOR` is set.',
    OTEL_EXPORTER_OTLP_ENDPOINT:
      'Base URL of an OpenTelemetry collector that takes OTLP over HTTP, e.g. http://collector:4318. Without it no request is traced. The SDK also reads the other `OTEL_EXPORTER_OTLP_*`, `OTEL_BSP_*` and `OTEL_RESOURCE_ATTRIBUTES`.',
    OTEL_SERVICE_NAME: 'Name of the service in traces.',
    OTEL_TRACES_SAMPLER:
      "Which requests are traced: one of OpenTelemetry's `always_on`, `always_off`, `traceidratio`, and these with `parentbased_` in front.",
    OTEL_TRACES_SAMPLER_ARG: 'Part of the requests, from 0 to 1, for `traceidratio`.',
    TRACES_PER_SECOND:
      'Traced requests of one process in a second, at most, of those that the sampler takes. See [Tracing](OPERATIONS.md#tracing).',
    TRUSTED_PROXY_HOPS: 'Number of proxies in front whose `X-Forwarded-For` is trusted.',
    CORS_ORIGINS: 'Allowed origins, comma-separated, e.g. https://app.example.com. `*`: all.',
  },
  'Embedded mode': { DATA_DIR: 'Folder for all data.' },
  'Cluster mode': {
    OPENSEARCH_URL: 'e.g. https://search.example.com:9200',
    OPENSEARCH_AUTH: '`none`, `basic` or `sigv4`. Default if a user name is set: `basic`.',
    OPENSEARCH_USERNAME: 'User name, for `basic`.',
    OPENSEARCH_PASSWORD: 'Password, for `basic`.',
    OPENSEARCH_SIGV4_SERVICE: '`es` or `aoss`, for `sigv4`, which also needs `AWS_REGION`.',
    OPENSEARCH_CA_FILE: 'PEM file of the certificate authority.',
    OPENSEARCH_CLIENT_CERT_FILE: 'PEM file of the client certificate; needs its key.',
    OPENSEARCH_CLIENT_KEY_FILE: 'PEM file of the client key.',
    OPENSEARCH_TIMEOUT_MS: 'Deadline of one call.',
    INDEX_PREFIX: 'Name of the alias. Indices are named {prefix}-{generation}.',
    INDEX_SHARDS: 'Shards of a new index.',
    INDEX_REPLICAS: 'Replicas of a new index.',
    S3_BUCKET: 'Bucket that holds the log.',
    S3_PREFIX: 'Prefix of every key, e.g. quire.',
    S3_ENDPOINT: 'URL of an S3 server other than AWS.',
    S3_FORCE_PATH_STYLE: '`true`: the bucket name is part of the path.',
    S3_KMS_KEY_ID: 'KMS key for server-side encryption.',
    S3_TIMEOUT_MS: 'Deadline of one call.',
    AWS_REGION:
      "AWS region. If it is absent, `AWS_DEFAULT_REGION` holds; with `S3_ENDPOINT`, us-east-1 is the last choice. The AWS SDK's credential chain also reads the other AWS_* variables.",
    REDIS_URL: 'redis:// or rediss://. `?cluster=true` for a Redis Cluster.',
    REDIS_PREFIX: 'Prefix of every key. Default: `INDEX_PREFIX` and a colon.',
    REDIS_TIMEOUT_MS: 'Deadline of one call.',
  },
  Limits: {
    PLANS:
      'More plans, e.g. {"gold":{"per_minute":600,"per_day":100000,"documents_per_month":100000,"bytes_per_day":10000000000}}',
    DEFAULT_PLAN:
      'Plan of owners without one, and of owners whose plan is in `PLANS` no more. Who serves strangers sets `free`, or a plan of their own.',
    UNAUTHENTICATED_PER_MINUTE: 'Requests without a valid key or to nothing that exists, per address.',
    VIEWER_PER_MINUTE: 'Viewer pages, per address.',
    RENDERINGS_PER_MINUTE: 'Viewer pages that are not cached and must be rendered, per address.',
    VIEWER_LANG: 'Language of viewer pages whose documents have no `lang` in their metadata (BCP 47).',
    VIEWER_ROBOTS: 'What search engines are told of viewer pages (`X-Robots-Tag`), e.g. `noindex, nofollow`.',
    MAX_BODY_BYTES: 'Bytes of a request body, before and after decompression.',
    MAX_BLOCKS: 'Blocks of a version.',
    MAX_METADATA_BYTES: "Bytes of a document's metadata as JSON.",
    MAX_FOLDER_DEPTH: 'Greatest depth of a folder.',
    BODIES_IN_FLIGHT_BYTES: 'Bytes of all request bodies in flight, per process. One owner gets a quarter.',
    ANSWERS_IN_FLIGHT_BYTES:
      'Bytes of all answers in flight, per process. One owner or one address gets a quarter, all addresses without a key together half.',
    MAX_CONNECTIONS:
      'Connections per process. Default: the soft limit of file descriptors minus 384 (cluster mode: minus 1152), but at least half of the limit, and from 32 to 16384.',
    MAX_CONNECTIONS_PER_ADDRESS:
      'Connections per address. Default: half of `MAX_CONNECTIONS`. Not applied behind a proxy (`TRUSTED_PROXY_HOPS`).',
    WRITE_DEADLINE_MS: 'How long a write keeps retrying.',
    KEYS_WITHOUT_STORE_MS:
      'How long cached keys, plans and suspensions stay valid while the object store is unreachable.',
  },
};

/** These depend on the machine or on other settings: the meaning says how. */
export const WITHOUT_DEFAULT = ['WORKERS', 'MAX_CONNECTIONS', 'MAX_CONNECTIONS_PER_ADDRESS'];
