import { Cluster, Redis } from 'ioredis';
import type { RedisOptions, Result } from 'ioredis';
import type { WindowName } from '../../ports/counters.js';
import {
  ADMIT,
  ADMIT_ADDRESS,
  ADMIT_LOOK_UP,
  BUMP,
  FORGET_QUOTA,
  GENERATION,
  RELEASE_BYTES,
  RELEASE_QUOTA,
  RESERVE_BYTES,
  RESERVE_QUOTA,
  SEED_QUOTA,
} from './scripts.js';

export type WindowReply = [count: number, leftMs: number];
export type AdmitReply = [
  refusedBy: WindowName | '',
  ...WindowReply,
  ...WindowReply,
  incarnation: string,
  sequence: number,
  changes: string[] | null,
  bytes: WindowReply | null,
];
export type AdmitAddressReply = [allowed: number, ...WindowReply];
export type AdmitLookUpReply = [room: string, ...WindowReply];
export type ReserveReply =
  [used: number, taken: number, underWay: number] | [used: null, round: string, ended: number, documents: string[]];

type Argument = string | number;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    /** `keys`: the number of keys. */
    quireAdmit(keys: number, ...keysAndArguments: Argument[]): Result<AdmitReply, Context>;
    quireAdmitAddress(...keysAndArguments: Argument[]): Result<AdmitAddressReply, Context>;
    quireAdmitLookUp(...keysAndArguments: Argument[]): Result<AdmitLookUpReply, Context>;
    /** Replies with whether there was room, and the window. */
    quireReserveBytes(...keysAndArguments: Argument[]): Result<AdmitAddressReply, Context>;
    quireReleaseBytes(...keysAndArguments: Argument[]): Result<null, Context>;
    quireBump(keys: number, ...keysAndArguments: Argument[]): Result<null, Context>;
    quireGeneration(...keysAndArguments: Argument[]): Result<string, Context>;
    quireReserveQuota(...keysAndArguments: Argument[]): Result<ReserveReply, Context>;
    quireSeedQuota(...keysAndArguments: Argument[]): Result<null, Context>;
    quireReleaseQuota(...keysAndArguments: Argument[]): Result<null, Context>;
    quireForgetQuota(...keysAndArguments: Argument[]): Result<null, Context>;
  }
}

const SCRIPTS = {
  quireAdmit: { lua: ADMIT },
  quireAdmitAddress: { lua: ADMIT_ADDRESS, numberOfKeys: 1 },
  quireAdmitLookUp: { lua: ADMIT_LOOK_UP, numberOfKeys: 2 },
  quireReserveBytes: { lua: RESERVE_BYTES, numberOfKeys: 1 },
  quireReleaseBytes: { lua: RELEASE_BYTES, numberOfKeys: 1 },
  quireBump: { lua: BUMP },
  quireGeneration: { lua: GENERATION, numberOfKeys: 1 },
  quireReserveQuota: { lua: RESERVE_QUOTA, numberOfKeys: 1 },
  quireSeedQuota: { lua: SEED_QUOTA, numberOfKeys: 1 },
  quireReleaseQuota: { lua: RELEASE_QUOTA, numberOfKeys: 1 },
  quireForgetQuota: { lua: FORGET_QUOTA, numberOfKeys: 1 },
};

const CONNECT_TIMEOUT_MS = 2_000;
/** A silent peer is given up after this time. TCP would take a quarter of an hour. */
const SILENCE_MS = 2_000;
const LONGEST_BACKOFF_MS = 1_000;

/** Connects in the background, reconnects for ever. `url`: `redis:` or `rediss:`, with user, password, database. */
export function connectRedis(url: string): Redis | Cluster {
  const parsed = new URL(url);
  // `?cluster=true`: the server is one node of a Redis Cluster, through which the others are found.
  const isCluster = parsed.searchParams.get('cluster') === 'true';
  parsed.searchParams.delete('cluster');
  return isCluster ? connectCluster(parsed) : new Redis(parsed.href, { ...OPTIONS, scripts: SCRIPTS });
}

/** A command is sent once, on a ready connection, or fails at once: never queued, never repeated. */
const OPTIONS = {
  connectionName: 'quire',
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  connectTimeout: CONNECT_TIMEOUT_MS,
  socketTimeout: SILENCE_MS,
  retryStrategy: backoff,
  // After a failover the old connection may lead to a replica. A new one finds the primary.
  reconnectOnError: (error: Error) => error.message.includes('READONLY'),
} satisfies RedisOptions;

function backoff(attempt: number): number {
  return Math.min(LONGEST_BACKOFF_MS, 50 * attempt);
}

function connectCluster(url: URL): Cluster {
  return new Cluster([{ host: url.hostname, port: Number(url.port || 6379) }], {
    scripts: SCRIPTS,
    enableOfflineQueue: false,
    clusterRetryStrategy: backoff,
    // Nothing is repeated: a repeated reservation would count its unit twice.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    slotsRefreshTimeout: CONNECT_TIMEOUT_MS,
    // A certificate names the host. A resolved address would not match it.
    ...(url.protocol === 'rediss:' && { dnsLookup: (host: string, done: LookedUp) => done(null, host) }),
    redisOptions: {
      ...OPTIONS,
      ...(url.protocol === 'rediss:' && { tls: {} }),
      ...(url.username && { username: decodeURIComponent(url.username) }),
      ...(url.password && { password: decodeURIComponent(url.password) }),
    },
  });
}

type LookedUp = (error: NodeJS.ErrnoException | null | undefined, address: string) => void;
