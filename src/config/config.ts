import type { Plan } from '../domain/api-key.js';
import type { Limits } from '../domain/limits.js';

export type OpenSearchAuth =
  | { kind: 'none' }
  | { kind: 'basic'; username: string; password: string }
  | { kind: 'sigv4'; region: string; service: 'es' | 'aoss' };

export type OpenSearchConfig = {
  url: string;
  auth: OpenSearchAuth;
  /** PEM. */
  ca?: string;
  /** PEM, both. */
  clientCertificate?: { cert: string; key: string };
  indexPrefix: string;
  shards: number;
  replicas: number;
  timeoutMs: number;
};

export type S3Config = {
  bucket: string;
  /** Empty, or ends with `/`. */
  prefix: string;
  region?: string;
  endpoint?: string;
  forcePathStyle: boolean;
  kmsKeyId?: string;
  timeoutMs: number;
};

export type RedisConfig = { url: string; prefix: string; timeoutMs: number };

export type ClusterConfig = { openSearch: OpenSearchConfig; s3: S3Config; redis: RedisConfig };

/** Where the parts are: all in one folder, or OpenSearch, S3 and Redis. */
export type Storage =
  | { mode: 'embedded'; dataDir: string }
  | ({ mode: 'cluster' } & ClusterConfig);

export type HttpConfig = {
  host: string;
  /** 0: any free port. */
  port: number;
  /** Undefined: no metrics listener. */
  metricsPort: number | undefined;
  /** `{app_url}` of viewer addresses, without a slash at the end; undefined: the listener's own address. */
  publicUrl: string | undefined;
  trustedProxyHops: number;
  corsOrigins: readonly string[];
  /** Requests a minute without a valid key, by client address. */
  unauthenticatedPerMinute: number;
  /** Viewer pages a minute, by client address. */
  viewerPerMinute: number;
  /** Bytes of all request bodies under way in this process. */
  bodiesInFlightBytes: number;
};

export type Config = {
  storage: Storage;
  http: HttpConfig;
  limits: Limits;
  plans: ReadonlyMap<string, Plan>;
  /** Of owners for whom none was set. */
  defaultPlan: Plan;
  writeDeadlineMs: number;
  logLevel: string;
};
