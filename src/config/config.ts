import type { Plan } from '../domain/api-key.js';
import type { Limits } from '../domain/limits.js';
import type { TracingSettings } from '../platform/tracer.js';

export type OpenSearchAuth =
  | { kind: 'none' }
  | { kind: 'basic'; username: string; password: string }
  | { kind: 'sigv4'; region: string; service: 'es' | 'aoss' };

export type OpenSearchConfig = {
  url: string;
  auth: OpenSearchAuth;
  /** PEM, like `clientCertificate`. Undefined: the authorities that Node trusts. */
  ca?: string;
  clientCertificate?: { cert: string; key: string };
  /** The alias, and the start of the names of concrete indices. */
  indexPrefix: string;
  shards: number;
  replicas: number;
  /** Milliseconds for one call in all: waiting for its batch, repeats and body included. */
  timeoutMs: number;
  /** Whether heads are written with their words. By default they are. */
  fullText?: boolean;
};

export type S3Config = {
  bucket: string;
  /** What every key begins with: empty, or `a/b/` with the slash. */
  prefix: string;
  region?: string;
  endpoint?: string;
  forcePathStyle: boolean;
  kmsKeyId?: string;
  timeoutMs: number;
};

export type RedisConfig = {
  /** `redis://` or `rediss://`; `?cluster=true` for a Redis Cluster. */
  url: string;
  /** What every key begins with. Braces would decide the slot in a Redis Cluster. */
  prefix: string;
  timeoutMs: number;
  /** Milliseconds that a create may take. After that its quota unit is not under way any more. */
  settleMs: number;
};

export type ClusterConfig = { openSearch: OpenSearchConfig; s3: S3Config; redis: RedisConfig };

export type LogLocation = { mode: 'embedded'; dataDir: string } | { mode: 'cluster'; s3: S3Config };

/** `settleMs`: as in `RedisConfig`. */
export type EmbeddedConfig = { dataDir: string; settleMs: number };

/** `fullText`: whether documents are found by their words. */
export type Storage = { fullText: boolean } & StorageOfMode;
type StorageOfMode = ({ mode: 'embedded' } & EmbeddedConfig) | ({ mode: 'cluster' } & ClusterConfig);

export type HttpConfig = {
  host: string;
  port: number;
  metricsHost: string;
  metricsPort: number | undefined;
  /** `METRICS_PORT` is not set: if the default is taken, any free port will do. */
  mayMoveMetrics: boolean;
  /** `{app_url}` of viewer addresses, without a slash at the end; undefined: the listener's own address. */
  publicUrl: string | undefined;
  trustedProxyHops: number;
  corsOrigins: readonly string[];
  /** By client address: requests without a valid key, viewer pages, and pages that have to be rendered. */
  unauthenticatedPerMinute: number;
  viewerPerMinute: number;
  renderingsPerMinute: number;
  /** The language of pages of documents that name none, as BCP 47 writes it. */
  viewerLang: string;
  /** `X-Robots-Tag` of pages; undefined: none. */
  viewerRobots: string | undefined;
  bodiesInFlightBytes: number;
  answersInFlightBytes: number;
  maxConnections: number;
  /** Undefined: no bound. */
  maxConnectionsPerAddress: number | undefined;
};

export type Config = {
  storage: Storage;
  workers: number;
  http: HttpConfig;
  limits: Limits;
  plans: ReadonlyMap<string, Plan>;
  defaultPlan: Plan;
  writeDeadlineMs: number;
  keysWithoutStoreMs: number;
  logLevel: string;
  /** Undefined: text on a terminal, else JSON. */
  logFormat: 'json' | 'text' | undefined;
  /** Undefined: no request is recorded. */
  tracing: TracingSettings | undefined;
};
