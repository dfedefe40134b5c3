import type { Plan } from '../domain/api-key.js';
import type { Limits } from '../domain/limits.js';

export type OpenSearchAuth =
  | { kind: 'none' }
  | { kind: 'basic'; username: string; password: string }
  /** Signed with the credentials of the SDK's default chain. */
  | { kind: 'sigv4'; region: string; service: 'es' | 'aoss' };

export type OpenSearchConfig = {
  url: string;
  auth: OpenSearchAuth;
  /** PEM of the authority that signed the server's certificate; undefined: those that Node trusts. */
  ca?: string;
  /** PEM. */
  clientCertificate?: { cert: string; key: string };
  /** Name of the alias, and what the names of concrete indices begin with. */
  indexPrefix: string;
  shards: number;
  replicas: number;
  /** Milliseconds that one call may take in all: waiting for its batch, repeats and body included. */
  timeoutMs: number;
};

export type S3Config = {
  bucket: string;
  /** What every key begins with: empty, or `a/b/` with the slash. */
  prefix: string;
  /** Undefined: the SDK's own chain (`AWS_REGION`, profile). */
  region?: string;
  /** Undefined: AWS. */
  endpoint?: string;
  forcePathStyle: boolean;
  /** Key of the key management service that new objects are encrypted with; undefined: the bucket's default. */
  kmsKeyId?: string;
  /** Milliseconds that one call may take in all: repeats, waits and body included. */
  timeoutMs: number;
};

export type RedisConfig = {
  /** `redis://` or `rediss://`; `?cluster=true` for a Redis Cluster. */
  url: string;
  /** What every key begins with; without braces, which would decide the slot in a Redis Cluster. */
  prefix: string;
  /** Milliseconds that one call may take. */
  timeoutMs: number;
  /** Milliseconds that a create may take: its unit of the quota is under way no longer. */
  settleMs: number;
};

export type ClusterConfig = { openSearch: OpenSearchConfig; s3: S3Config; redis: RedisConfig };

/** Where a log is: below a data folder, or below a prefix of a bucket. */
export type LogPlace =
  | { mode: 'embedded'; dataDir: string }
  | { mode: 'cluster'; s3: S3Config };

/** Where the parts are: all in one folder, or OpenSearch, S3 and Redis. */
export type Storage =
  | { mode: 'embedded'; dataDir: string }
  | ({ mode: 'cluster' } & ClusterConfig);

export type HttpConfig = {
  host: string;
  /** 0: any free port. */
  port: number;
  /** Of the metrics listener. */
  metricsHost: string;
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
  /** Those of them that have to be rendered. */
  renderingsPerMinute: number;
  /** Bytes of all request bodies under way in this process. */
  bodiesInFlightBytes: number;
  /** Bytes of all answers under way in this process. */
  answersInFlightBytes: number;
  /** Connections of this process, and those of one client address; undefined: no bound for an address. */
  maxConnections: number;
  maxConnectionsPerAddress: number | undefined;
};

export type Config = {
  storage: Storage;
  /** Processes that share the listener; 1: the service is in one process alone. */
  workers: number;
  http: HttpConfig;
  limits: Limits;
  plans: ReadonlyMap<string, Plan>;
  /** Of owners for whom none was set. */
  defaultPlan: Plan;
  writeDeadlineMs: number;
  /** How long keys, plans and suspensions are believed while the object store is away. */
  keysWithoutStoreMs: number;
  logLevel: string;
};
